import { RateLimitedError } from '../../errors.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import { Replica, type ReplicaParts } from './replica.ts';

export interface OnDemandReplicaParts<T> extends Omit<ReplicaParts<T>, 'onAnswer' | 'onForgotten'> {
  /** Whether what somebody else has read may be taken for the present state. */
  readonly isPresent: (answer: T) => boolean;
  /** Something has come of it: an answer, or a failure. */
  readonly onSettled: () => void;
  /** A write has changed it; it is due. */
  readonly onForgotten: () => void;
}

/** After a failure it is polled no sooner than this, and after each further one in a row twice as late. */
const PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

/** What is asked for when there is a reason to, not in turn: as long as it is due, what is known of it is not the present. */
export class OnDemandReplica<T extends object> implements Disposable {
  readonly #parts: OnDemandReplicaParts<T>;
  readonly #read: Replica<T>;
  /** Counts the reasons. */
  #reasons = 0;
  #isBusy = false;
  isDue = true;

  constructor(parts: OnDemandReplicaParts<T>) {
    this.#parts = parts;
    this.#read = new Replica({
      ...parts,
      serves: () => !this.isDue && parts.serves(),
      onAnswer: () => this.#answered(),
      onForgotten: () => {
        this.outdate();
        parts.onForgotten();
      },
    });
  }

  /** What was told last, even if it is due. */
  get answer(): T | null {
    return this.#read.value;
  }

  get answeredAt(): number | null {
    return this.#read.answeredAt;
  }

  /** Why it is still due; null if it is not, or is being asked for. */
  get failure(): Error | null {
    return this.isDue ? this.#read.failure : null;
  }

  get isRecent(): boolean {
    return this.#read.isRecent;
  }

  /** There is a reason to ask. */
  outdate(): void {
    this.#reasons += 1;
    this.isDue = true;
  }

  /** Asks, unless it is being asked for; where nobody waits for it, nor if it has just failed. */
  want(priority: RequestOptions['priority']): void {
    if (this.#isBusy) return;
    const isPausing = this.#parts.clock.now() < this.#read.failedAt + this.#pauseMs();
    if (priority === 'interactive' || !isPausing) void this.#ask(priority);
  }

  [Symbol.dispose](): void {
    this.#read[Symbol.dispose]();
  }

  async #ask(priority: RequestOptions['priority']): Promise<void> {
    this.#isBusy = true;
    let isOutdated = true;
    while (isOutdated) {
      const [reasons, { failure }] = [this.#reasons, this.#read];
      // A request that somebody else has under way may be from before there was a reason.
      const isTold = await this.#read.fetch(priority, this.isDue && reasons > 0 ? 'anew' : true);
      const hasFailed = !isTold && this.#read.failure !== failure;
      isOutdated = reasons !== this.#reasons && !hasFailed;
      if (isTold && !isOutdated) this.isDue = false;
    }
    this.#isBusy = false;
    this.#parts.onSettled();
  }

  /** By somebody else: what this has asked for itself is taken in when that has settled. */
  #answered(): void {
    if (this.#read.isFetching || this.#read.value === null) return;
    if (this.#parts.isPresent(this.#read.value)) this.isDue = false;
    this.#parts.onSettled();
  }

  #pauseMs(): number {
    const { failure, failures } = this.#read;
    // The quota is not spent by asking when there is none.
    if (failure === null || failure instanceof RateLimitedError) return 0;
    return Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (failures - 1));
  }
}
