import { deepEqual } from '../../domain/common/deep-equal.ts';
import type { AnyUpdate, UpdateKind } from '../../domain/update.ts';
import { LONGEST_HELD_MS } from './owed-updates.ts';
import type { Delta, FetchStatus, UpdateFormat } from './update-format.ts';

/** How many events of one moment are shared among readers: those whose numbers differ have each their own. */
const MAX_SHARED = 1_000;
const OVERDUE = { attempt: 1, errors: Number.POSITIVE_INFINITY, waitedMs: LONGEST_HELD_MS };

/** A state that readers have seen. */
export interface Revision<State> {
  readonly id: number;
  /** Counts the states. */
  readonly version: number;
  readonly state: State;
}

/** The key of an update among those of the present state. */
interface EventKey<State> {
  readonly kind: UpdateKind;
  readonly from: Revision<State> | null;
  readonly sequence: number;
  readonly skipped: number;
  readonly isFinal: boolean;
  readonly alwaysSend: boolean;
  /** It has waited for its details long enough. */
  readonly isOverdue: boolean;
}

/** A reader, as its topic sees it. */
interface TopicReader<State extends object, Event extends AnyUpdate> {
  readonly untilSettled: boolean;
  /** It stands for the readers of other instances of the gateway, and takes nothing. */
  readonly isElsewhere: boolean;
  /** There may be something new. */
  wake(): void;
  /** The service was asked, and nothing has changed. */
  checked(): void;
  /**
   * Its last update has waited long enough, and is in another topic.
   * @param counterpart the other topic's revision for one of this topic
   */
  goOnIn(topic: Topic<State, Event>, counterpart: (seen: Revision<State>) => Revision<State>): void;
}

/**
 * The present state of one thing, as all readers of one kind see it. Each reader knows the revision that it has seen, and
 * takes the next event from here; readers with the same next event get the identical object.
 */
export class Topic<State extends object, Event extends AnyUpdate> {
  readonly #format: UpdateFormat<State, Event>;
  readonly #readers = new Set<TopicReader<State, Event>>();
  readonly #events = new Map<string, Event>();
  /** The event that was given last: most readers are given the same as the one before. */
  #last: { readonly key: EventKey<State>; readonly event: Event } | null = null;
  readonly #deltas = new Map<Revision<State>, Delta<Revision<State>> | null>();
  #revisions = 0;
  /** Null before anything is known. */
  #now: Revision<State> | null = null;
  #status: FetchStatus = { freshness: 'LIVE', failure: null, checkedAt: 0, nextCheckAt: 0, cause: null };
  #isGone = false;
  #endError: Error | null = null;

  constructor(format: UpdateFormat<State, Event>) {
    this.#format = format;
  }

  enter(reader: TopicReader<State, Event>): void {
    this.#readers.add(reader);
  }

  leave(reader: TopicReader<State, Event>): void {
    this.#readers.delete(reader);
  }

  /** Readers who have waited here for their last update go on in the other topic, which has it. */
  handOver(other: Topic<State, Event>): void {
    const revisions = new Map<Revision<State>, Revision<State>>();
    for (const reader of this.#readers) {
      if (!other.isFinal(reader.untilSettled)) continue;
      this.leave(reader);
      other.enter(reader);
      reader.goOnIn(other, (seen) => {
        const counterpart = revisions.get(seen) ?? other.#revision((other.#now?.version ?? 1) - 1, seen.state);
        revisions.set(seen, counterpart);
        return counterpart;
      });
    }
  }

