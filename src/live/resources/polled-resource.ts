import { UpstreamUnavailableError } from '../../errors.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { Observation, Plan, Pollable, ScheduleHandle, Scheduler } from '../schedule/polling.ts';
import { freshnessOf, isPermanent } from '../updates/failures.ts';
import type { FetchStatus } from '../updates/revision.ts';
import { type ReadParts, Replica } from './replica.ts';

export interface PolledResourceParts extends ReadParts {
  readonly scheduler: Scheduler;
}

/** What a watch does with its views, whatever they show. */
interface AnyView {
  readonly isWatched: boolean;
  end(error: Error): void;
  gone(checkedAt: number, neverThere: Error): void;
}

/**
 * One thing that is asked for in turn as long as somebody watches it. It tells its views what comes of that; and what
 * comes of it by anybody else's asking.
 */
export abstract class PolledResource<T extends object> implements Pollable, Disposable {
  protected readonly parts: PolledResourceParts;
  protected readonly read: Replica<T>;
  #onOver: () => void = () => undefined;
  #slot: ScheduleHandle | null = null;
  #plan: Plan | null = null;
  #isOver = false;

  constructor(parts: PolledResourceParts, source: CachedRead<T>) {
    this.parts = parts;
    this.read = new Replica({
      ...parts,
      source,
      onAnswer: (isNews) => this.#answered(isNews),
      onAmended: (answer) => {
        this.amend(answer);
        this.#tell();
      },
      onForgotten: () => this.#slot?.pollNow(),
      serves: () => (this.isWatched || this.read.isRecent) && this.standing.freshness === 'LIVE',
    });
  }

  abstract readonly sights: readonly Observation[];
  protected abstract readonly views: readonly AnyView[];
  /** The service has answered. */
  protected abstract take(answer: T, isNews: boolean): void;
  /** Tells the views what is known now. */
  protected abstract publish(): void;

  protected amend(_answer: T): void {}

  /** Begins to ask; `onOver` is called once when it is over, whatever ends it. */
  start(onOver: () => void): void {
    this.#onOver = onOver;
    this.#slot = this.parts.scheduler.add(this);
  }

  get answeredAt(): number | null {
    return this.read.answeredAt;
  }

  get failures(): number {
    return this.read.failures;
  }

  get isWatched(): boolean {
    return this.views.some((view) => view.isWatched);
  }

  async ask(priority: 'interactive' | 'polling'): Promise<void> {
    await this.read.fetch(priority);
    const { failure, value } = this.read;
    if (isPermanent(failure, value)) this.end(failure);
  }

  /** What came of the request is told with the plan for the next one, so that its update tells of that too. */
  planned(plan: Plan): void {
    this.#plan = plan;
    if (!this.read.isFetching) this.#tell();
  }

  expire(): void {
    this.over();
  }

  /** The gateway stops: no reader is to think that this is all. */
  [Symbol.dispose](): void {
    this.end(new UpstreamUnavailableError());
  }

  /** Lets a reader in. */
  protected enter<Feed>(open: () => Feed): Feed {
    const { isWatched } = this;
    const feed = open();
    if (!isWatched) this.replan();
    return feed;
  }

  /** How well that is known which is asked for in turn. */
  protected get standing(): FetchStatus {
    const { failure, answeredAt } = this.read;
    return {
      failure,
      freshness: freshnessOf(failure, this.#plan),
      checkedAt: answeredAt ?? 0,
      nextCheckAt: this.#plan?.nextAt ?? this.parts.clock.now(),
    };
  }

  /** What it is watched for, or how soon it should be asked again, is not what it was. */
  protected replan(): void {
    this.#slot?.reschedule();
  }

  /** Something was learnt outside its turn. */
  protected changed(): void {
    if (this.#isOver) return;
    // The plan that comes of it is told along.
    this.replan();
    this.#tell();
  }

  /** The service says that there is none. */
  protected absent(neverThere: Error): void {
    for (const view of this.views) view.gone(this.parts.clock.now(), neverThere);
    this.over();
  }

  protected end(error: Error): void {
    for (const view of this.views) view.end(error);
    this.over();
  }

  protected over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#slot?.[Symbol.dispose]();
    this.release();
    this.#onOver();
  }

  /** Lets go of all that is held. */
  protected release(): void {
    this.read[Symbol.dispose]();
  }

  #answered(isNews: boolean): void {
    if (this.#isOver || this.read.value === null) return;
    this.take(this.read.value, isNews);
    if (!this.read.isFetching) this.changed();
  }

  #tell(): void {
    if (this.#isOver) return;
    this.publish();
  }
}
