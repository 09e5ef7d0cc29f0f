import type { SharedWrite } from '../../contracts/answer-sharing.ts';
import type { Ages, Want } from '../../contracts/watch-sharing.ts';
import type { DemandRecord, Plan } from '../../live/schedule/polling.ts';
import type { FailureRecord } from './failure-codec.ts';

/**
 * The state of one account's watches that the instances of the gateway share. All instants are epoch ms of Redis' clock.
 * Every method rejects with `RedisAwayError` while Redis is away.
 */
export interface WatchStore {
  /**
   * Takes the lease if no other instance has it.
   * @returns the lease, or null
   */
  claim(): Promise<string | null>;
  /**
   * Keeps the lease, and the demand for the next holder.
   * @param deadInstances those whose wants are over
   * @returns false if the lease is lost
   */
  renew(lease: string, demand: DemandRecord, deadInstances: readonly string[]): Promise<boolean>;
  /** Gives the lease back, which all hear of (`vacant`). */
  release(lease: string): Promise<void>;
  /**
   * The wants of this instance, which count for `WANT_COUNTS_MS`.
   * @param all null if they are as before
   */
  want(all: readonly Want[] | null, change: WantChange): Promise<void>;
  /** Keeps, and sends, each answer that was asked for later than the one that is kept. */
  publish(publications: readonly Publication[]): Promise<void>;
  /** Keeps it for a minute, and sends it. */
  wrote(write: SharedWrite): Promise<void>;
  /** Sends without keeping. */
  send(message: Sendable): Promise<void>;
  /** Kept answers of addresses that nobody watches any more are removed. */
  forget(addresses: readonly string[]): Promise<void>;
  snapshot(): Promise<WatchSnapshot>;
  /** Never rejects. Resolved: messages come, or the instance is alone, and they come once it is joined. */
  listen(onMessage: (message: WatchMessage) => void): Promise<Disposable>;
}

/** Another instance claims the lease of one that has died no later than this. */
export const LEASE_MS = 6_000;
/** The wants of an instance that is not heard of count so long. */
export const WANT_COUNTS_MS = 15_000;
/** A receipt counts this long (`receipts.ts`). */
export const WRITES_KEPT_MS = 60_000;
/** Last states are kept this long after the last change. */
export const STATES_KEPT_MS = 60 * 60_000;

export interface WantChange {
  readonly added: readonly Want[];
  /** Their `wantKey`. */
  readonly gone: readonly string[];
  /** Addresses that a reader waits for. */
  readonly looks: readonly string[];
}

/** News of one address. */
export interface Publication {
  readonly address: string;
  readonly answer: PublishedAnswer | null;
  readonly plan: Plan | null;
  readonly failure: { readonly error: FailureRecord; readonly at: number } | null;
  /** It is watched: an instance that comes later needs it. */
  readonly isKept: boolean;
}

interface PublishedAnswer {
  readonly asked: number;
  readonly answered: number;
  readonly at: number;
  /** The instance that has asked. */
  readonly by: string;
  /** The place in the order of the first answer with the same value. */
  readonly valueAsked: number;
  /** A `PublishedState` by `encodeValue`; null where other instances have it already. */
  readonly state: string | null;
}

/** The value of an answer, with the ages of the things that it is about. */
export interface PublishedState {
  /** The `valueAsked` of the answers that have it. */
  readonly asked: number;
  readonly value: object;
  readonly ages: Ages | null;
}

/** The same, as it is received. */
export interface ReceivedPublication extends Omit<Publication, 'answer' | 'isKept'> {
  readonly answer: (Omit<PublishedAnswer, 'state'> & { readonly state: PublishedState | null }) | null;
}

export type Sendable =
  /** They are asked for. */
  | { readonly is: 'asking'; readonly addresses: readonly string[] }
  /** Answers for an instance that lacks them. */
  | { readonly is: 'publications'; readonly publications: readonly Publication[] };

/** A message of another instance, `from`. */
export type WatchMessage = { readonly from: string } & (
  | { readonly is: 'vacant' }
  | ({ readonly is: 'wants' } & WantChange)
  | { readonly is: 'asking'; readonly addresses: readonly string[] }
  | { readonly is: 'wrote'; readonly write: SharedWrite }
  | { readonly is: 'publications'; readonly entries: readonly ReceivedPublication[] }
);

export interface WatchSnapshot {
  /** The wants of other instances, by instance. */
  readonly wants: ReadonlyMap<string, readonly Want[]>;
  readonly states: readonly ReceivedPublication[];
  /** Those of the last minute. */
  readonly writes: readonly SharedWrite[];
  /** The demand that the last holder of the lease has seen. */
  readonly demand: DemandRecord | null;
}
