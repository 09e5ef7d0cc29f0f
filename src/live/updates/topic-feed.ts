import type { Clock } from '../../clock.ts';
import type { Optional } from '../../domain/common/optional.ts';
import type { AnyUpdate } from '../../domain/update.ts';
import { GatewayError } from '../../errors.ts';
import { BaseFeed } from './base-feed.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Revision, Topic } from './topic.ts';
import type { Delta } from './update-format.ts';

/** The wishes of a reader, the same for all its updates. */
export interface WatchReader {
  /** It is shown the details. Default: false. */
  readonly details?: boolean;
  /** Default: false. */
  readonly untilSettled?: boolean;
  /** Null, the default: no updates of kind CHECKED. */
  readonly heartbeatSeconds?: Optional<number>;
  /** Default: false. */
  readonly isElsewhere?: boolean;
}

/** One reader of a topic: the revision that it has seen, and no state. */
export class TopicFeed<State extends object, Event extends AnyUpdate> extends BaseFeed<Event> {
  #topic: Topic<State, Event>;
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

  constructor(topic: Topic<State, Event>, reader: WatchReader, clock: Clock) {
    super(clock);
    const { untilSettled = false, heartbeatSeconds, isElsewhere = false } = reader;
    this.#topic = topic;
    this.untilSettled = untilSettled;
    this.isElsewhere = isElsewhere;
    this.#heartbeat =
      heartbeatSeconds == null ? null : new Heartbeat(clock, heartbeatSeconds * 1000, () => this.wake());
    topic.enter(this);
  }

  protected look(sequence: number): Event | Error | null {
    const { endError } = this.#topic;
    if (endError !== null) {
      this.end(endError);
      return null;
    }
    const delta = this.#nextDelta();
    return delta === null ? this.#lookAtFailure() : this.#eventOf(delta, sequence);
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
    this.#topic.leave(this);
    this.#heartbeat?.[Symbol.dispose]();
  }

  #nextDelta(): Delta<Revision<State>> | null {
    const { now, isGone, status } = this.#topic;
    if (now === null) return null;
    if (this.#seen === null) return { kind: 'SNAPSHOT', to: now };
    if (isGone) return { kind: 'GONE', to: now };
    const delta = this.#topic.deltaFrom(this.#seen);
    if (delta !== null) return delta;
    this.#seen = now;
    if (status.freshness !== this.#freshness) return { kind: 'FRESHNESS', to: now };
    return this.#isCheckedDue ? { kind: 'CHECKED', to: now } : null;
  }

  get #isCheckedDue(): boolean {
    return this.#heartbeat?.isDue(this.#topic.status.checkedAt) ?? false;
  }

  #eventOf({ kind, to }: Delta<Revision<State>>, sequence: number): Event | null {
    const [topic, from] = [this.#topic, this.#seen];
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
  #lookAtFailure(): Error | null {
    const { failure } = this.#topic.status;
    if (this.#seen !== null || failure === null) return null;
    const code = failure instanceof GatewayError ? failure.code : failure.name;
    if (code === this.#failureCode) return null;
    this.#failureCode = code;
    return failure;
  }
}
