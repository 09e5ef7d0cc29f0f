import type { Clock } from '../../clock.ts';
import type { Measurements, WatchedKind, WatchReading } from '../../contracts/measurements.ts';
import type { Tracing } from '../../contracts/tracing.ts';
import {
  type Ages,
  type SharedResource,
  type Want,
  type WatchSharing,
  wantKey,
} from '../../contracts/watch-sharing.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';
import { UpstreamUnavailableError } from '../../errors.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { Observation, Plan, Pollable, PollOutcome, ScheduleHandle, Scheduler } from '../schedule/polling.ts';
import { freshnessOf, isPermanent } from '../updates/failures.ts';
import type { FetchStatus } from '../updates/revision.ts';
import type { Priority, Watched } from './kind.ts';
import { isRecent, NEW_REPLICA, type Replica, type ReplicaEvent, reduceReplica } from './replica.ts';
import { Source } from './source.ts';
import { type AnySubject, Subject, type SubjectOwner, type SubjectParts } from './subject.ts';

export interface ResourceParts {
  readonly clock: Clock;
  readonly log: RequestOptions['log'];
  readonly scheduler: Scheduler;
  readonly measurements: Measurements;
  readonly tracing: Tracing;
  /** The span that an answer was asked for by; null where nothing is traced. */
  readonly causeOf: (answer: object) => SpanContext | null;
  /** Null if this is the only instance of the gateway. */
  readonly sharing: WatchSharing | null;
  /** How old an answer may be that nobody keeps up to date. */
  readonly maxAgeMs: number;
  /** The service has never accepted the key, which may be invented. */
  readonly isStranger: () => boolean;
}

/** A watch of a stranger ends after so many failures in a row, which takes about a minute. */
const MAX_FAILURES_OF_STRANGER = 5;

/** One address that is polled as long as somebody watches a subject that its answer is about. */
export class PolledResource<Polled extends object> implements Pollable, SharedResource, Disposable {
  readonly #parts: ResourceParts;
  readonly #kind: WatchedKind;
  /** Where it is asked. */
  readonly address: string;
  readonly #source: Source<Polled>;
  readonly #subjects = new Set<AnySubject<Polled>>();
  #polled: Replica<Polled> = NEW_REPLICA;
  #isOutdated = false;
  #handle: ScheduleHandle | null = null;
  #plan: Plan | null = null;
  #onOver: () => void = () => undefined;
  #isOver = false;

  constructor(parts: ResourceParts, read: CachedRead<Polled>, kind: WatchedKind) {
    this.#parts = parts;
    this.#kind = kind;
    this.address = read.address;
    this.#source = new Source({
      ...parts,
      kind,
      read,
      latest: () => this.#polled.value,
      shared: this,
      dispatch: (event) => this.#dispatch(event),
      onAmended: (value) => {
        for (const subject of this.#subjects) subject.dispatch({ is: 'amended', value });
        this.#publish();
      },
      isAuthoritative: () => (this.isWatched || this.#isRecent) && this.status.freshness === 'LIVE',
    });
  }

  /** Begins to poll; `onOver` is called once when it is over, whatever ends it. */
  start(onOver: () => void): void {
    this.#onOver = onOver;
    this.#handle = this.#parts.scheduler.add(this);
  }

