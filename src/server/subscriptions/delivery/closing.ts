import type { Clock } from '../../../clock.ts';
import { repeat } from '../../../clock.ts';
import type { StreamEnd } from '../../../contracts/measurements.ts';

/** Why the gateway closes it. */
export type GoAwayReason = Extract<StreamEnd, 'stopping' | 'age'>;

/** A socket or a stream that the gateway closes though its client has not: the client is to come back, to another instance. */
export interface Closable {
  /** Running operations are answered, no new one starts, then it is closed. */
  goAway(reason: GoAwayReason): void;
}

/** So many are closed in one moment; more would all come back in one moment as well. */
const AT_ONCE = 500;
const STEP_MS = 50;

/**
 * Closes all of them: at once, or spread evenly over some time where there are many.
 * @param spreadMs how long that may take
 * @param cutOff aborted when no time is left: the rest is closed at once
 */
export async function closeAll(
  all: readonly Closable[],
  { clock, spreadMs, cutOff }: { readonly clock: Clock; readonly spreadMs: number; readonly cutOff: AbortSignal },
): Promise<void> {
  const perStep = all.length <= AT_ONCE ? all.length : Math.ceil((all.length * STEP_MS) / Math.max(spreadMs, STEP_MS));
  for (let begin = 0; begin < all.length; begin += perStep) {
    if (begin > 0 && !cutOff.aborted) await pause(clock, STEP_MS);
    for (const connection of all.slice(begin, begin + perStep)) connection.goAway('stopping');
  }
}

const pause = (clock: Clock, ms: number): Promise<void> => new Promise((resolve) => void clock.after(ms, resolve));

/** Connections live for a fifth less than the greatest age at the least, at random: they do not all end together. */
const JITTER = 0.2;

/** Closes each connection once it has the greatest age, so that clients spread over instances that were started later. */
export function closeAged(parts: {
  readonly clock: Clock;
  /** 0: they may have any. */
  readonly maxAgeMs: number;
  /** In [0, 1). */
  readonly random: () => number;
  open(): Iterable<Closable>;
}): Disposable {
  const { clock, maxAgeMs, random, open } = parts;
  if (maxAgeMs === 0) return { [Symbol.dispose]: () => undefined };
  const endsAt = new WeakMap<Closable, number>();
  return repeat(clock, Math.min(1000, Math.max(STEP_MS, maxAgeMs / 20)), () => {
    const now = clock.now();
    for (const connection of open()) {
      const end = endsAt.get(connection);
      if (end === undefined) endsAt.set(connection, now + maxAgeMs * (1 - JITTER * random()));
      else if (end <= now) connection.goAway('age');
    }
  });
}