  /** Those of this instance. */
  get readerCount(): number {
    return [...this.#readers].filter(({ isElsewhere }) => !isElsewhere).length;
  }

  get hasReaders(): boolean {
    return this.#readers.size > 0;
  }

  /** Somebody waits for more than is known already. */
  get isAwaited(): boolean {
    return this.hasReaders && !this.#isOver && !this.isFinal(false);
  }

  /** The same, for a reader of this instance. */
  get isAwaitedHere(): boolean {
    if (!this.isAwaited) return false;
    for (const { isElsewhere } of this.#readers) if (!isElsewhere) return true;
    return false;
  }

  get now(): Revision<State> | null {
    return this.#now;
  }

  get status(): FetchStatus {
    return this.#status;
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** Why no more will come of it, if that is no good end. */
  get endError(): Error | null {
    return this.#endError;
  }

  isFinal(untilSettled: boolean): boolean {
    return this.#now !== null && (this.#format.isFinal?.(this.#now.state, untilSettled) ?? false);
  }

  /** Takes it in, and wakes the readers if there is anything new in it. The state is null as long as nothing is known. */
  publish({ state, ...status }: FetchStatus & { readonly state: State | null }): void {
    if (this.#isOver) return;
    const [previous, previously] = [this.#now, this.#status];
    if (state !== null && !deepEqual(state, previous?.state ?? null)) {
      this.#now = this.#revision((previous?.version ?? 0) + 1, state);
    }
    this.#status = status;
    const isNews =
      previous !== this.#now ||
      previously.freshness !== status.freshness ||
      (this.#now === null && previously.failure !== status.failure);
    const isChecked = previously.checkedAt !== status.checkedAt;
    if (isNews || isChecked || previously.nextCheckAt !== status.nextCheckAt) this.#forgetEvents();
    if (isNews) this.#wakeAll();
    else if (isChecked) for (const reader of this.#readers) reader.checked();
  }

  /** The state is not the present any more: later readers do not see it. */
  forgetIfUnread(): void {
    if (this.hasReaders) return;
    this.#now = null;
    this.#forgetEvents();
  }

  /** It was there, and does not exist any more; or, if it was never seen, never was. */
  gone(checkedAt: number, neverThere: Error): void {
    if (this.#now === null) this.end(neverThere);
    if (this.#isOver) return;
    this.#isGone = true;
    this.#status = { ...this.#status, freshness: 'LIVE', checkedAt };
    this.#forgetEvents();
    this.#wakeAll();
  }

  end(error: Error): void {
    if (this.#isOver) return;
    this.#endError = error;
    this.#wakeAll();
  }

  /** Null if a reader at this revision has seen everything. */
  deltaFrom(from: Revision<State>): Delta<Revision<State>> | null {
    const now = this.#now;
    if (now === null || from === now) return null;
    if (this.#format.diff === undefined) return { kind: 'CHANGED', to: now };
    const known = this.#deltas.get(from);
    if (known !== undefined) return known;
    const diff = this.#format.diff(from.state, now.state);
    const delta = diff && { kind: diff.kind, to: diff.to === now.state ? now : this.#revision(now.version, diff.to) };
    this.#deltas.set(from, delta);
    return delta;
  }

  event(key: EventKey<State>): Event | null {
    if (this.#now === null) return null;
    if (this.#last !== null && isAlike(this.#last.key, key)) return this.#last.event;
    const event = this.#sharedEvent(key, this.#now.state);
    this.#last = { key, event };
    return event;
  }

  get #isOver(): boolean {
    return this.#isGone || this.#endError !== null;
  }

  #sharedEvent(key: EventKey<State>, state: State): Event {
    const { from, isOverdue, ...about } = key;
    const text = `${from?.id} ${isOverdue} ${Object.values(about).join(' ')}`;
    const shared = this.#events.get(text);
    if (shared !== undefined) return shared;
    const { freshness, checkedAt, nextCheckAt, cause } = this.#status;
    const at = { checkedAt: toIso(checkedAt), nextCheckAt: about.isFinal ? null : toIso(nextCheckAt) };
    const update = { ...about, ...at, freshness, cause, ...(isOverdue && { retry: OVERDUE }) };
    const event = this.#format.toUpdate(update, state, from?.state ?? null);
    if (this.#events.size < MAX_SHARED) this.#events.set(text, event);
    return event;
  }

  #revision(version: number, state: State): Revision<State> {
    this.#revisions += 1;
    return { id: this.#revisions, version, state };
  }

  #forgetEvents(): void {
    this.#last = null;
    this.#events.clear();
    this.#deltas.clear();
  }

  #wakeAll(): void {
    for (const reader of this.#readers) reader.wake();
  }
}

function isAlike<State>(one: EventKey<State>, other: EventKey<State>): boolean {
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
