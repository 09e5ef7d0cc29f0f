import type { Clock } from '../../../clock.ts';

/** A client says at once who it is. */
const AT_ONCE_MS = 1000;

/**
 * Sockets whose clients have not said yet who they are. Where there are many, the oldest goes for each that comes, so that
 * those who do say it get in.
 */
export class UnknownSockets<Socket extends { terminate(): void }> {
  readonly #most: number;
  readonly #clock: Pick<Clock, 'now'>;
  /** The oldest first, by when they came. */
  readonly #since = new Map<Socket, number>();

  constructor(most: number, clock: Pick<Clock, 'now'>) {
    this.#most = most;
    this.#clock = clock;
  }

  add(socket: Socket): void {
    if (this.#since.size >= this.#most) this.#dropOldest();
    this.#since.set(socket, this.#clock.now());
  }

  delete(socket: Socket): void {
    this.#since.delete(socket);
  }

  /** Not one that has just come: after a restart all clients come back in the same second. */
  #dropOldest(): void {
    const [oldest] = this.#since;
    if (oldest === undefined) return;
    const [socket, since] = oldest;
    if (this.#clock.now() - since > AT_ONCE_MS) socket.terminate();
  }
}
