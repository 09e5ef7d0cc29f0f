import { deepEqual } from '../../domain/common/deep-equal.ts';
import { LONGEST_HELD_MS } from './owed-updates.ts';
import type { Delta, EventOf, FetchStatus, ReadableTopic, Revision, Snapshot } from './revision.ts';
import { type ReaderOptions, TopicFeed } from './topic-feed.ts';
import type { UpdateFormat } from './update-format.ts';

/** How many events of one moment are shared among readers: those whose numbers differ have each their own. */
const MAX_SHARED = 1_000;

/**
 * The present state of one thing, as all readers of one kind see it. Each reader knows the revision that it has seen, and
 * takes the next event from here; readers with the same next event get the identical object.
 */
export class Topic<State, Baseline, Event extends object> implements ReadableTopic<Baseline, Event> {
  readonly #format: UpdateFormat<State, Baseline, Event>;
  readonly #readers = new Set<TopicFeed<Baseline, Event>>();
  /** Those that stand for readers of other instances. */
  #elsewhere = 0;
  readonly #events = new Map<string, Event>();
  /** The event that was given last: most readers are given the same as the one before. */
  #last: { readonly of: EventOf<Baseline>; readonly event: Event } | null = null;
  readonly #deltas = new Map<Revision<Baseline>, Delta<Baseline> | null>();
  #revisions = 0;
  #state: State | null = null;
  #now: Revision<Baseline> | null = null;
  #status: FetchStatus = { freshness: 'LIVE', failure: null, checkedAt: 0, nextCheckAt: 0, cause: null };
  #isGone = false;
  #end: Error | null = null;

  constructor(format: UpdateFormat<State, Baseline, Event>) {
    this.#format = format;
  }

  open(reader: ReaderOptions = {}): TopicFeed<Baseline, Event> {
    const feed = new TopicFeed(this, reader);
    this.#readers.add(feed);
    this.#elsewhere += Number(feed.isElsewhere);
    return feed;
  }

