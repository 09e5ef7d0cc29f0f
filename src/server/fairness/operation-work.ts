import { BURST_VALUES, type Work } from '../../contracts/work.ts';
import { LimitExceededError } from '../../errors.ts';
import { type ByteShares, type HeldBytesLimits, Reservation } from './byte-shares.ts';
import { Fifo } from './fifo.ts';
import type { Slots } from './slots.ts';
import type { Burst, Lane, TaskQueue } from './task-queue.ts';

/** How much one operation may do, whatever was estimated of it. */
export interface WorkLimits {
  /** Values in its answer, and whatever else was made on the way. */
  readonly values: number;
  /** Milliseconds of the processor's time. */
  readonly computingMs: number;
  /** Bytes of its answer. */
  readonly answerBytes: number;
  /** Bytes of the service's answers that are read for it. */
  readonly readBytes: number;
}

const MIB = 1024 * 1024;

export const WORK_LIMITS: WorkLimits = {
  values: 200_000,
  computingMs: 1_000,
  answerBytes: 64 * MIB,
  readBytes: 64 * MIB,
};

/** The answers that running operations have read: parsed, they take some three times as much. */
export const READ_BYTES: HeldBytesLimits = { all: 128 * MIB, strangers: 0 };
/** What is read is held in steps: most operations read less than one. */
const READ_STEP_BYTES = MIB;

export interface WorkParts {
  readonly turns: TaskQueue;
  /** Where those wait who have more to do than a burst. */
  readonly slots: Slots;
  readonly work: WorkLimits;
  /** For what operations have read. */
  readonly readShares: ByteShares;
}

interface Waiter {
  readonly values: number;
  readonly resolve: () => void;
}

/** The computation of one operation, ended when its answer is written. */
export class OperationWork implements Work, Burst {
  readonly #parts: WorkParts;
  /** Where the operation, and whatever else its connection has to do, waits for its turns. */
  readonly lane: Lane;
  /** Private: V8 keeps a function that is stored in a public field, and all that it refers to, until it collects the whole heap. */
  #onFailure: ((failure: LimitExceededError) => void) | null = null;
  #values = 0;
  #valuesInBurst = 0;
  #computedMs = 0;
  #bytes = 0;
  #readBytes = 0;
  #heldSteps = 0;
  /** Null as long as little was read. */
  #held: Reservation | null = null;
  #failure: LimitExceededError | null = null;
  /** Null as long as one burst is enough. */
  #slot: Promise<Disposable> | null = null;
  #isOver = false;
  readonly #waiting = new Fifo<Waiter>();
  #isQueued = false;

  constructor(parts: WorkParts, lane: Lane) {
    this.#parts = parts;
    this.lane = lane;
  }

  get values(): number {
    return this.#values;
  }

  get computedMs(): number {
    return this.#computedMs;
  }

  /** Why it is not to go on. */
  get failure(): LimitExceededError | null {
    return this.#failure;
  }

  /** The listener is called once, when the operation is not to go on. */
  listen(onFailure: (failure: LimitExceededError) => void): void {
    this.#onFailure = onFailure;
  }

  get isDue(): boolean {
    return this.#valuesInBurst >= BURST_VALUES;
  }

  charge(values: number): void {
    this.#values += values;
    this.#valuesInBurst += values;
    this.#check('values', this.#values);
  }

  /** So many bytes of the answer were written. @throws LimitExceededError */
  chargeBytes(bytes: number): void {
    this.#bytes += bytes;
    this.#check('answerBytes', this.#bytes);
  }

  /** The answer will have at least so many bytes. @throws LimitExceededError */
  expectBytes(bytes: number): void {
    this.#check('answerBytes', bytes);
  }

  chargeRead(bytes: number): void {
    this.#readBytes += bytes;
    this.#check('readBytes', this.#readBytes);
    const steps = Math.floor(this.#readBytes / READ_STEP_BYTES);
    if (steps === this.#heldSteps || this.#isOver) return;
    this.#held ??= new Reservation(this.#parts.readShares.of(this.lane.client));
    this.#held.grow((steps - this.#heldSteps) * READ_STEP_BYTES);
    this.#heldSteps = steps;
  }

  /** To be awaited before it begins: where nobody waits, it begins at once. */
  begin(): Promise<void> | undefined {
    return this.#parts.turns.isIdle() ? undefined : this.#wait(BURST_VALUES);
  }

  async pause(values: number): Promise<void> {
    this.#slot ??= this.#parts.slots.take(this.lane.client);
    await this.#slot;
    await this.#wait(values);
  }

  /** To be called once its answer is written, or it has none. */
  end(): void {
    this.#isOver = true;
    this.#held?.[Symbol.dispose]();
    void this.#slot?.then((slot) => slot[Symbol.dispose]());
  }

  #wait(values: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting.add({ values, resolve });
    this.#enqueue();
    return promise;
  }

  #enqueue(): void {
    if (this.#isQueued || this.#waiting.length === 0 || this.#isOver) return;
    this.#isQueued = true;
    this.#parts.turns.addBurst(this, this.lane);
  }

  /** Lets as many go on as one burst has room for; none once it is over: what waits is forgotten with its operation. */
  run(): boolean {
    this.#isQueued = false;
    if (this.#failure !== null || this.#isOver) return false;
    this.#valuesInBurst = 0;
    for (let values = 0; values < BURST_VALUES; ) {
      const next = this.#waiting.take();
      if (next === undefined) break;
      next.resolve();
      values += next.values;
    }
    return true;
  }

  ran(ms: number): void {
    this.#enqueue();
    this.#computedMs += ms;
    try {
      this.#check('computingMs', Math.round(this.#computedMs));
    } catch {
      // The operation learns of it at its next step.
    }
  }

  #check(limit: keyof WorkLimits, actual: number): void {
    const allowed = this.#parts.work[limit];
    if (this.#failure === null && actual > allowed) {
      this.#failure = new LimitExceededError(limit, allowed, actual);
      this.#onFailure?.(this.#failure);
    }
    if (this.#failure !== null) throw this.#failure;
  }
}
