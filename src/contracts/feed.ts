import type { SpanContext } from '../domain/common/span-context.ts';

/**
 * The events of one reader of a subscription. It holds the newest state, not a queue of old ones: a slow reader gets fewer
 * events, and needs no more memory.
 *
 * A subscription's `subscribe` returns it. (It is an AsyncIterable, so that any executor of GraphQL can read it; the
 * gateway's own takes from it when its reader's connection has room.)
 */
export interface Feed<Event extends object> extends AsyncIterable<Event | Error> {
  /** Takes the next event; each is returned once. After `ended` it always returns `ended`. */
  take(): Taken<Event>;
  /**
   * The last event taken was not sent, because its selection shows no change: it does not count in `sequence`. Call it
   * before the next `take`.
   */
  unread(): void;
  /**
   * Fields of the last event could not be read for now: it comes once more when that may succeed.
   * @returns whether the event is held back: the last one of its subject is sent once, when it can be read or a minute later
   */
  owe?(event: Event, refused: RefusedFields): boolean;
  /** It is woken each time that an event is available after `take` returned none. One listener only. */
  onReady(listener: FeedListener): void;
  /** Frees everything at once; `take` then returns `ended`. Idempotent. */
  close(): void;
}

/** An object rather than a function, since there are thousands of feeds. */
export interface FeedListener {
  wake(): void;
}

export type Taken<Event extends object> =
  | { readonly is: 'empty' }
  /**
   * The identical object for all readers of the same event, so that it is executed once. An `Error` becomes null with
   * that error, and further events may follow.
   */
  | { readonly is: 'event'; readonly event: Event | Error }
  /** The end of the stream, with the error if it failed. */
  | { readonly is: 'ended'; readonly error: Error | null };

/** The fields of an event that could not be read. */
export interface RefusedFields {
  readonly errors: number;
  /** When the quota allows it; null if the service has failed. */
  readonly retryAfterMs: number | null;
  /** The places in the event's list of those with errors; empty if it has no list. */
  readonly items: ReadonlySet<number>;
}

/** An event that comes once more, because fields of it could not be read; it is sent if fewer are missing. */
export interface Retried {
  readonly retry?: { readonly attempt: number; readonly errors: number } | undefined;
}

/** An event about one of several subjects: it is compared with the last one sent about the same subject. */
export interface HasSubject {
  readonly subject: string;
}

/** An event whose state was asked for by a span; null where nothing is traced. */
export interface Caused {
  readonly cause: SpanContext | null;
}

/** An event that is always sent, such as the first or the last. */
export interface AlwaysSent {
  readonly alwaysSend: boolean;
}
