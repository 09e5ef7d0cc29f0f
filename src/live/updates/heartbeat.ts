import type { Clock } from '../../clock.ts';

/** The last update that a reader was sent. Instants are epoch ms. */
interface SentUpdate {
  readonly at: number;
  readonly checkedAt: number;
}

/**
 * The heartbeat of one reader, who is sent an update of kind CHECKED if nothing else was sent for `everyMs`. It has one
 * timer at most, which disposing of it cancels, and begins with the first update.
 */
export class Heartbeat implements Disposable {
  readonly #clock: Pick<Clock, 'now' | 'after'>;
  readonly #everyMs: number;
  readonly #wake: () => void;
  #last: SentUpdate | null = null;
  #previous: SentUpdate | null = null;
  #timer: Disposable | null = null;

  /** @param wake called when the last update was sent long enough ago */
  constructor(clock: Pick<Clock, 'now' | 'after'>, everyMs: number, wake: () => void) {
    this.#clock = clock;
    this.#everyMs = everyMs;
    this.#wake = wake;
  }

  /**
   * Only if the service has answered since the last update, so that no look is reported twice.
   * @param checkedAt of the state that is known now
   */
  isDue(checkedAt: number): boolean {
    return this.#last !== null && this.#restMs <= 0 && checkedAt > this.#last.checkedAt;
  }

  sent(checkedAt: number): void {
    this.#previous = this.#last;
    this.#last = { at: this.#clock.now(), checkedAt };
    this.#timer ??= this.#clock.after(this.#everyMs, () => this.#elapse());
  }

  /** The last update was not sent after all. */
  unsent(): void {
    this.#last = this.#previous;
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
  }

  get #restMs(): number {
    return (this.#last?.at ?? 0) + this.#everyMs - this.#clock.now();
  }

  /** After later updates, the timer is set again for the rest of the time. */
  #elapse(): void {
    const restMs = this.#restMs;
    this.#timer = restMs > 0 ? this.#clock.after(Math.ceil(restMs), () => this.#elapse()) : null;
    if (this.#timer === null) this.#wake();
  }
}
