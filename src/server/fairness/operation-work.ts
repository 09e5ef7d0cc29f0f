import { BURST_VALUES, type Work } from '../../contracts/work.ts';
import { LimitExceededError } from '../../errors.ts';
import { type ByteShares, type HeldBytesLimits, Reservation } from './byte-shares.ts';
import { Fifo } from './fifo.ts';
import type { SharedHoldings } from './shared-holdings.ts';
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

/** Documents and values of operations that are under way. */
export const UNFINISHED_BYTES: HeldBytesLimits = { all: 128 * MIB, strangers: 0 };
/** About what a value takes in an answer that is not whole. */
const BYTES_OF_VALUE = 64;
const VALUES_OF_STEP = 256;
/** A field that waits for an answer takes as much as so many values. */
const VALUES_OF_WAITING = 16;

/** So many operations have smaller documents that counting each would cost more than it bounds. */
const SMALL_DOCUMENT_BYTES = 16 * 1024;

/** What an operation holds as soon as it begins. */
interface OperationNeeds {
  readonly document: object;
  /** Of the document, parsed. */
  readonly bytes: number;
  /** With every fragment expanded, whatever lists they are in. */
  readonly fields: number;
}

export interface WorkParts {
  readonly turns: TaskQueue;
  /** Where those wait who have more to do than a burst. */
  readonly slots: Slots;
  readonly work: WorkLimits;
  /** For what operations have read. */
  readonly readShares: ByteShares;
  /** For the values that they have made. */
  readonly unfinished: ByteShares;
  /** For their documents: a hundred times as large as the texts. */
  readonly runningDocuments: SharedHoldings<object, { readonly bytes: number }>;
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
  #readSteps = 0;
  /** Null as long as little was read. */
  #read: Reservation | null = null;
  #madeValues = 0;
  #madeSteps = 0;
  /** Null as long as little was made. */
  #made: Reservation | null = null;
  #releaseDocument: (() => void) | null = null;
  #lacksRoom = false;
  #failure: LimitExceededError | null = null;
  /** Null as long as one burst is enough. */
  #slot: Promise<Disposable> | null = null;
  #hasSlot = false;
  #isOver = false;
  readonly #waiting = new Fifo<Waiter>();
  #isQueued = false;
  #isInTurn = false;

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
    return this.#isBurstUsedUp || this.#awaitsRoom || (!this.#isInTurn && this.#parts.turns.isLate());
  }

  get #isBurstUsedUp(): boolean {
    return this.#valuesInBurst >= BURST_VALUES;
  }

  get #awaitsRoom(): boolean {
    return this.#lacksRoom && !this.#hasSlot;
  }

  charge(values: number): void {
    this.#values += values;
    this.#valuesInBurst += values;
    this.#check('values', this.#values);
    this.#make(values);
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
    if (steps === this.#readSteps || this.#isOver) return;
    this.#read ??= new Reservation(this.#parts.readShares.of(this.lane.client));
    this.#read.grow((steps - this.#readSteps) * READ_STEP_BYTES);
    this.#readSteps = steps;
  }

  awaitAnswer(): void {
    this.#make(VALUES_OF_WAITING);
  }

  /**
   * To be called before it is executed, with what it is then to hold.
   * @returns false where there is no room: it is to let go of its document, and to be prepared and to enter again once
   * `pause` has resolved. Then it has a slot, unless there is room meanwhile, and others that have a slot may take theirs.
   */
  enter(needs: OperationNeeds): boolean {
    this.#lacksRoom = false;
    this.#madeValues = needs.fields;
    this.#make(0);
    if (!this.#lacksRoom && needs.bytes >= SMALL_DOCUMENT_BYTES) this.#holdDocument(needs);
    if (this.#lacksRoom) return this.#hasSlot;
    if (this.#hasSlot) this.#giveSlotBack();
    return true;
  }

  #holdDocument({ document, bytes }: OperationNeeds): void {
    this.#releaseDocument = this.#parts.runningDocuments.hold(document, { bytes }, this.lane.client);
    this.#lacksRoom = this.#releaseDocument === null;
  }

  #giveSlotBack(): void {
    void this.#slot?.then((slot) => slot[Symbol.dispose]());
    this.#slot = null;
    this.#hasSlot = false;
  }

  /** Counts values that are held until it ends. Where there is no room for them, whatever follows waits for a slot. */
  #make(values: number): void {
    this.#madeValues += values;
    const steps = Math.floor(this.#madeValues / VALUES_OF_STEP);
    if (steps === this.#madeSteps || this.#isOver) return;
    this.#made ??= new Reservation(this.#parts.unfinished.of(this.lane.client));
    if (this.#made.tryGrow((steps - this.#madeSteps) * VALUES_OF_STEP * BYTES_OF_VALUE)) this.#madeSteps = steps;
    else this.#lacksRoom = true;
  }

  /** To be awaited before it begins: where nobody waits, it begins at once. */
  begin(): Promise<void> | undefined {
    return this.#parts.turns.isIdle() ? undefined : this.#wait(BURST_VALUES);
  }

  async pause(values: number): Promise<void> {
    // Without one of these, it only waits for its next turn.
    if (this.#isBurstUsedUp || this.#awaitsRoom || values >= BURST_VALUES) {
      this.#slot ??= this.#parts.slots.take(this.lane.client);
      await this.#slot;
      this.#hasSlot = true;
    }
    await this.#wait(values);
  }

  /** To be called once its answer is written, or it has none. */
  end(): void {
    this.#isOver = true;
    // It refers to the whole result.
    this.#onFailure = null;
    this.#read?.[Symbol.dispose]();
    this.#made?.[Symbol.dispose]();
    this.#releaseDocument?.();
    this.#releaseDocument = null;
    this.#giveSlotBack();
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
    this.#isInTurn = true;
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
    this.#isInTurn = false;
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
