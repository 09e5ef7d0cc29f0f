import { type Clock, repeat } from '../../clock.ts';
import type { RequestBudget } from '../../domain/balance.ts';
import type { RequestBudgetUpdate } from '../../domain/update.ts';
import { UpstreamUnavailableError } from '../../errors.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { Topic } from '../updates/topic.ts';
import { TopicFeed, type WatchReader } from '../updates/topic-feed.ts';

/** The windows of the quota slide all the time; a reader gets an update at most this often. */
const EVERY_MS = 1000;

/** The quota of an account, as this gateway counts it: watching it costs no request. */
export class RequestBudgetResource implements Disposable {
  readonly #clock: Clock;
  readonly #read: () => RequestBudget;
  readonly #onActive: () => void;
  readonly #topic = new Topic<RequestBudget, RequestBudgetUpdate>({
    toUpdate: (about, budget) => ({ of: 'RequestBudget', budget, ...about }),
  });
  #timer: Disposable | null = null;

  /** @param onActive its first reader has come, or its last one has left */
  constructor(clock: Clock, read: () => RequestBudget, onActive: () => void) {
    this.#clock = clock;
    this.#read = read;
    this.#onActive = onActive;
  }

  get isActive(): boolean {
    return this.#timer !== null;
  }

  open(reader: WatchReader): BaseFeed<RequestBudgetUpdate> {
    if (this.#timer === null) {
      this.#timer = repeat(this.#clock, EVERY_MS, () => this.#look());
      this.#onActive();
    }
    const feed = new TopicFeed(this.#topic, reader, this.#clock);
    this.#publish();
    return feed;
  }

  [Symbol.dispose](): void {
    this.#timer?.[Symbol.dispose]();
    this.#topic.end(new UpstreamUnavailableError());
  }

  #look(): void {
    if (this.#topic.hasReaders) {
      this.#publish();
      return;
    }
    this.#timer?.[Symbol.dispose]();
    this.#timer = null;
    this.#onActive();
  }

  #publish(): void {
    const now = this.#clock.now();
    const times = { checkedAt: now, nextCheckAt: now + EVERY_MS };
    this.#topic.publish({ state: this.#read(), freshness: 'LIVE', failure: null, cause: null, ...times });
  }
}