  leave(feed: TopicFeed<Baseline, Event>): void {
    if (this.#readers.delete(feed)) this.#elsewhere -= Number(feed.isElsewhere);
  }

  /** Readers who have waited here for their last update go on in the other topic, which has it. */
  handOver(other: Topic<State, Baseline, Event>): void {
    const revisions = new Map<Revision<Baseline>, Revision<Baseline>>();
    const counterpart = (seen: Revision<Baseline>) => {
      const existing = revisions.get(seen);
      if (existing !== undefined) return existing;
      const revision = other.#revision((other.#now?.version ?? 1) - 1, seen.baseline);
      revisions.set(seen, revision);
      return revision;
    };
    for (const reader of this.#readers) {
      if (!other.isFinal(reader.untilSettled)) continue;
      this.#readers.delete(reader);
      other.#readers.add(reader);
      reader.goOnIn(other, counterpart);
    }
  }

  get readerCount(): number {
    return this.#readers.size - this.#elsewhere;
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0;
  }

  /** Somebody waits for more than is known already. */
  get isWatched(): boolean {
    return this.hasReaders && !this.isOver && !this.isFinal(false);
  }

  /** The same, for a reader of this instance. */
  get isAwaitedHere(): boolean {
    return this.readerCount > 0 && this.isWatched;
  }

  /** Null before anything is known. */
  get now(): Revision<Baseline> | null {
    return this.#now;
  }

  get state(): State | null {
    return this.#state;
  }

  get status(): FetchStatus {
    return this.#status;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Why no more will come of it, if that is no good end. */
  get endError(): Error | null {
    return this.#end;
  }

  get isOver(): boolean {
    return this.#isGone || this.#end !== null;
  }

  isFinal(untilSettled: boolean): boolean {
    return this.#state !== null && this.#format.isFinal(this.#state, untilSettled);
  }

  /** Takes it in, and wakes the readers if there is anything new in it. */
  publish({ state, ...status }: Snapshot<State>): void {
    if (this.isOver) return;
    const before = { now: this.#now, ...this.#status };
    if (state !== null && !deepEqual(state, this.#state)) {
      this.#state = state;
      this.#now = this.#revision((this.#now?.version ?? 0) + 1, this.#format.baseline(state));
    }
    this.#status = status;
    const isNews =
      before.now !== this.#now ||
      before.freshness !== status.freshness ||
      (this.#now === null && before.failure !== status.failure);
    const isSameTime = before.checkedAt === status.checkedAt && before.nextCheckAt === status.nextCheckAt;
    if (isNews || !isSameTime) this.#changed({ isNews });
    if (!isNews && before.checkedAt !== status.checkedAt) for (const reader of this.#readers) reader.checked();
  }

  /** The state is not the present any more: later readers do not see it. */
  forget(): void {
    if (this.hasReaders) return;
    this.#state = null;
    this.#now = null;
    this.#changed({ isNews: false });
  }

  /** It was there, and does not exist any more; or, if it was never seen, never was. */
  gone(checkedAt: number, neverThere: Error): void {
    if (this.#now === null) this.end(neverThere);
    if (this.isOver) return;
    this.#isGone = true;
    this.#status = { ...this.#status, freshness: 'LIVE', checkedAt };
    this.#changed({ isNews: true });
  }

  /** No more will come of it. */
  end(error: Error): void {
    if (this.isOver) return;
    this.#end = error;
    this.#changed({ isNews: true });
  }

  /** Null if a reader at this revision has seen everything. */
  deltaFrom(from: Revision<Baseline>): Delta<Baseline> | null {
    const known = this.#deltas.get(from);
    if (known !== undefined) return known;
    const delta = this.#makeDelta(from);
    this.#deltas.set(from, delta);
    return delta;
  }

  event(of: EventOf<Baseline>): Event | null {
    if (this.#state === null) return null;
    if (this.#last !== null && isAlike(this.#last.of, of)) return this.#last.event;
    const event = this.#sharedEvent(of, this.#state);
    this.#last = { of, event };
    return event;
  }

  #sharedEvent(of: EventOf<Baseline>, state: State): Event {
    const { kind, from, sequence, skipped, isFinal, alwaysSend, isOverdue } = of;
    const key = `${kind} ${from?.id} ${sequence} ${skipped} ${isFinal} ${alwaysSend} ${isOverdue}`;
    const shared = this.#events.get(key);
    if (shared !== undefined) return shared;
    const { freshness, checkedAt, nextCheckAt, cause } = this.#status;
    const at = { checkedAt: toIso(checkedAt), nextCheckAt: isFinal ? null : toIso(nextCheckAt) };
    const retry = isOverdue ? { retry: OVERDUE } : undefined;
    const about = { kind, sequence, skipped, ...at, freshness, isFinal, alwaysSend, cause, ...retry };
    const event = this.#format.toUpdate(about, state, from?.baseline ?? null);
    if (this.#events.size < MAX_SHARED) this.#events.set(key, event);
    return event;
  }

  #makeDelta(from: Revision<Baseline>): Delta<Baseline> | null {
    if (this.#state === null || this.#now === null || from === this.#now) return null;
    const delta = this.#format.diff(from.baseline, this.#state);
    if (delta === null) return null;
    const { kind, baseline } = delta;
    return { kind, to: baseline === this.#now.baseline ? this.#now : this.#revision(this.#now.version, baseline) };
  }

  #revision(version: number, baseline: Baseline): Revision<Baseline> {
    this.#revisions += 1;
    return { id: this.#revisions, version, baseline };
  }

  #changed({ isNews }: { readonly isNews: boolean }): void {
    this.#last = null;
    this.#events.clear();
    this.#deltas.clear();
    if (isNews) for (const reader of this.#readers) reader.wake();
  }
}

const OVERDUE = { attempt: 1, errors: Number.POSITIVE_INFINITY, waitedMs: LONGEST_HELD_MS };

function isAlike<Baseline>(one: EventOf<Baseline>, other: EventOf<Baseline>): boolean {
  return (
    one.kind === other.kind &&
    one.from === other.from &&
    one.sequence === other.sequence &&
    one.skipped === other.skipped &&
    one.isFinal === other.isFinal &&
    one.alwaysSend === other.alwaysSend &&
    one.isOverdue === other.isOverdue
  );
}

function toIso(at: number): string {
  return new Date(at).toISOString();
}
