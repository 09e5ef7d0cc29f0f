import { RecurringMap } from '../../domain/common/recurring-map.ts';
import { GatewayError } from '../../errors.ts';

/** How much may be held for those who ask, in bytes, within the heap or outside of it. */
export interface HeldBytesLimits {
  /** For all. */
  readonly all: number;
  /** The part of these for callers who are not known yet. */
  readonly strangers: number;
}

export const HELD_BYTES: HeldBytesLimits = { all: 256 * 1024 * 1024, strangers: 16 * 1024 * 1024 };

/** The memory of one client: incomplete requests, variables of running operations, unread answers. */
export interface HeldBytes {
  /** Holds so many more; false, and nothing held, where that would be more than the client's share. */
  take(bytes: number): boolean;
  giveBack(bytes: number): void;
}

/** Shares out the room: a client may hold as much as is still free, so that whoever comes next always finds some. */
export interface ByteShares {
  /** @param client null as long as it is not known who asks */
  of(client: string | null): HeldBytes;
}

export function createByteShares(limits: HeldBytesLimits): ByteShares {
  const room = new Room(limits);
  return { of: (client) => new ClientBytes(room, client) };
}

class Room {
  readonly #limits: HeldBytesLimits;
  readonly #byClient = new RecurringMap<string | null, number>();
  #held = 0;

  constructor(limits: HeldBytesLimits) {
    this.#limits = limits;
  }

  take(client: string | null, bytes: number): boolean {
    const own = (this.#byClient.get(client) ?? 0) + bytes;
    const { all, strangers } = this.#limits;
    if (own > all - this.#held || (client === null && own > strangers)) return false;
    this.#byClient.set(client, own);
    this.#held += bytes;
    return true;
  }

  giveBack(client: string | null, bytes: number): void {
    const own = (this.#byClient.get(client) ?? 0) - bytes;
    if (own > 0) this.#byClient.set(client, own);
    else this.#byClient.delete(client);
    this.#held -= bytes;
  }
}

/** Two fields, as each connection has one of its own. */
class ClientBytes implements HeldBytes {
  readonly #room: Room;
  readonly #client: string | null;

  constructor(room: Room, client: string | null) {
    this.#room = room;
    this.#client = client;
  }

  take(bytes: number): boolean {
    return this.#room.take(this.#client, bytes);
  }

  giveBack(bytes: number): void {
    this.#room.giveBack(this.#client, bytes);
  }
}

/** About how long it takes until what a client has unread or unfinished was taken, or was given up. */
const RETRY_AFTER_SECONDS = 5;

/** A client has as much unfinished and unread as the gateway holds for one. */
class TooMuchHeldError extends GatewayError {
  override readonly name = 'TooMuchHeldError';
  readonly code = 'RATE_LIMITED';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  constructor() {
    super(
      'The gateway holds no more for this client: unfinished requests, unread answers, and what its operations read.',
    );
  }
  override get extensions() {
    return { retryAfterSeconds: this.retryAfterSeconds };
  }
}

/** The memory of one request, released at once. */
export class Reservation implements Disposable {
  readonly #held: HeldBytes;
  #bytes = 0;

  constructor(held: HeldBytes) {
    this.#held = held;
  }

  /** @throws TooMuchHeldError */
  grow(bytes: number): void {
    if (!this.tryGrow(bytes)) throw new TooMuchHeldError();
  }

  /** False, and nothing more held, where there is no room. */
  tryGrow(bytes: number): boolean {
    const isTaken = this.#held.take(bytes);
    if (isTaken) this.#bytes += bytes;
    return isTaken;
  }

  [Symbol.dispose](): void {
    this.#held.giveBack(this.#bytes);
    this.#bytes = 0;
  }
}
