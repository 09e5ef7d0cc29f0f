import type { WebSocket } from 'ws';
import type { Clock } from '../../../clock.ts';

const SECOND_MS = 1000;

/**
 * How fast a socket is read: whoever sends more than the gateway takes in a second, or does not read what it is
 * answered, is read no further for a while. The sender's machine then keeps the data.
 */
export class ReadThrottle {
  readonly #socket: WebSocket;
  readonly #clock: Clock;
  readonly #messagesPerSecond: number;
  #since = 0;
  #messages = 0;
  #isTooFast = false;
  #isFullOfAnswers = false;
  #isFullOfMessages = false;

  constructor(socket: WebSocket, clock: Clock, messagesPerSecond: number) {
    this.#socket = socket;
    this.#clock = clock;
    this.#messagesPerSecond = messagesPerSecond;
  }

  /** A message has come. Those that had come with it are still to be taken. */
  count(): void {
    const now = this.#clock.now();
    if (now - this.#since >= SECOND_MS) {
      this.#since = now;
      this.#messages = 0;
    }
    this.#messages += 1;
    if (this.#messages < this.#messagesPerSecond || this.#isTooFast) return;
    this.#isTooFast = true;
    this.#clock.after(this.#since + SECOND_MS - now, () => {
      this.#isTooFast = false;
      this.#set();
    });
    this.#set();
  }

  /** Whether as many answers wait for the client to take them as may. */
  setFullOfAnswers(isFull: boolean): void {
    if (isFull === this.#isFullOfAnswers) return;
    this.#isFullOfAnswers = isFull;
    this.#set();
  }

  /** Whether as many messages wait for their turns as may. */
  setFullOfMessages(isFull: boolean): void {
    if (isFull === this.#isFullOfMessages) return;
    this.#isFullOfMessages = isFull;
    this.#set();
  }

  #set(): void {
    if (this.#isTooFast || this.#isFullOfAnswers || this.#isFullOfMessages) this.#socket.pause();
    else this.#socket.resume();
  }
}
