import { GatewayError } from '../../errors.ts';
import { BaseFeed } from './base-feed.ts';
import type { Delta, Revision, Topic } from './topic.ts';

/** One reader of a view: how far it has been told, and no state. */
export class TopicFeed<State, Trace, Event extends object> extends BaseFeed<Event> {
  #view: Topic<State, Trace, Event> | null;
  readonly #untilSettled: boolean;
  #seen: Revision<Trace> | null = null;
  #freshness = '';
  /** Of the failure that it was told last, knowing nothing yet. */
  #failureCode = '';
  /** States passed over since the last update that was sent; and before the one that was taken last. */
  #skipped = 0;
  #skippedBefore = 0;

  constructor(view: Topic<State, Trace, Event>, untilSettled: boolean) {
    super();
    this.#view = view;
    this.#untilSettled = untilSettled;
  }

  protected look(sequence: number): Event | Error | null {
    const view = this.#view;
    if (view === null) return null;
    if (view.endError !== null) {
      this.end(view.endError);
      return null;
    }
    const step = this.#nextStep(view);
    return step === null ? this.#lookAtFailure(view) : this.#tell(view, step, sequence);
  }

  untake(): void {
    this.#skipped = this.#skippedBefore;
  }

  protected leave(): void {
    this.#view?.leave(this);
    this.#view = null;
  }

  #nextStep(view: Topic<State, Trace, Event>): Delta<Trace> | null {
    const { now } = view;
    if (now === null) return null;
    if (this.#seen === null) return { kind: 'SNAPSHOT', to: now };
    if (view.isGone) return { kind: 'GONE', to: now };
    const step = view.stepFrom(this.#seen);
    if (step !== null) return step;
    this.#seen = now;
    return view.standing.freshness === this.#freshness ? null : { kind: 'FRESHNESS', to: now };
  }

  #tell(view: Topic<State, Trace, Event>, { kind, to }: Delta<Trace>, sequence: number): Event | null {
    const from = this.#seen;
    const { freshness } = view.standing;
    // In a list, some may be gone without its being so.
    const isFinal = view.isGone ? kind === 'GONE' : view.isFinal(this.#untilSettled);
    const skipped = this.#skipped + (from === null ? 0 : Math.max(0, to.version - from.version - 1));
    const isSentAnyway = kind !== 'CHANGED' || isFinal || freshness !== this.#freshness;
    const event = view.event({ kind, from, sequence, skipped, isFinal, isSentAnyway });
    this.#seen = to;
    this.#freshness = freshness;
    this.#skippedBefore = skipped;
    this.#skipped = 0;
    if (isFinal) this.end(null);
    return event;
  }

  /** Whoever knows nothing yet is told why, once. */
  #lookAtFailure(view: Topic<State, Trace, Event>): Error | null {
    const { failure } = view.standing;
    if (this.#seen !== null || failure === null) return null;
    const code = failure instanceof GatewayError ? failure.code : failure.name;
    if (code === this.#failureCode) return null;
    this.#failureCode = code;
    return failure;
  }
}
