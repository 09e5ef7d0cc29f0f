import type { Clock } from '../../../clock.ts';

/** Something whose messages are read. */
export interface RatedReading {
  /** It has sent as many messages as are read in a second, or the second is over. */
  rateChanged(): void;
}

const SECOND_MS = 1000;

/**
 * How fast sockets send: of each so many messages are read in a second. Only those that have sent something in the current
 * second are known, and one timer is enough for all.
 */
export class ReadRates {
  readonly #clock: Clock;
  readonly #messagesPerSecond: number;
  #messages = new Map<RatedReading, number>();

  constructor(clock: Clock, messagesPerSecond: number) {
    this.#clock = clock;
    this.#messagesPerSecond = messagesPerSecond;
  }

  /** A message has come. Those that had come with it are still to be taken. */
  count(reading: RatedReading): void {
    if (this.#messages.size === 0) this.#clock.after(SECOND_MS, () => this.#beginSecond());
    const messages = (this.#messages.get(reading) ?? 0) + 1;
    this.#messages.set(reading, messages);
    if (messages === this.#messagesPerSecond) reading.rateChanged();
  }

  /** Nothing more is to be read of it in this second. */
  isTooFast(reading: RatedReading): boolean {
    return (this.#messages.get(reading) ?? 0) >= this.#messagesPerSecond;
  }

  #beginSecond(): void {
    const messages = this.#messages;
    this.#messages = new Map();
    for (const [reading, count] of messages) if (count >= this.#messagesPerSecond) reading.rateChanged();
  }
}