  /** @param onOver its subject is gone, or denied */
  add<Details extends object, State extends Watched<Details>, View, Trace, Event extends object>(
    subject: SubjectParts<Polled, Details, State, View, Trace, Event>,
    onOver: () => void,
  ): Subject<Polled, Details, State, View, Trace, Event> {
    const owner: SubjectOwner = this.#owner(() => {
      this.#subjects.delete(added);
      onOver();
    });
    const added = new Subject(subject, owner);
    this.#subjects.add(added);
    const { value, asked } = this.#polled;
    const at = this.#parts.clock.now();
    if (value !== null && (this.isWatched || this.#isRecent))
      added.dispatch({ is: 'polled', value, isNews: true, asked, at });
    return added;
  }

  /** Lets a reader in. A state that nobody has kept up to date is not shown: it is polled first. */
  enter<Feed>(subject: AnySubject<Polled>, open: () => Feed): Feed {
    const { value, isFetching } = this.#polled;
    if (!this.isWatched && value !== null && !this.#isRecent) {
      this.#isOutdated = true;
      for (const each of this.#subjects) each.forget();
    }
    const feed = open();
    if (this.#isOutdated && !isFetching) this.#handle?.pollNow();
    else this.#handle?.reschedule();
    subject.publish();
    return feed;
  }

  get observations(): readonly Observation[] {
    const observations = [...this.#subjects].flatMap((subject) => subject.observations);
    const { missingSince } = this.#polled;
    const [first] = observations;
    // A second "not found" is worth a look soon.
    return missingSince === null || !first ? observations : [{ ...first, phase: 'queued', since: missingSince }];
  }

  /** The watched part of it. */
  *readings(): Generator<WatchReading> {
    for (const subject of this.#subjects) if (subject.hasReaders) yield subject.reading;
  }

  /** The readers of this instance. */
  *wants(): Generator<Want> {
    for (const subject of this.#subjects) if (subject.want !== null) yield subject.want;
  }

  get ages(): Ages {
    return Object.fromEntries([...this.#subjects].map(({ thing, since }) => [wantKey(thing), since]));
  }

  restore(ages: Ages): void {
    for (const subject of this.#subjects) {
      const since = ages[wantKey(subject.thing)];
      if (since !== undefined) subject.dispatch({ is: 'restored', since });
    }
    this.#handle?.reschedule();
  }

  look(): void {
    if (!this.#polled.isFetching) this.#handle?.pollNow();
  }

  failed(error: Error, at: number): void {
    this.#dispatch({ is: 'settled', error, at });
    this.#endIfDenied();
    this.#publish();
  }

  get answeredAt(): number | null {
    return this.#polled.answeredAt;
  }

  get failures(): number {
    return this.#polled.failure?.inARow ?? 0;
  }

  get isWatched(): boolean {
    for (const subject of this.#subjects) if (subject.isWatched) return true;
    return false;
  }

  get value(): Polled | null {
    return this.#polled.value;
  }

  get status(): FetchStatus {
    const { failure, answeredAt, value } = this.#polled;
    const { clock, causeOf } = this.#parts;
    const error = failure?.error ?? null;
    return {
      failure: error,
      freshness: freshnessOf(error, this.#plan),
      checkedAt: answeredAt ?? 0,
      nextCheckAt: this.#plan?.nextAt ?? clock.now(),
      cause: value && causeOf(value),
    };
  }

  async poll(priority: Priority): Promise<PollOutcome> {
    const previous = this.#polled;
    const outcome = await this.#source.fetch(priority, true);
    if (outcome === 'answered') this.#measure(previous);
    const { failure } = this.#polled;
    if (failure?.inARow === 1) this.#parts.log.warn({ err: failure.error }, 'poll failed');
    this.#endIfDenied();
    return outcome;
  }

  onScheduled(plan: Plan): void {
    this.#plan = plan;
    // The result of a poll is published with the plan for the next one.
    if (!this.#polled.isFetching) this.#publish();
  }

  onUnwatched(): void {
    this.over();
  }

  /** The gateway stops: no reader is to think that this is all. */
  [Symbol.dispose](): void {
    this.end(new UpstreamUnavailableError());
  }

  end(error: Error): void {
    for (const subject of this.#subjects) subject.end(error);
    this.over();
  }

  over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handle?.[Symbol.dispose]();
    this.#source[Symbol.dispose]();
    for (const subject of this.#subjects) subject[Symbol.dispose]();
    this.#onOver();
  }

  /** Lets go of a subject. */
  protected remove(subject: AnySubject<Polled>): void {
    subject[Symbol.dispose]();
    this.#subjects.delete(subject);
  }

  #endIfDenied(): void {
    const { failure, value } = this.#polled;
    if (failure === null) return;
    const isGivenUp = failure.inARow >= MAX_FAILURES_OF_STRANGER && this.#parts.isStranger();
    if (isGivenUp || isPermanent(failure.error, value)) this.end(failure.error);
  }

  #measure(previous: Replica<Polled>): void {
    const { measurements, clock } = this.#parts;
    const hasChanged = this.#polled.value !== previous.value;
    measurements.polled(this.#kind, hasChanged);
    if (hasChanged && previous.answeredAt !== null) {
      measurements.changeSeen(this.#kind, clock.now() - previous.answeredAt);
    }
  }

  get #isRecent(): boolean {
    return isRecent(this.#polled, this.#parts.clock.now(), this.#parts.maxAgeMs);
  }

  #owner(onOver: () => void): SubjectOwner {
    const resource = this;
    return {
      ...this.#parts,
      get status() {
        return resource.status;
      },
      get isOutdated() {
        return resource.#isOutdated;
      },
      onChanged: () => this.#changed(),
      onOver,
    };
  }

  #dispatch(event: ReplicaEvent<Polled>): void {
    const previous = this.#polled;
    this.#polled = reduceReplica(previous, event);
    if (this.#isOver) return;
    if (event.is === 'invalidated') this.#handle?.pollNow();
    const { value, asked, isFetching } = this.#polled;
    if (event.is !== 'answered' || value === null) return;
    this.#isOutdated = false;
    const isNews = value !== previous.value;
    for (const subject of this.#subjects) subject.dispatch({ is: 'polled', value, isNews, asked, at: event.at });
    if (!isFetching) this.#changed();
  }

  #changed(): void {
    if (this.#isOver) return;
    // The plan that follows is published along.
    this.#handle?.reschedule();
    this.#publish();
  }

  #publish(): void {
    if (this.#isOver) return;
    for (const subject of this.#subjects) subject.publish();
  }
}
