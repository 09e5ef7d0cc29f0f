import type { GraphQLFieldConfig, GraphQLSchema } from 'graphql';
import type { Feed, FeedListener, Taken } from '../../src/contracts/feed.ts';
import { NotFoundError } from '../../src/errors.ts';
import type { Caller } from '../../src/server/request/caller.ts';
import type { ContextRequest } from '../../src/server/request/operation-request.ts';

/** The things of a stand-in's subscriptions, by their ids; they change when a test says so. */
export const WATCHED_SDL = `
  type Subscription {
    "Of one thing, from now on."
    changed(id: ID!): Change
    "Its feed is there when the test says so."
    changedSlowly(id: ID!): Change
    neverThere: Change
    broken: Change
    "What it is made of is no feed."
    unfed: Change
  }
  interface Told { sequence: Int! skipped: Int! }
  type Change implements Told {
    sequence: Int!
    skipped: Int!
    value: String
    "As long as the value says."
    large: String
    "Reads, and waits until the test lets go of it."
    read: String
    broken: String
    warned: String
    "The request id of the context that it was executed with."
    requestId: String
  }
`;

interface Change {
  readonly sequence: number;
  readonly skipped: number;
  readonly value: string;
  readonly alwaysSend: boolean;
}

/** The test's hand on what is watched. */
export interface Watched {
  /** How many feeds were ever opened, and which are open now. */
  readonly opened: number;
  readonly open: ReadonlySet<HandFeed>;
  /** A change of a thing, for everybody who watches it; they get the identical event unless they are behind. */
  change(id: string, value: string, alwaysSend?: boolean): void;
  /** Sends a failure; more may follow. */
  fail(id: string, error: Error): void;
  end(id: string, error?: Error): void;
  /** How many wait for their feed. */
  readonly starting: number;
  /** How often a change was executed. */
  readonly executions: number;
  /** Those that wait in `read`. */
  readonly reading: ContextRequest<Caller>[];
  /** Lets go of all that waits, and of whatever comes after. */
  release(): void;
}

class HandFeed implements Feed<Change> {
  readonly id: string;
  readonly #closed: (feed: HandFeed) => void;
  #next: Change | Error | null = null;
  #end: { readonly error: Error | null } | null = null;
  #skipped = 0;
  #sequence = 0;
  /** All that there was to take was taken. */
  isDry = true;
  #listener: FeedListener | undefined;
  takenBack = 0;

  constructor(id: string, closed: (feed: HandFeed) => void) {
    this.id = id;
    this.#closed = closed;
  }

  put(toEvent: (sequence: number, skipped: number) => Change | Error): void {
    if (this.#next) this.#skipped += 1;
    this.#next = toEvent(this.#sequence, this.#skipped);
    this.#ready();
  }

  putEnd(error: Error | null): void {
    this.#end = { error };
    this.#ready();
  }

  take(): Taken<Change> {
    const event = this.#next;
    if (event) {
      this.#next = null;
      this.#skipped = 0;
      this.#sequence += 1;
      return { is: 'event', event };
    }
    if (this.#end) return { is: 'ended', error: this.#end.error };
    this.isDry = true;
    return { is: 'empty' };
  }

  unread(): void {
    this.takenBack += 1;
    this.#sequence -= 1;
  }

  onReady(listener: FeedListener): void {
    this.#listener = listener;
  }

  close(): void {
    this.#next = null;
    this.#end ??= { error: null };
    this.#closed(this);
  }

  #ready(): void {
    if (!this.isDry) return;
    this.isDry = false;
    this.#listener?.wake();
  }

  [Symbol.asyncIterator](): AsyncIterator<Change | Error> {
    throw new Error('Nobody iterates over it.');
  }
}

interface WatchedContext {
  readonly call: ContextRequest<Caller>;
}

/** Gives the subscriptions of a schema their sources and fields. */
export function watch(schema: GraphQLSchema): Watched {
  const open = new Set<HandFeed>();
  const gate = Promise.withResolvers<void>();
  const reading: ContextRequest<Caller>[] = [];
  const seen = { opened: 0, executions: 0, starting: 0 };
  const openFeed = (_source: unknown, { id }: { id: string }): HandFeed => {
    seen.opened += 1;
    const feed = new HandFeed(id, (closed) => open.delete(closed));
    open.add(feed);
    return feed;
  };
  const feedsOf = (id: string) => [...open].filter((feed) => feed.id === id);

  const sources: Record<string, GraphQLFieldConfig<unknown, WatchedContext>['subscribe']> = {
    changed: openFeed,
    changedSlowly: async (source, args) => {
      seen.starting += 1;
      await gate.promise;
      seen.starting -= 1;
      return openFeed(source, args as { id: string });
    },
    neverThere: () => {
      throw new NotFoundError('There is no such thing.');
    },
    broken: async () => {
      throw new Error('a secret of the source');
    },
    unfed: async function* () {
      yield {};
    },
  };
  for (const [name, field] of Object.entries(schema.getSubscriptionType()!.getFields())) {
    field.subscribe = sources[name]!;
    field.resolve = (event) => {
      seen.executions += 1;
      if (event instanceof Error) throw event;
      return event;
    };
  }
  const told = schema.getType('Change') as unknown as { getFields(): Record<string, Field> };
  const base = schema.getType('Told') as unknown as { getFields(): Record<string, Field> };
  for (const field of Object.values(base.getFields())) field.extensions = { aboutUpdate: true };
  const fields = told.getFields();
  for (const name of ['sequence', 'skipped']) fields[name]!.extensions = { aboutUpdate: true };
  fields['large']!.resolve = ({ value }) => 'x'.repeat(Number(value));
  fields['read']!.resolve = async ({ value }, _args, { call }) => {
    reading.push(call);
    call.onUpstreamRequest();
    await Promise.race([gate.promise, new Promise((resolve) => call.signal.addEventListener('abort', resolve))]);
    return value;
  };
  fields['broken']!.resolve = async () => {
    throw new Error('a secret of the field');
  };
  fields['warned']!.resolve = ({ value }, _args, { call }) => {
    call.warn({ path: ['changed', 'warned'], message: 'one was left out' });
    return value;
  };
  fields['requestId']!.resolve = (_source, _args, { call }) => call.requestId;

  return {
    open,
    reading,
    get opened() {
      return seen.opened;
    },
    get starting() {
      return seen.starting;
    },
    get executions() {
      return seen.executions;
    },
    release: gate.resolve,
    change(id, value, alwaysSend = false) {
      const events = new Map<string, Change>();
      const toEvent = (sequence: number, skipped: number): Change => {
        const key = `${sequence} ${skipped}`;
        const event = events.get(key) ?? { sequence, skipped, value, alwaysSend };
        events.set(key, event);
        return event;
      };
      for (const feed of feedsOf(id)) feed.put(toEvent);
    },
    fail(id, error) {
      for (const feed of feedsOf(id)) feed.put(() => error);
    },
    end(id, error) {
      for (const feed of feedsOf(id)) feed.putEnd(error ?? null);
    },
  };
}

interface Field {
  extensions: Record<string, unknown>;
  resolve: (source: Change, args: unknown, context: WatchedContext) => unknown;
}
