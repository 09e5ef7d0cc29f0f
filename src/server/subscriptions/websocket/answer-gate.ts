import { Fifo } from '../../fairness/fifo.ts';
import type { IntakeSocket } from './intake.ts';

/** Lets few queries and mutations of a socket run at once, and the next one only while the client takes its answers. */
export class AnswerGate {
  readonly #most: number;
  readonly #connection: Pick<IntakeSocket, 'isWritable'>;
  readonly #waiting = new Fifo<() => void>();
  #running = 0;

  constructor(most: number, connection: Pick<IntakeSocket, 'isWritable'>) {
    this.#most = most;
    this.#connection = connection;
  }

  /** To be awaited before one runs; `leave` is called when it has been answered. */
  enter(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add(resolve);
    this.wake();
    return promise;
  }

  leave(): void {
    this.#running -= 1;
    this.wake();
  }

  /** There may be room. */
  wake(): void {
    while (this.#waiting.length > 0 && this.#running < this.#most && this.#connection.isWritable()) {
      this.#running += 1;
      this.#waiting.take()?.();
    }
  }
}
