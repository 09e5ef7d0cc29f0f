import type { Feed } from '../../contracts/feed.ts';

/**
 * A feed as any executor of GraphQL can read it. No generator: one that waits cannot be returned. Here `return` settles
 * what waits, at once. An error among the events is a value, which the field throws; one that ends the feed rejects.
 */
export class FeedIterator<Event extends object> implements AsyncIterator<Event | Error> {
  readonly #feed: Feed<Event>;
  readonly #waiting: PromiseWithResolvers<IteratorResult<Event | Error>>[] = [];
  #isDone = false;

  constructor(feed: Feed<Event>) {
    this.#feed = feed;
    feed.onReady({ wake: () => this.#serve() });
  }

  next(): Promise<IteratorResult<Event | Error>> {
    const waiting = Promise.withResolvers<IteratorResult<Event | Error>>();
    this.#waiting.push(waiting);
    this.#serve();
    return waiting.promise;
  }

  return(): Promise<IteratorResult<Event | Error>> {
    this.#isDone = true;
    this.#feed.close();
    this.#serve();
    return Promise.resolve(DONE);
  }

  #serve(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      const taken = this.#isDone ? ENDED : this.#feed.take();
      if (taken.is === 'empty') return;
      this.#waiting.shift();
      if (taken.is === 'event') first.resolve({ done: false, value: taken.event });
      else {
        this.#isDone = true;
        if (taken.error === null) first.resolve(DONE);
        else first.reject(taken.error);
      }
    }
  }
}

const DONE = { done: true, value: undefined } as const;
const ENDED = { is: 'ended', error: null } as const;
