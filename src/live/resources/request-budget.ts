import { type Clock, repeat } from '../../clock.ts';
import type { RequestBudget } from '../../domain/balance.ts';
import type { RequestBudgetUpdate } from '../../domain/update.ts';
import { UpstreamUnavailableError } from '../../errors.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { Topic } from '../updates/topic.ts';
import { type FeedOptions, TopicFeed } from '../updates/topic-feed.ts';

/** The windows of the quota slide all the time; a reader gets an update at most this often. */
const EVERY_MS = 1000;

/** The quota of an account, as this gateway counts it: watching it costs no request. */
export class RequestBudgetResource implements Disposable {
  readonly #clock: Clock;
  readonly #read: () => RequestBudget;
  readonly #onOver: () => void;
  readonly #timer: Disposable;
  readonly #topic = new Topic<RequestBudget, RequestBudgetUpdate>({
    toUpdate: (about, budget) => ({ of: 'RequestBudget', budget, ...about }),
  });

  /** @param onOver its last reader has left */
  constructor(clock: Clock, read: () => RequestBudget, onOver: () => void) {
    this.#clock = clock;
    this.#read = read;
    this.#onOver = onOver;
    this.#timer = repeat(clock, EVERY_MS, () => this.#look());
  }

  open(reader: FeedOptions): BaseFeed<RequestBudgetUpdate> {
    const feed = new TopicFeed(this.#topic, reader, this.#clock);
    this.#publish();
    return feed;
  }

  [Symbol.dispose](): void {
    this.#timer[Symbol.dispose]();
    this.#topic.end(new UpstreamUnavailableError());
  }

  #look(): void {
    if (this.#topic.hasReaders) {
      this.#publish();
      return;
    }
    this.#timer[Symbol.dispose]();
    this.#onOver();
  }

  #publish(): void {
    const now = this.#clock.now();
    const times = { checkedAt: now, nextCheckAt: now + EVERY_MS };
    this.#topic.publish({ state: this.#read(), freshness: 'LIVE', failure: null, cause: null, ...times });
  }
}
