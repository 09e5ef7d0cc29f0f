import type { Clock } from '../../clock.ts';

/** How often a reader is sent a sign that the service was asked. */
export interface HeartbeatParts {
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly everyMs: number;
}

/** The last update that a reader was sent. Instants are epoch ms. */
interface SentUpdate {
  readonly at: number;
  readonly checkedAt: number;
}

/**
 * Whether an update of kind CHECKED is due: the last update was sent `everyMs` ago or earlier, and the service has answered
 * since. So no look is reported twice.
 */
function isCheckedDue(
  last: SentUpdate,
  { now, checkedAt }: { readonly now: number; readonly checkedAt: number },
  everyMs: number,
): boolean {
  return now - last.at >= everyMs && checkedAt > last.checkedAt;
}

/** The heartbeat of one reader: one timer at most, which disposing of it cancels. It begins with the first update. */
export class Heartbeat implements Disposable {
  readonly #parts: HeartbeatParts;
  readonly #wake: () => void;
  #last: SentUpdate | null = null;
  #previous: SentUpdate | null = null;
  #timer: Disposable | null = null;

  /** @param wake called when the last update was sent long enough ago */
  constructor(parts: HeartbeatParts, wake: () => void) {
    this.#parts = parts;
    this.#wake = wake;
  }

  /** @param checkedAt of the state that is known now */
  isDue(checkedAt: number): boolean {
    const { clock, everyMs } = this.#parts;
    return this.#last !== null && isCheckedDue(this.#last, { now: clock.now(), checkedAt }, everyMs);
  }

  sent(checkedAt: number): void {
    const { clock, everyMs } = this.#parts;
    this.#previous = this.#last;
    this.#last = { at: clock.now(), checkedAt };
    this.#timer ??= clock.after(everyMs, () => this.#elapse());
  }

  /** The last update was not sent after all. */
  unsent(): void {
    this.#last = this.#previous;
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
  }

  /** After later updates, the timer is set again for the rest of the time. */
  #elapse(): void {
    const { clock, everyMs } = this.#parts;
    const restMs = (this.#last?.at ?? 0) + everyMs - clock.now();
    this.#timer = restMs > 0 ? clock.after(Math.ceil(restMs), () => this.#elapse()) : null;
    if (this.#timer === null) this.#wake();
  }
}
