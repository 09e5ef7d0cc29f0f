import type { Clock } from '../../clock.ts';
import { RecurringMap } from '../../domain/common/recurring-map.ts';
import { Fifo } from './fifo.ts';

/** Where the tasks of one connection wait. Clients take turns, and so do the connections of a client. */
export class Lane extends Fifo<Task | Burst> {
  readonly client: string;
  isQueued = false;

  constructor(client: string) {
    super();
    this.client = client;
  }
}

/** Something short that has to be done. */
export interface Task {
  /** Absent for what is nobody's. */
  readonly lane?: Lane | undefined;
  /** Never throws. */
  run(): void;
}

/** Some milliseconds of something long, which goes on in microtasks after `run` has returned. */
export interface Burst {
  /** The sum of its calls of `ran` so far. */
  readonly computedMs: number;
  /** Never throws. False if there was nothing to do after all. */
  run(): boolean;
  /** @param ms of the processor's time that it took, microtasks included; the first few as they passed */
  ran(ms: number): void;
}

/** Lets many have their turn: fairly between clients, then between their connections, and none for long. */
export interface TaskQueue {
  /** Soon: in the order of asking within a lane. */
  add(task: Task): void;
  /** The same for a burst. All other tasks, requests that have come included, run in between. */
  addBurst(burst: Burst, lane: Lane): void;
  /**
   * Whether something long may begin at once: nobody waits, little was begun so in this round of the event loop, and nothing
   * is about to begin. It begins one microtask later.
   */
  isIdle(): boolean;
  /** Tasks or bursts wait for their turn, or have it. */
  readonly isBusy: boolean;
  /** To be called for each connection that is accepted. */
  connected(): void;
  /** Whether so much was done in this round that the rest is for the next: an answer of the service may resume many at once. */
  isLate(): boolean;
}

interface ClientLanes {
  readonly client: string;
  readonly lanes: Fifo<Lane>;
}

const MICROSECONDS = 1000;
/** So much is measured by the clock: reading the processor's time, twice a burst, takes 3 µs, a twentieth of a short operation. */
const ROUGH_MS = 20;
/** So many may follow a burst in its round. */
const MOST_OTHER_BURSTS = 15;

/**
 * Node accepts one connection in each round of the event loop. As long as connections come, so many rounds go by without work, or a
 * new caller would wait for a slice of work for each connection that came before its own.
 */
const MOST_IDLE_ROUNDS = 16;

export interface TaskQueueParts {
  readonly sliceMs: number;
  readonly clock: Pick<Clock, 'now'>;
}

/** Works for so many milliseconds, then lets the event loop have a round: whoever else asks is answered in between. */
export function createTaskQueue(parts: TaskQueueParts): TaskQueue {
  return new FairQueue(parts);
}

class FairQueue implements TaskQueue {
  readonly #sliceMs: number;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #nobody = new Lane('');
  /** Those who have something to do. */
  readonly #byClient = new RecurringMap<string, ClientLanes>();
  readonly #clients = new Fifo<ClientLanes>();
  #isScheduled = false;
  #waitingBursts = 0;
  #roundSince: number | null = null;
  #isBeginning = false;
  #hasConnected = false;
  #idleRounds = 0;

  constructor({ sliceMs, clock }: TaskQueueParts) {
    this.#sliceMs = sliceMs;
    this.#clock = clock;
  }

  add(task: Task): void {
    this.#enqueue(task, task.lane ?? this.#nobody);
  }

  addBurst(burst: Burst, lane: Lane): void {
    this.#waitingBursts += 1;
    this.#enqueue(burst, lane);
  }

