import type { WatchedKind, WatchReading } from '../../contracts/measurements.ts';
import { type Ages, type Want, wantKey } from '../../contracts/watch-sharing.ts';
import type { AnyUpdate } from '../../domain/update.ts';
import { UpstreamUnavailableError } from '../../errors.ts';
import type { Priority, Watch } from '../kinds/kind.ts';
import { isMissing, isRecent, NEW_REPLICA, type Replica, type ReplicaEvent, reduceReplica } from '../kinds/replica.ts';
import type { Observation, Plan, Pollable, PollOutcome, ScheduleHandle } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { freshnessOf, isPermanent } from '../updates/failures.ts';
import type { WatchReader } from '../updates/topic-feed.ts';
import type { FetchStatus } from '../updates/update-format.ts';
import { Source, type SourceOwner, type WatchingParts } from './source.ts';
import { Subject } from './subject.ts';

/** A watch of a stranger ends after so many failures in a row, which takes about a minute. */
const MAX_FAILURES_OF_STRANGER = 5;
/**
 * Where requests are counted, an estimate saves looks at the list. Where more projects than this lack one, asking for each
 * would cost more than it saves; and as long as one lacks it, the estimates of the others save nothing.
 */
const MAX_SOUGHT = 4;

/** One address that is polled as long as somebody watches a subject that its answer is about. */
export class PolledResource implements Pollable, SourceOwner, Disposable {
  /** Where it is asked. */
  readonly address: string;
  readonly #parts: WatchingParts;
  readonly #kind: WatchedKind;
  readonly #onOver: () => void;
  readonly #source: Source;
  /** By the thing, and what is selected of it. */
  readonly #subjects = new Map<string, Subject<AnyUpdate>>();
  #polled: Replica<object> = NEW_REPLICA;
  #isOutdated = false;
  #handle: ScheduleHandle | null = null;
  #plan: Plan | null = null;
  #isHoldingBack = false;
  #isOver = false;

  /** @param onOver called once when it is over, whatever ends it */
  constructor({ polled, kind }: Watch<AnyUpdate>, parts: WatchingParts, onOver: () => void) {
    this.address = polled.address;
    this.#parts = parts;
    this.#kind = kind.polled;
    this.#onOver = onOver;
    this.#source = new Source(parts, kind.polled, polled, this);
  }

  /** Begins to poll. */
  start(): void {
    this.#handle = this.#parts.scheduler.add(this);
  }

