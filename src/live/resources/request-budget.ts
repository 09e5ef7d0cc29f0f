import { type Clock, repeat } from '../../clock.ts';
import type { RequestBudget } from '../../domain/balance.ts';
import type { RequestBudgetUpdate } from '../../domain/update.ts';
import { UpstreamUnavailableError } from '../../errors.ts';
import { requestBudgetUpdates } from '../updates/account-updates.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import type { HeartbeatParts } from '../updates/heartbeat.ts';
import { Topic } from '../updates/topic.ts';

/** The windows of the quota slide all the time; a reader gets an update at most this often. */
const EVERY_MS = 1000;

/** The quota of an account, as this gateway counts it: watching it costs no request. */
export class RequestBudgetResource implements Disposable {
  readonly #clock: Clock;
  readonly #read: () => RequestBudget;
  readonly #topic = new Topic(requestBudgetUpdates);
  #timer: Disposable | null = null;
  #onOver: () => void = () => {};

  constructor(clock: Clock, read: () => RequestBudget) {
    this.#clock = clock;
    this.#read = read;
  }

  /** @param onOver its last reader has left */
  start(onOver: () => void): void {
    this.#onOver = onOver;
    this.#timer = repeat(this.#clock, EVERY_MS, () => this.#look());
  }

  /** Nothing of it is watched at the service. */
  readings(): Iterable<never> {
    return [];
  }

  wants(): Iterable<never> {
    return [];
  }

  open(heartbeat: HeartbeatParts | null): BaseFeed<RequestBudgetUpdate> {
    const feed = this.#topic.open({ heartbeat });
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
    this.#onOver();
  }

  #publish(): void {
    const now = this.#clock.now();
    const status = {
      freshness: 'LIVE',
      failure: null,
      checkedAt: now,
      nextCheckAt: now + EVERY_MS,
      cause: null,
    } as const;
    this.#topic.publish({ state: this.#read(), ...status });
  }
}
