import type { HeldBytes } from '../../fairness/byte-shares.ts';
import { Fifo } from '../../fairness/fifo.ts';
import type { Lane, Task, TaskQueue } from '../../fairness/task-queue.ts';

/** The most that waits before its socket is read no further; messages that have come already are taken all the same. */
const MOST_MESSAGES = 100;
const MOST_CHARACTERS = 128 * 1024;
const BYTES_OF_CHARACTER = 2;

/** The intake of the socket, as its inbox sees it. */
export interface InboxOwner {
  readonly lane: Lane;
  readonly bytes: HeldBytes;
  /** Takes one message, in its turn. Never throws. */
  take(text: string): void;
  /** Whether the next one may be taken. If not, `wake` is to be called once it may. */
  isReady(): boolean;
  setFull(isFull: boolean): void;
  /** Nothing waits any more. */
  emptied(): void;
}

/** The messages of one client's socket that wait for their turns. There is one only while any do. */
export class Inbox implements Task {
  readonly #owner: InboxOwner;
  readonly #turns: TaskQueue;
  readonly #messages = new Fifo<string>();
  #characters = 0;
  #isQueued = false;

  constructor(owner: InboxOwner, turns: TaskQueue) {
    this.#owner = owner;
    this.#turns = turns;
  }

  get lane(): Lane {
    return this.#owner.lane;
  }

  /** False, and the message is lost, where the client holds as much as it may. */
  add(text: string): boolean {
    if (!this.#owner.bytes.take(text.length * BYTES_OF_CHARACTER)) return false;
    this.#messages.add(text);
    this.#characters += text.length;
    if (this.#messages.length >= MOST_MESSAGES || this.#characters >= MOST_CHARACTERS) this.#owner.setFull(true);
    this.wake();
    return true;
  }

  wake(): void {
    if (this.#isQueued || this.#messages.length === 0 || !this.#owner.isReady()) return;
    this.#isQueued = true;
    this.#turns.add(this);
  }

  run(): void {
    this.#isQueued = false;
    const text = this.#messages.take();
    if (text === undefined) return;
    this.#forget(text);
    this.#owner.take(text);
    if (this.#messages.length > 0) {
      this.wake();
      return;
    }
    this.#owner.setFull(false);
    this.#owner.emptied();
  }

  /** The socket is closed. */
  clear(): void {
    for (let text = this.#messages.take(); text !== undefined; text = this.#messages.take()) this.#forget(text);
  }

  #forget(text: string): void {
    this.#characters -= text.length;
    this.#owner.bytes.giveBack(text.length * BYTES_OF_CHARACTER);
  }
}
