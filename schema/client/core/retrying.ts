import { NoAnswerError } from './document.ts';

interface RetryOptions {
  readonly signal?: AbortSignal | undefined;
  /** The pauses that go on: calling one ends it. */
  readonly pauses?: Set<() => void>;
  /** Default: as many as take about two minutes. */
  readonly attempts?: number;
}

const ATTEMPTS = 40;
const SHORTEST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 4_000;

/** Exponential, with jitter, so that the pages of a restarted gateway do not all come back in one moment. */
export const backoff = (attempt: number, shortestMs: number, longestMs: number): number =>
  (0.5 + Math.random() / 2) * Math.min(longestMs, shortestMs * 2 ** attempt);

/** Repeats what got no answer, with backoff and jitter. */
export async function retrying<Value>(
  run: () => Promise<Value>,
  { signal, pauses = new Set(), attempts = ATTEMPTS }: RetryOptions = {},
): Promise<Value> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!(error instanceof NoAnswerError) || attempt === attempts || signal?.aborted) throw error;
      await pause(backoff(attempt, SHORTEST_PAUSE_MS, LONGEST_PAUSE_MS), pauses);
    }
  }
}

function pause(ms: number, pauses: Set<() => void>): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      pauses.delete(end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    pauses.add(end);
  });
}
