import type { WatchReading } from '../../contracts/measurements.ts';
import type { Want, WatchedThing } from '../../contracts/watch-sharing.ts';
import type { AnyUpdate } from '../../domain/update.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { Kind, KindEvent, Readers, Watch, Watched } from '../kinds/kind.ts';
import { estimateErrors } from '../kinds/observe.ts';
import { hasReason, isRecent, isStale, type ReplicaEvent } from '../kinds/replica.ts';
import type { Observation } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { freshnessOf, isPermanent, notFound } from '../updates/failures.ts';
import { LONGEST_HELD_MS } from '../updates/owed-updates.ts';
import { Topic } from '../updates/topic.ts';
import { TopicFeed, type WatchReader } from '../updates/topic-feed.ts';
import type { FetchStatus } from '../updates/update-format.ts';
import { Source, type SourceOwner, type WatchingParts } from './source.ts';

/** The polled resource of subjects, as they see it. */
interface SubjectOwner {
  /** How well the polled answer is known. */
  readonly status: FetchStatus;
  /** The polled answer is from before anybody watched, and too old to be shown. */
  readonly isOutdated: boolean;
  /** Something was learnt outside of a poll: the pace may follow from it, and it is to be published. */
  changed(): void;
  /** The subject is gone, or denied. */
  remove(subject: Subject<AnyUpdate>): void;
}

/**
 * One watched thing: the state that its kind reduces, the topics that show it, and the requests for its details, for which
 * alone it stands as the owner of a source.
 */
export class Subject<Event extends AnyUpdate> implements SourceOwner, Disposable {
  readonly thing: WatchedThing;
  readonly #kind: Kind<object, object, Watched, object, Event>;
  readonly #parts: WatchingParts;
  readonly #owner: SubjectOwner;
  readonly #polled: Topic<object, Event>;
  readonly #detailed: Topic<object, Event>;
  readonly #details: CachedRead<object> | null;
  readonly #source: Source | null;
  #state: Watched;
  #isOver = false;
  #waitLimit: Disposable | null = null;
  /** The last update is sent without its details. */
  #isOverdue = false;

  constructor({ kind, thing, state, details }: Watch<Event>, parts: WatchingParts, owner: SubjectOwner) {
    this.thing = thing;
    this.#kind = kind;
    this.#parts = parts;
    this.#owner = owner;
    this.#state = state;
    this.#polled = new Topic(kind);
    this.#detailed = new Topic(kind);
    this.#details = details;
    this.#source = details && new Source(parts, kind.resource, details, this);
  }

  /** When it was last seen to change. Epoch ms. */
  get since(): number {
    return this.#state.since;
  }

  /** The interest of readers of this instance; null if it has none. */
  get want(): Want | null {
    const details = this.#detailed.isAwaitedHere;
    return details || this.#polled.isAwaitedHere ? { thing: this.thing, details } : null;
  }

  get hasReaders(): boolean {
    return this.#polled.hasReaders || this.#detailed.hasReaders;
  }

  get isWatched(): boolean {
    return this.#polled.isAwaited || this.#detailed.isAwaited;
  }

