import { setTimeout as pause } from 'node:timers/promises';

const LOOK_EVERY_MS = 100;

/** Looks at a value again and again until it is as low as it should be, or the time is over; resolves with the last. */
export async function settled(read: () => number | Promise<number>, target: number, mostMs: number): Promise<number> {
  const deadline = performance.now() + mostMs;
  for (;;) {
    const value = await read();
    if (value <= target || performance.now() > deadline) return value;
    await pause(LOOK_EVERY_MS);
  }
}

/** The highest value from now until it is stopped. */
export function watchHighest(read: () => number): { readonly highest: () => number } & Disposable {
  let highest = read();
  const look = (): void => {
    highest = Math.max(highest, read());
  };
  const timer = setInterval(look, LOOK_EVERY_MS);
  return {
    highest() {
      look();
      return highest;
    },
    [Symbol.dispose]: () => clearInterval(timer),
  };
}

/** The value that the share (0.5: half) of all values does not pass. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Does a job for each of the numbers 0, 1, 2, … below `count`, so many at once. */
export async function inLanes(count: number, lanes: number, job: (index: number) => Promise<void>): Promise<void> {
  const numbers = Array(count).keys();
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (const number of numbers) await job(number);
    }),
  );
}
