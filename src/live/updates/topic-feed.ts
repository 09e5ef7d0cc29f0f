import { GatewayError } from '../../errors.ts';
import { BaseFeed } from './base-feed.ts';
import type { Delta, ReadableTopic, Revision } from './revision.ts';

/** One reader of a topic: how far it has been told, and no state. */
export class TopicFeed<Trace, Event extends object> extends BaseFeed<Event> {
  #topic: ReadableTopic<Trace, Event> | null;
  readonly #untilSettled: boolean;
  #seen: Revision<Trace> | null = null;
  #freshness = '';
  /** Of the failure that it was told last, knowing nothing yet. */
  #failureCode = '';
  /** States passed over since the last update that was sent; and before the one that was taken last. */
  #skipped = 0;
  #skippedBefore = 0;

  constructor(topic: ReadableTopic<Trace, Event>, untilSettled: boolean) {
    super();
    this.#topic = topic;
    this.#untilSettled = untilSettled;
  }

  protected look(sequence: number): Event | Error | null {
    const topic = this.#topic;
    if (topic === null) return null;
    if (topic.endError !== null) {
      this.end(topic.endError);
      return null;
    }
    const step = this.#nextStep(topic);
    return step === null ? this.#lookAtFailure(topic) : this.#tell(topic, step, sequence);
  }

  untake(): void {
    this.#skipped = this.#skippedBefore;
  }

  protected leave(): void {
    this.#topic?.leave(this);
    this.#topic = null;
  }

  #nextStep(topic: ReadableTopic<Trace, Event>): Delta<Trace> | null {
    const { now } = topic;
    if (now === null) return null;
    if (this.#seen === null) return { kind: 'SNAPSHOT', to: now };
    if (topic.isGone) return { kind: 'GONE', to: now };
    const step = topic.stepFrom(this.#seen);
    if (step !== null) return step;
    this.#seen = now;
    return topic.status.freshness === this.#freshness ? null : { kind: 'FRESHNESS', to: now };
  }

  #tell(topic: ReadableTopic<Trace, Event>, { kind, to }: Delta<Trace>, sequence: number): Event | null {
    const from = this.#seen;
    const { freshness } = topic.status;
    // In a list, some may be gone without its being so.
    const isFinal = topic.isGone ? kind === 'GONE' : topic.isFinal(this.#untilSettled);
    const skipped = this.#skipped + (from === null ? 0 : Math.max(0, to.version - from.version - 1));
    const isSentAnyway = kind !== 'CHANGED' || isFinal || freshness !== this.#freshness;
    const event = topic.event({ kind, from, sequence, skipped, isFinal, isSentAnyway });
    this.#seen = to;
    this.#freshness = freshness;
    this.#skippedBefore = skipped;
    this.#skipped = 0;
    if (isFinal) this.end(null);
    return event;
  }

  /** Whoever knows nothing yet is told why, once. */
  #lookAtFailure(topic: ReadableTopic<Trace, Event>): Error | null {
    const { failure } = topic.status;
    if (this.#seen !== null || failure === null) return null;
    const code = failure instanceof GatewayError ? failure.code : failure.name;
    if (code === this.#failureCode) return null;
    this.#failureCode = code;
    return failure;
  }
}