  isIdle(): boolean {
    if (this.#isScheduled || this.#isBeginning || this.isLate()) return false;
    this.#isBeginning = true;
    queueMicrotask(this.#begun);
    return true;
  }

  get isBusy(): boolean {
    return this.#isScheduled;
  }

  connected(): void {
    this.#hasConnected = true;
  }

  readonly #begun = (): void => {
    this.#isBeginning = false;
  };

  isLate(): boolean {
    if (this.#roundSince !== null) return this.#clock.now() - this.#roundSince >= this.#sliceMs;
    this.#roundSince = this.#clock.now();
    setImmediate(() => {
      this.#roundSince = null;
    });
    return false;
  }

  #enqueue(task: Task | Burst, lane: Lane): void {
    lane.add(task);
    if (!lane.isQueued) this.#enqueueLane(lane);
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(this.#work);
  }

  #enqueueLane(lane: Lane): void {
    lane.isQueued = true;
    let client = this.#byClient.get(lane.client);
    if (client === undefined) {
      client = { client: lane.client, lanes: new Fifo() };
      this.#byClient.set(lane.client, client);
      this.#clients.add(client);
    }
    client.lanes.add(lane);
  }

  /** Undefined once all have had theirs. */
  #takeNext(): Task | Burst | undefined {
    const client = this.#clients.take();
    const lane = client?.lanes.take();
    if (client === undefined || lane === undefined) return undefined;
    const task = lane.take();
    if (lane.length > 0) client.lanes.add(lane);
    else lane.isQueued = false;
    if (client.lanes.length > 0) this.#clients.add(client);
    else this.#byClient.delete(client.client);
    return task;
  }

  readonly #work = (): void => {
    if (this.#passesRound()) setImmediate(this.#work);
    else this.#workOnce();
  };

  /** @returns whether this round goes by without work, for the next connection */
  #passesRound(): boolean {
    const passes = this.#hasConnected && this.#idleRounds < MOST_IDLE_ROUNDS;
    this.#hasConnected = false;
    this.#idleRounds = passes ? this.#idleRounds + 1 : 0;
    return passes;
  }

  #workOnce(): void {
    const burst = this.#runTasks(this.#clock.now() + this.#sliceMs);
    if (burst !== null) this.#runBursts(burst);
    else if (this.#clients.length > 0) setImmediate(this.#work);
    else this.#isScheduled = false;
  }

  /** @returns the burst whose turn it is, if that comes before `until` */
  #runTasks(until: number): Burst | null {
    do {
      const task = this.#takeNext();
      if (task === undefined) return null;
      if ('ran' in task) {
        this.#waitingBursts -= 1;
        return task;
      }
      task.run();
    } while (this.#clock.now() < until);
    return null;
  }

  /**
   * After a round of the event loop. Others follow in the same round as long as its slice has room for them: operations that
   * begin together share what they read. Nothing but microtasks comes between two immediates of one round.
   */
  #runBursts(first: Burst): void {
    let next: Burst | null = first;
    let measure: (() => void) | null = null;
    let until = 0;
    const run = () => {
      if (next !== null) measure = runMeasured(next, this.#clock);
      next = null;
    };
    const end = () => {
      if (measure === null) return;
      measure();
      measure = null;
      if (this.#clock.now() < until) next = this.#runTasks(until);
    };
    setImmediate(() => {
      until = this.#clock.now() + this.#sliceMs;
      run();
    });
    setImmediate(end);
    for (let others = Math.min(this.#waitingBursts, MOST_OTHER_BURSTS); others > 0; others -= 1) {
      setImmediate(run);
      setImmediate(end);
    }
    setImmediate(() => {
      if (next === null) this.#work();
      else this.#runBursts(next);
    });
  }
}

/** @returns what is to be called once its microtasks have run */
function runMeasured(burst: Burst, clock: Pick<Clock, 'now'>): () => void {
  const isRough = burst.computedMs < ROUGH_MS;
  const read = isRough ? () => clock.now() : processorMs;
  const before = read();
  const isWork = burst.run();
  return () => {
    const ms = isWork ? read() - before : 0;
    // The process may have been stopped meanwhile.
    burst.ran(isRough ? Math.min(ms, ROUGH_MS) : ms);
  };
}

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / MICROSECONDS;
}
