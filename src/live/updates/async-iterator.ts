import type { Feed } from '../../contracts/feed.ts';

/**
 * A feed as any executor of GraphQL can read it. No generator: one that waits cannot be returned. Here `return` settles
 * what waits, at once. An error among the events is a value, which the field throws; one that ends the feed rejects.
 */
export function iterate<Event extends object>(feed: Feed<Event>): AsyncIterator<Event | Error> {
  return new FeedIterator(feed);
}

interface Waiting<Event> {
  readonly resolve: (result: IteratorResult<Event | Error>) => void;
  readonly reject: (error: Error) => void;
}

const DONE = { done: true, value: undefined } as const;

class FeedIterator<Event extends object> implements AsyncIterator<Event | Error> {
  readonly #feed: Feed<Event>;
  readonly #waiting: Waiting<Event>[] = [];
  #isDone = false;

  constructor(feed: Feed<Event>) {
    this.#feed = feed;
    feed.onReady({ wake: () => this.#serve() });
  }

  next(): Promise<IteratorResult<Event | Error>> {
    const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Event | Error>>();
    this.#waiting.push({ resolve, reject });
    this.#serve();
    return promise;
  }

  return(): Promise<IteratorResult<Event | Error>> {
    this.#isDone = true;
    this.#feed.close();
    this.#serve();
    return Promise.resolve(DONE);
  }

  #serve(): void {
    for (let first = this.#waiting[0]; first !== undefined; first = this.#waiting[0]) {
      if (!this.#resolve(first)) return;
      this.#waiting.shift();
    }
  }

  /** Whether there was an event, or the end. */
  #resolve({ resolve, reject }: Waiting<Event>): boolean {
    if (this.#isDone) {
      resolve(DONE);
      return true;
    }
    const taken = this.#feed.take();
    if (taken.is === 'empty') return false;
    if (taken.is === 'event') resolve({ done: false, value: taken.event });
    else {
      this.#isDone = true;
      if (taken.error === null) resolve(DONE);
      else reject(taken.error);
    }
    return true;
  }
}
