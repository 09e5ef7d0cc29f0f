import { monitorEventLoopDelay, performance } from 'node:perf_hooks';

/** How busy and how late the event loop was since the reading before. */
interface EventLoopReading {
  /** In [0, 1]. */
  readonly utilization: number;
  /** Seconds by quantile. */
  readonly delays: ReadonlyMap<string, number>;
}

export interface EventLoopMonitor extends Disposable {
  read(): EventLoopReading;
}

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const QUANTILES = [0.5, 0.9, 0.99] as const;

export function monitorEventLoop(): EventLoopMonitor {
  const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  histogram.enable();
  let previous = performance.eventLoopUtilization();
  return {
    read() {
      const current = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(current, previous);
      previous = current;
      // The histogram measures the interval between two ticks of its timer, which the resolution is a part of.
      const delay = (nanoseconds: number) => Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000);
      const delays = new Map(
        QUANTILES.map((quantile) => [String(quantile), delay(histogram.percentile(quantile * 100))] as const),
      );
      histogram.reset();
      return { utilization, delays };
    },
    [Symbol.dispose]: () => void histogram.disable(),
  };
}
