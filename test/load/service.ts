import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';

/** Long enough for one request after the other, short enough that nobody waits until its connections are closed. */
const KEEP_ALIVE_MS = 3_000;

/** The service that the gateway asks: the sandbox, in the process of the checks, where a check can arrange and question it. */
export const startService = (options: SandboxOptions = {}): Promise<Sandbox> =>
  startSandbox({ keepAliveMs: KEEP_ALIVE_MS, ...options });
