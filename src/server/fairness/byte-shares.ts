import { GatewayError } from '../../errors.ts';

/** How much may be held for those who ask, in bytes, within the heap or outside of it. */
export interface HeldBytesLimits {
  /** For all. */
  readonly all: number;
  /** Of these, for those of whom it is not known yet who asks. */
  readonly strangers: number;
}

export const HELD_BYTES: HeldBytesLimits = { all: 256 * 1024 * 1024, strangers: 64 * 1024 * 1024 };

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

export function createByteShares({ all, strangers }: HeldBytesLimits): ByteShares {
  const byClient = new Map<string | null, number>();
  let held = 0;
  const isTooMuch = (client: string | null, own: number, more: number): boolean =>
    own + more > all - held || (client === null && own + more > strangers);

  return {
    of: (client) => ({
      take(bytes) {
        const own = byClient.get(client) ?? 0;
        if (isTooMuch(client, own, bytes)) return false;
        byClient.set(client, own + bytes);
        held += bytes;
        return true;
      },
      giveBack(bytes) {
        const own = (byClient.get(client) ?? 0) - bytes;
        if (own > 0) byClient.set(client, own);
        else byClient.delete(client);
        held -= bytes;
      },
    }),
  };
}

/** About how long it takes until what a client has unread or unfinished was taken, or was given up. */
const RETRY_AFTER_SECONDS = 5;

/** A client has as much unfinished and unread as the gateway holds for one. */
class TooMuchHeldError extends GatewayError {
  override readonly name = 'TooMuchHeldError';
  readonly code = 'RATE_LIMITED';
  readonly retryAfterSeconds = RETRY_AFTER_SECONDS;
  constructor() {
    super('The gateway holds no more unfinished requests and unread answers for this client.');
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
    if (!this.#held.take(bytes)) throw new TooMuchHeldError();
    this.#bytes += bytes;
  }

  [Symbol.dispose](): void {
    this.#held.giveBack(this.#bytes);
    this.#bytes = 0;
  }
}
