import type { Check } from '../check.ts';
import { staysFlat } from './memory-flat.ts';

/** Each query asks the service: requests with their signals, timers and listeners come and go by the thousand. */
export const unrememberedReads: Check = {
  name: 'unremembered-reads',
  run: (findings, { isShort }) =>
    staysFlat(findings, { queries: isShort ? 1_000 : 20_000, env: { READ_MAX_AGE_MS: '0' } }),
};
