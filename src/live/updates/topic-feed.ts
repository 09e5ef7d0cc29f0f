import type { Clock } from '../../clock.ts';
import type { Optional } from '../../domain/common/optional.ts';
import { GatewayError } from '../../errors.ts';
import { BaseFeed } from './base-feed.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Delta, Revision, Topic } from './topic.ts';

/** The wishes of a reader, the same for all its updates. */
export interface FeedOptions {
  /** Default: false. */
  readonly untilSettled?: boolean;
  /** Null, the default: no updates of kind CHECKED. */
  readonly heartbeatSeconds?: Optional<number>;
  /** Default: false. */
  readonly isElsewhere?: boolean;
}

/** One reader of a topic: the revision that it has seen, and no state. */
export class TopicFeed<State extends object, Event extends object> extends BaseFeed<Event> {
  #topic: Topic<State, Event> | null;
  readonly untilSettled: boolean;
  readonly isElsewhere: boolean;
  readonly #heartbeat: Heartbeat | null;
  #seen: Revision<State> | null = null;
  #freshness = '';
  #isOverdue = false;
  /** The last failure that was sent before any state. */
  #failureCode = '';
  /** States passed over since the last update that was sent; and before the one that was taken last. */
  #skipped = 0;
  #skippedBefore = 0;

  constructor(topic: Topic<State, Event>, options: FeedOptions, clock: Clock) {
    super(clock);
    const { untilSettled = false, heartbeatSeconds, isElsewhere = false } = options;
    this.#topic = topic;
    this.untilSettled = untilSettled;
    this.isElsewhere = isElsewhere;
    this.#heartbeat =
      heartbeatSeconds == null ? null : new Heartbeat(clock, heartbeatSeconds * 1000, () => this.wake());
    topic.enter(this);
  }

  protected look(sequence: number): Event | Error | null {
    const topic = this.#topic;
    if (topic === null) return null;
    if (topic.endError !== null) {
      this.end(topic.endError);
      return null;
    }
    const delta = this.#nextDelta(topic);
    return delta === null ? this.#lookAtFailure(topic) : this.#eventOf(topic, delta, sequence);
  }

  untake(): void {
    this.#skipped = this.#skippedBefore;
    this.#heartbeat?.unsent();
  }

  checked(): void {
    if (this.#isCheckedDue) this.wake();
  }

  goOnIn(topic: Topic<State, Event>, counterpart: (seen: Revision<State>) => Revision<State>): void {
    this.#topic = topic;
    this.#isOverdue = true;
    this.#seen = this.#seen && counterpart(this.#seen);
    this.wake();
  }

  protected leave(): void {
    this.#topic?.leave(this);
    this.#heartbeat?.[Symbol.dispose]();
    this.#topic = null;
  }

  #nextDelta(topic: Topic<State, Event>): Delta<State> | null {
    const { now } = topic;
    if (now === null) return null;
    if (this.#seen === null) return { kind: 'SNAPSHOT', to: now };
    if (topic.isGone) return { kind: 'GONE', to: now };
    const delta = topic.deltaFrom(this.#seen);
    if (delta !== null) return delta;
    this.#seen = now;
    if (topic.status.freshness !== this.#freshness) return { kind: 'FRESHNESS', to: now };
    return this.#isCheckedDue ? { kind: 'CHECKED', to: now } : null;
  }

  get #isCheckedDue(): boolean {
    return this.#topic !== null && (this.#heartbeat?.isDue(this.#topic.status.checkedAt) ?? false);
  }

  #eventOf(topic: Topic<State, Event>, { kind, to }: Delta<State>, sequence: number): Event | null {
    const from = this.#seen;
    const { freshness, checkedAt } = topic.status;
    // In a list, some may be gone without its being so.
    const isFinal = topic.isGone ? kind === 'GONE' : topic.isFinal(this.untilSettled);
    const skipped = this.#skipped + (from === null ? 0 : Math.max(0, to.version - from.version - 1));
    const alwaysSend = kind !== 'CHANGED' || isFinal || freshness !== this.#freshness;
    const event = topic.event({ kind, from, sequence, skipped, isFinal, alwaysSend, isOverdue: this.#isOverdue });
    this.#seen = to;
    this.#freshness = freshness;
    this.#skippedBefore = skipped;
    this.#skipped = 0;
    if (isFinal) this.end(null);
    else this.#heartbeat?.sent(checkedAt);
    return event;
  }

  /** A reader without any state gets the error once. */
  #lookAtFailure(topic: Topic<State, Event>): Error | null {
    const { failure } = topic.status;
    if (this.#seen !== null || failure === null) return null;
    const code = failure instanceof GatewayError ? failure.code : failure.name;
    if (code === this.#failureCode) return null;
    this.#failureCode = code;
    return failure;
  }
}
