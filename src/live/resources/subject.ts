import type { Clock } from '../../clock.ts';
import type { Measurements, WatchReading } from '../../contracts/measurements.ts';
import type { Tracing } from '../../contracts/tracing.ts';
import type { SharedResource, Want, WatchedThing, WatchSharing } from '../../contracts/watch-sharing.ts';
import type { SpanContext } from '../../domain/common/span-context.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { Observation } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { freshnessOf, isPermanent, notFound } from '../updates/failures.ts';
import { LONGEST_HELD_MS } from '../updates/owed-updates.ts';
import type { FetchStatus } from '../updates/revision.ts';
import { Topic } from '../updates/topic.ts';
import type { ReaderOptions } from '../updates/topic-feed.ts';
import type { Kind, KindEvent, Readers, Watched } from './kind.ts';
import { estimateErrors } from './observe.ts';
import { hasReason, isRecent, isStale, type ReplicaEvent } from './replica.ts';
import { Source } from './source.ts';

export interface SubjectParts<
  Polled,
  Details extends object,
  State extends Watched<Details>,
  View,
  Trace,
  Event extends object,
> {
  readonly kind: Kind<Polled, Details, State, View, Trace, Event>;
  readonly thing: WatchedThing;
  readonly state: State;
  /** Where the details come from; null if the kind has none. */
  readonly details: CachedRead<Details> | null;
}

/** A reader of a subject, and whether it is shown the details. */
export interface SubjectReader extends ReaderOptions {
  readonly details: boolean;
}

/** The needs of a topic from its resource. */
export interface SubjectOwner {
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly tracing: Tracing;
  readonly causeOf: (answer: object) => SpanContext | null;
  readonly log: RequestOptions['log'];
  readonly maxAgeMs: number;
  readonly sharing: WatchSharing | null;
  /** How well the polled answer is known. */
  readonly status: FetchStatus;
  /** The polled answer is from before anybody watched, and too old to be shown. */
  readonly isOutdated: boolean;
  /** Something was learnt outside of a poll: the pace may follow from it, and it is to be published. */
  onChanged(): void;
  /** The subject is gone, or denied. */
  onOver(): void;
}

/** A subject, whatever it is, as its resource sees it. */
export interface AnySubject<Polled> extends Disposable {
  readonly thing: WatchedThing;
  /** When it was last seen to change. Epoch ms. */
  readonly since: number;
  /** The interest of readers of this instance; null if it has none. */
  readonly want: Want | null;
  readonly isWatched: boolean;
  readonly hasReaders: boolean;
  readonly observations: readonly Observation[];
  readonly reading: WatchReading;
  dispatch(event: Exclude<KindEvent<Polled, never>, { is: 'details' }>): void;
  publish(): void;
  forget(): void;
  end(error: Error): void;
}