  get lacksEstimate(): boolean {
    return this.isWatched && (this.#kind.lacksEstimate?.(this.#state) ?? false);
  }

  get observations(): readonly Observation[] {
    return this.#kind.observe(this.#state, this.#readers);
  }

  get reading(): WatchReading {
    const readers = this.#polled.readerCount + this.#detailed.readerCount;
    return { kind: this.#kind.resource, freshness: this.#owner.status.freshness, readers };
  }

  open(reader: WatchReader): BaseFeed<Event> {
    const topic = reader.details && this.#source !== null ? this.#detailed : this.#polled;
    if (topic === this.#detailed && !topic.isAwaited && !this.#isRemembered) {
      // Nobody has kept the details up to date, and they would not serve a query.
      this.#reduceDetails({ is: 'outdated', by: this.#state.details.asked });
      topic.forgetIfUnread();
    }
    const feed = new TopicFeed(topic, reader, this.#parts.clock);
    this.#fetch('opened');
    return feed;
  }

  get value(): object | null {
    return this.#state.details.value;
  }

  get isAuthoritative(): boolean {
    if (isStale(this.#state.details) || this.#owner.status.freshness !== 'LIVE') return false;
    return this.#detailed.isAwaited || this.#isRecent;
  }

  look(): void {
    if (!this.#state.details.isFetching) void this.#source?.fetch('interactive', 'anew');
  }

  failed(error: Error, at: number): void {
    this.dispatch({ is: 'settled', error, at });
  }

  dispatch(event: ReplicaEvent<object>): void {
    this.#reduceDetails(event);
    // The answer to an own request is processed when the request ends.
    if (event.is === 'fetching' || (event.is === 'answered' && this.#state.details.isFetching)) return;
    if (event.is === 'settled' && event.error !== null) this.#denied(event.error);
    else this.#fetch(event.is);
    if (!this.#isOver && !this.#state.details.isFetching) this.#owner.changed();
  }

  /** Something was learnt of it other than its details. */
  reduce(event: Exclude<KindEvent<object, never>, { is: 'details' }>): void {
    // Only news can resolve an estimate: most polls bring none, and compute no observations here.
    const previous = event.is === 'polled' && event.isNews ? this.observations : null;
    this.#state = this.#kind.reduce(this.#state, event);
    if (event.is === 'polled' && previous !== null) {
      for (const errorMs of estimateErrors(previous, this.observations, event.at)) {
        this.#parts.measurements.estimateResolved(this.#kind.resource, errorMs);
      }
    }
    this.#fetch(event.is);
  }

  publish(): void {
    if (this.#isOver) return;
    const { status, isOutdated } = this.#owner;
    if (isOutdated) {
      for (const topic of this.#topics) topic.publish({ ...status, state: null });
      return;
    }
    const { polled, details, isKnownByDetails = false, isGone = false } = this.#kind.snapshot(this.#state);
    if (isGone) {
      this.#gone();
      return;
    }
    const { failure, answeredAt, value } = this.#state.details;
    const owed = isStale(this.#state.details) ? (failure?.error ?? null) : null;
    const own = owed === null ? status : { ...status, failure: owed, freshness: freshnessOf(owed, null) };
    const checkedAt = Math.max(status.checkedAt, answeredAt ?? 0);
    const cause = value !== null && answeredAt === checkedAt ? this.#parts.reads.causeOf(value) : status.cause;
    this.#polled.publish({ state: polled, ...(isKnownByDetails ? own : status), checkedAt, cause });
    if (this.#source === null) return;
    this.#limitWait(owed);
    if (details === 'stale') this.#publishStale(own);
    else this.#detailed.publish({ state: details, ...own, checkedAt, cause });
  }

  forgetIfUnread(): void {
    for (const topic of this.#topics) topic.forgetIfUnread();
  }

  end(error: Error): void {
    for (const topic of this.#topics) topic.end(error);
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#limitWait(null);
    this.#source?.[Symbol.dispose]();
  }

  /** The published state stays: half of a new state is never shown, and it is not up to date before the other half has come. */
  #publishStale(status: FetchStatus): void {
    if (this.#isOverdue) this.#detailed.handOver(this.#polled);
    this.#detailed.forgetIfUnread();
    const { freshness, checkedAt } = this.#detailed.status;
    const isLive = status.freshness === 'LIVE';
    this.#detailed.publish({ ...status, state: null, checkedAt, freshness: isLive ? freshness : status.freshness });
  }

  /** The last update waits for failing details so long, and no longer. */
  #limitWait(failure: Error | null): void {
    if (failure !== null && this.#detailed.hasReaders && this.#polled.isFinal(true)) {
      this.#waitLimit ??= this.#parts.clock.after(LONGEST_HELD_MS, () => {
        this.#isOverdue = true;
        this.publish();
      });
      return;
    }
    this.#waitLimit?.[Symbol.dispose]();
    this.#waitLimit = null;
    this.#isOverdue = false;
  }

  get #topics() {
    return [this.#polled, this.#detailed];
  }

  get #readers(): Readers {
    return { polled: this.#polled.isAwaited, details: this.#detailed.isAwaited };
  }

  get #isRecent(): boolean {
    return isRecent(this.#state.details, this.#parts.clock.now(), this.#parts.reads.maxAgeMs);
  }

  /** Whether a query would be served by the details without a request. */
  get #isRemembered(): boolean {
    return this.#isRecent || (this.#state.details.value !== null && this.#details?.peek() !== undefined);
  }

  #gone(): void {
    const error = notFound(this.#kind.name);
    for (const topic of this.#topics) topic.gone(this.#parts.clock.now(), error);
    this.#over();
  }

  #over(): void {
    this[Symbol.dispose]();
    this.#owner.remove(this);
  }

  #reduceDetails(event: ReplicaEvent<object>): void {
    this.#state = this.#kind.reduce(this.#state, { is: 'details', event, at: this.#parts.clock.now() });
  }

  #denied(error: Error): void {
    const { details } = this.#state;
    if (details.failure?.inARow === 1) this.#parts.log.warn({ err: error }, 'poll failed');
    if (!isPermanent(error, details.value)) return;
    this.#detailed.end(error);
    if (!this.#kind.snapshot(this.#state).isKnownByDetails) return;
    this.#polled.end(error);
    this.#over();
  }

  #fetch(cause: KindEvent<object, never>['is'] | ReplicaEvent<object>['is'] | 'opened'): void {
    const { details } = this.#state;
    if (this.#source === null || this.#isOver || details.isFetching) return;
    const isAwaited = cause === 'opened' || cause === 'invalidated';
    const priority = this.#kind.wants(this.#state, this.#readers, { now: this.#parts.clock.now(), isAwaited });
    if (priority === null) return;
    const isFirst = details.answeredAt === null;
    void this.#source.fetch(priority, isStale(details) && hasReason(details) ? 'anew' : !isFirst);
  }
}