  /** A state that nobody has kept up to date is not shown: it is polled first. */
  open<Event extends AnyUpdate>(watch: Watch<Event>, reader: WatchReader): BaseFeed<Event> {
    const subject = this.#subjectOf(watch);
    const { value, isFetching } = this.#polled;
    if (!this.isWatched && value !== null && !this.#isRecent) {
      this.#isOutdated = true;
      for (const each of this.#subjects.values()) each.forgetIfUnread();
    }
    const feed = subject.open(reader);
    if (this.#isOutdated && !isFetching) this.#handle?.pollNow();
    else this.#handle?.reschedule();
    if (this.#mayPublish()) subject.publish();
    return feed;
  }

  get observations(): readonly Observation[] {
    // However many selections are read, they are of one thing.
    const byThing = new Map<string, readonly Observation[]>();
    for (const { thing, observations } of this.#subjects.values()) {
      const key = wantKey(thing);
      if (!byThing.get(key)?.length) byThing.set(key, observations);
    }
    const observations = [...byThing.values()].flat();
    const { missingSince } = this.#polled;
    const [first] = observations;
    // A second "not found" is worth a look soon.
    return missingSince === null || !first ? observations : [{ ...first, phase: 'queued', since: missingSince }];
  }

  /** The watched part of it. */
  *readings(): Generator<WatchReading> {
    for (const subject of this.#subjects.values()) if (subject.hasReaders) yield subject.reading;
  }

  /** The readers of this instance. */
  *wants(): Generator<Want> {
    for (const { want } of this.#subjects.values()) if (want !== null) yield want;
  }

  get ages(): Ages {
    return Object.fromEntries([...this.#subjects.values()].map(({ thing, since }) => [wantKey(thing), since]));
  }

  restore(ages: Ages): void {
    for (const subject of this.#subjects.values()) {
      const since = ages[wantKey(subject.thing)];
      if (since !== undefined) subject.reduce({ is: 'restored', since });
    }
    this.#handle?.reschedule();
  }

  look(): void {
    if (!this.#polled.isFetching) this.#handle?.pollNow();
  }

  failed(error: Error, at: number): void {
    this.dispatch({ is: 'settled', error, at });
    this.#publish();
  }

  get answeredAt(): number | null {
    return this.#polled.answeredAt;
  }

  get failures(): number {
    return this.#polled.failure?.inARow ?? 0;
  }

  get isWatched(): boolean {
    for (const subject of this.#subjects.values()) if (subject.isWatched) return true;
    return false;
  }

  get value(): object | null {
    return this.#polled.value;
  }

  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  get isAuthoritative(): boolean {
    return (this.isWatched || this.#isRecent) && this.status.freshness === 'LIVE';
  }

  get status(): FetchStatus {
    const { failure, answeredAt, value } = this.#polled;
    const { clock, reads } = this.#parts;
    const error = failure?.error ?? null;
    return {
      failure: error,
      freshness: freshnessOf(error, this.#plan),
      checkedAt: answeredAt ?? 0,
      nextCheckAt: this.#plan?.nextAt ?? clock.now(),
      cause: value && reads.causeOf(value),
    };
  }

  async poll(priority: Priority): Promise<PollOutcome> {
    this.#removeUnread();
    const previous = this.#polled;
    // A watch begins with what a query was answered a moment ago; after that, each look is a request.
    const outcome = await this.#source.fetch(priority, previous.answeredAt !== null);
    const { failure } = this.#polled;
    if (failure?.inARow === 1) this.#parts.log.warn({ err: failure.error }, 'poll failed');
    if (outcome === 'failed' || outcome === 'refused') return outcome;
    if (outcome === 'answered') this.#measure(previous);
    if (this.status.freshness === 'LIVE') this.#seekEstimates();
    return outcome;
  }

  onScheduled(plan: Plan): void {
    this.#plan = plan;
    // The result of a poll is published with the plan for the next one; all else at once.
    if (!this.#polled.isFetching) this.#publish();
  }

  onUnwatched(): void {
    this.#over();
  }

  dispatch(event: ReplicaEvent<object>): void {
    const previous = this.#polled;
    this.#polled = reduceReplica(previous, event);
    if (this.#isOver) return;
    if (event.is === 'invalidated') this.#handle?.pollNow();
    if (event.is === 'settled') this.#endIfDenied();
    const { value, asked, isFetching } = this.#polled;
    if (event.is !== 'answered' || value === null) return;
    this.#isOutdated = false;
    const isNews = value !== previous.value;
    for (const subject of this.#subjects.values()) {
      subject.reduce({ is: 'polled', value, isNews, asked, at: event.at });
    }
    if (!isFetching) this.changed();
  }

  amended(value: object): void {
    for (const subject of this.#subjects.values()) subject.reduce({ is: 'amended', value });
    this.#publish();
  }

  changed(): void {
    if (this.#isOver) return;
    // The plan that follows is published along.
    this.#handle?.reschedule();
    this.#publish();
  }

  remove(subject: Subject<AnyUpdate>): void {
    for (const [key, each] of this.#subjects) if (each === subject) this.#subjects.delete(key);
  }

  /** The gateway stops: no reader is to think that this is all. */
  [Symbol.dispose](): void {
    this.#end(new UpstreamUnavailableError());
  }

  #end(error: Error): void {
    for (const subject of this.#subjects.values()) subject.end(error);
    this.#over();
  }

  #over(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handle?.[Symbol.dispose]();
    this.#source[Symbol.dispose]();
    for (const subject of this.#subjects.values()) subject[Symbol.dispose]();
    this.#onOver();
  }

  #subjectOf<Event extends AnyUpdate>(watch: Watch<Event>): Subject<Event> {
    const key = `${wantKey(watch.thing)} ${watch.selection ?? ''}`;
    const existing = this.#subjects.get(key);
    // A subject's key says what its updates are.
    if (existing !== undefined) return existing as Subject<Event>;
    const subject = new Subject(watch, this.#parts, this);
    const { value, asked } = this.#polled;
    const at = this.#parts.clock.now();
    if (value !== null && (this.isWatched || this.#isRecent)) {
      subject.reduce({ is: 'polled', value, isNews: true, asked, at });
    }
    this.#subjects.set(key, subject);
    return subject;
  }

  /** Readers who have left a subject, and not come back by now, have left it for good. */
  #removeUnread(): void {
    if (!this.isWatched) return;
    for (const [key, subject] of this.#subjects) {
      if (subject.hasReaders) continue;
      subject[Symbol.dispose]();
      this.#subjects.delete(key);
    }
  }

  /** With plenty of quota the list is polled so often that an estimate says nothing more. */
  #seekEstimates(): void {
    if (this.#parts.reads.service.ledger.outlook().windows.length === 0) return;
    const lacking = [...this.#subjects.values()].filter(({ lacksEstimate }) => lacksEstimate);
    if (lacking.length <= MAX_SOUGHT) for (const subject of lacking) subject.reduce({ is: 'estimateSought' });
  }

  #endIfDenied(): void {
    const { failure, value } = this.#polled;
    if (failure === null) return;
    const isGivenUp = failure.inARow >= MAX_FAILURES_OF_STRANGER && this.#parts.isStranger();
    if (isGivenUp || isPermanent(failure.error, value)) this.#end(failure.error);
  }

  #measure(previous: Replica<object>): void {
    const { measurements, clock } = this.#parts;
    const hasChanged = this.#polled.value !== previous.value;
    measurements.polled(this.#kind, hasChanged);
    if (hasChanged && previous.answeredAt !== null) {
      measurements.changeSeen(this.#kind, clock.now() - previous.answeredAt);
    }
  }

  get #isRecent(): boolean {
    return isRecent(this.#polled, this.#parts.clock.now(), this.#parts.reads.maxAgeMs);
  }

  /**
   * Not before the first poll has ended: until then nobody knows when the next one comes. News are held back from the readers
   * of this instance until the others have them; then they are published.
   */
  #mayPublish(): boolean {
    if (this.#isOver || this.#plan === null) return false;
    const publishing = this.#parts.sharing?.publishing ?? null;
    if (publishing !== null && !this.#isHoldingBack) {
      this.#isHoldingBack = true;
      void publishing.then(() => {
        this.#isHoldingBack = false;
        this.#publish();
      });
    }
    return publishing === null;
  }

  #publish(): void {
    if (!this.#mayPublish()) return;
    for (const subject of this.#subjects.values()) subject.publish();
    if (isMissing(this.#polled.value)) this.#over();
  }
}