/** One watched thing: the state that its kind reduces, the topics that show it, and the requests for its details. */
export class Subject<Polled, Details extends object, State extends Watched<Details>, View, Trace, Event extends object>
  implements AnySubject<Polled>
{
  readonly thing: WatchedThing;
  readonly #kind: Kind<Polled, Details, State, View, Trace, Event>;
  readonly #owner: SubjectOwner;
  readonly #polled: Topic<View, Trace, Event>;
  readonly #detailed: Topic<View, Trace, Event>;
  readonly #source: Source<Details> | null;
  #state: State;
  #isOver = false;
  #waitLimit: Disposable | null = null;
  /** The last update is sent without its details. */
  #isOverdue = false;

  constructor(
    { kind, thing, state, details }: SubjectParts<Polled, Details, State, View, Trace, Event>,
    owner: SubjectOwner,
  ) {
    this.#kind = kind;
    this.thing = thing;
    this.#state = state;
    this.#owner = owner;
    this.#polled = new Topic(kind.format);
    this.#detailed = new Topic(kind.format);
    this.#source =
      details &&
      new Source({
        ...owner,
        clock: owner.clock,
        kind: kind.resource,
        read: details,
        latest: () => this.#state.details.value,
        dispatch: (event) => this.#dispatchDetails(event),
        isAuthoritative: () => this.#isServing(),
        shared: this.#sharedDetails(),
      });
  }

  get state(): State {
    return this.#state;
  }

  get since(): number {
    return this.#state.since;
  }

  get want(): Want | null {
    const details = this.#detailed.isAwaitedHere;
    return details || this.#polled.isAwaitedHere ? { thing: this.thing, details } : null;
  }

  get hasReaders(): boolean {
    return this.#polled.hasReaders || this.#detailed.hasReaders;
  }

  get isWatched(): boolean {
    return this.#polled.isWatched || this.#detailed.isWatched;
  }

  get observations(): readonly Observation[] {
    return this.#kind.observe(this.#state, this.#readers);
  }

  get reading(): WatchReading {
    const readers = this.#polled.readerCount + this.#detailed.readerCount;
    return { kind: this.#kind.resource, freshness: this.#owner.status.freshness, readers };
  }

  open(reader: SubjectReader): BaseFeed<Event> {
    const topic = reader.details ? this.#detailed : this.#polled;
    if (reader.details && !topic.isWatched && !this.#isRecent) {
      // Nobody has kept the details up to date.
      this.#reduceDetails({ is: 'outdated', by: this.#state.details.asked });
      topic.forget();
    }
    const feed = topic.open(reader);
    if (!this.#isOver) this.#fetch('opened');
    return feed;
  }

  dispatch(event: Exclude<KindEvent<Polled, never>, { is: 'details' }>): void {
    // Only news can resolve an estimate: most polls bring none, and compute no observations here.
    const previous = event.is === 'polled' && event.isNews ? this.observations : null;
    this.#state = this.#kind.reduce(this.#state, event);
    if (event.is === 'polled' && previous !== null) this.#measureEstimates(previous, event.at);
    this.#fetch(event.is);
  }

  publish(): void {
    const { status, isOutdated } = this.#owner;
    if (this.#isOver) return;
    if (isOutdated) {
      for (const topic of [this.#polled, this.#detailed]) topic.publish({ ...status, state: null });
      return;
    }
    const { polled, details, isKnownByDetails, isGone } = this.#kind.snapshot(this.#state);
    if (isGone) {
      this.#gone();
      return;
    }
    const { failure, answeredAt, value } = this.#state.details;
    const owed = isStale(this.#state.details) ? (failure?.error ?? null) : null;
    const own = owed === null ? status : { ...status, failure: owed, freshness: freshnessOf(owed, null) };
    const checkedAt = Math.max(status.checkedAt, answeredAt ?? 0);
    const cause = value !== null && answeredAt === checkedAt ? this.#owner.causeOf(value) : status.cause;
    this.#polled.publish({ state: polled, ...(isKnownByDetails ? own : status), checkedAt, cause });
    if (this.#source === null) return;
    this.#limitWait(owed);
    if (details === 'stale') this.#publishStale(own);
    else this.#detailed.publish({ state: details, ...own, checkedAt, cause });
  }

  /** The published state stays: half of a new state is never shown, and it is not up to date before the other half has come. */
  #publishStale(status: FetchStatus): void {
    if (this.#isOverdue) this.#detailed.handOver(this.#polled);
    this.#detailed.forget();
    const { state, status: shown } = this.#detailed;
    const freshness = status.freshness === 'LIVE' ? shown.freshness : status.freshness;
    this.#detailed.publish({ ...status, state, freshness, checkedAt: shown.checkedAt });
  }

  forget(): void {
    for (const topic of [this.#polled, this.#detailed]) topic.forget();
  }

  end(error: Error): void {
    for (const topic of [this.#polled, this.#detailed]) topic.end(error);
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#limitWait(null);
    this.#source?.[Symbol.dispose]();
  }

  /** The last update waits for failing details so long, and no longer. */
  #limitWait(failure: Error | null): void {
    if (failure !== null && this.#detailed.hasReaders && this.#polled.isFinal(true)) {
      this.#waitLimit ??= this.#owner.clock.after(LONGEST_HELD_MS, () => {
        this.#isOverdue = true;
        this.publish();
      });
      return;
    }
    this.#waitLimit?.[Symbol.dispose]();
    this.#waitLimit = null;
    this.#isOverdue = false;
  }

  /** The details, as other instances of the gateway reach them. */
  #sharedDetails(): SharedResource {
    return {
      look: () => {
        if (!this.#state.details.isFetching) void this.#source?.fetch('interactive', 'anew');
      },
      failed: (error, at) => this.#dispatchDetails({ is: 'settled', error, at }),
    };
  }

  #measureEstimates(previous: readonly Observation[], at: number): void {
    for (const errorMs of estimateErrors(previous, this.observations, at)) {
      this.#owner.measurements.estimateResolved(this.#kind.resource, errorMs);
    }
  }

  get #readers(): Readers {
    return { polled: this.#polled.isWatched, details: this.#detailed.isWatched };
  }

  get #isRecent(): boolean {
    return isRecent(this.#state.details, this.#owner.clock.now(), this.#owner.maxAgeMs);
  }

  #isServing(): boolean {
    if (isStale(this.#state.details) || this.#owner.status.freshness !== 'LIVE') return false;
    return this.#detailed.isWatched || this.#isRecent;
  }

  #gone(): void {
    const error = notFound(this.#kind.name);
    for (const topic of [this.#polled, this.#detailed]) topic.gone(this.#owner.clock.now(), error);
    this[Symbol.dispose]();
    this.#owner.onOver();
  }

  #reduceDetails(event: ReplicaEvent<Details>): void {
    this.#state = this.#kind.reduce(this.#state, { is: 'details', event, at: this.#owner.clock.now() });
  }

  #dispatchDetails(event: ReplicaEvent<Details>): void {
    this.#reduceDetails(event);
    // The answer to an own request is processed when the request ends.
    if (event.is === 'fetching' || (event.is === 'answered' && this.#state.details.isFetching)) return;
    if (event.is === 'settled' && event.error !== null) this.#denied(event.error);
    else this.#fetch(event.is);
    if (!this.#isOver && !this.#state.details.isFetching) this.#owner.onChanged();
  }

  #denied(error: Error): void {
    const { details } = this.#state;
    if (details.failure?.inARow === 1) this.#owner.log.warn({ err: error }, 'poll failed');
    if (!isPermanent(error, details.value)) return;
    this.#detailed.end(error);
    if (!this.#kind.snapshot(this.#state).isKnownByDetails) return;
    this.end(error);
    this.#owner.onOver();
  }

  #fetch(cause: KindEvent<Polled, Details>['is'] | ReplicaEvent<Details>['is'] | 'opened'): void {
    const { details } = this.#state;
    if (this.#source === null || this.#isOver || details.isFetching) return;
    const isAwaited = cause === 'opened' || cause === 'invalidated';
    const priority = this.#kind.wants(this.#state, this.#readers, { now: this.#owner.clock.now(), isAwaited });
    if (priority !== null) void this.#source.fetch(priority, isStale(details) && hasReason(details) ? 'anew' : true);
  }
}
