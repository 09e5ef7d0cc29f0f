/**
 * What there is to tell one reader of a subscription. It holds the newest state, not a queue of old ones: whoever takes
 * seldom is told less, and holds no more memory.
 *
 * It is what a subscription's `subscribe` gives. (Being an AsyncIterable makes it one that any executor of GraphQL can
 * read; the gateway's own takes from it when its reader's connection has room.)
 */
export interface Feed<Event extends object> extends AsyncIterable<Event | Error> {
  /** Takes what is there; each event is there once. After `ended` it is that for ever. */
  take(): Taken<Event>;
  /**
   * The last event that was taken was not sent, since its reader can see nothing new in it: it does not count in
   * `sequence`. To be called before the next `take`.
   */
  unread(): void;
  /** Called each time there is something to take after `take` gave `nothing`. One reader, so one listener. */
  onReady(listener: () => void): void;
  /** The reader has left: everything is freed, at once, and `take` gives `ended`. May be called again. */
  close(): void;
}

export type Taken<Event extends object> =
  | { readonly is: 'nothing' }
  /**
   * The identical object for all readers who are to be told exactly the same: what was made of it for one serves the
   * others. An `Error` (which the field throws) is told as null with an error, and more may follow.
   */
  | { readonly is: 'event'; readonly event: Event | Error }
  /** Nothing more will come; `error` is why, if that was no good end. */
  | { readonly is: 'ended'; readonly error: Error | null };

/** An event about one of several things that its feed tells of: it is compared with what was told of the same one. */
export interface HasSubject {
  readonly subject: string;
}

/** An event that is sent even if its reader can see nothing new in it, such as the first, or the last. */
export interface AlwaysSent {
  readonly isSentAnyway: boolean;
}
