import { createRequire } from 'node:module';
import type { Registry } from 'prom-client';

type Collect = (registry: Registry, options: object) => void;

/**
 * The process metrics of prom-client, one by one: `collectDefaultMetrics` starts an observer of garbage collection, which
 * costs latency, and a second monitor of the event loop.
 */
const PROCESS_METRICS = [
  'processCpuTotal',
  'processStartTime',
  'osMemoryHeap',
  'processOpenFileDescriptors',
  'processMaxFileDescriptors',
  'heapSizeAndUsed',
  'version',
] as const;

export function collectProcessMetrics(registry: Registry): void {
  const require = createRequire(import.meta.url);
  for (const name of PROCESS_METRICS) {
    const collect: Collect = require(`prom-client/lib/metrics/${name}.js`);
    collect(registry, {});
  }
}
