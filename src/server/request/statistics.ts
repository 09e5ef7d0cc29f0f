import type { Clock } from '../../clock.ts';
import type { Warning } from '../../contracts/context.ts';

const NONE: readonly Warning[] = [];

/** Everything that is counted and collected of an operation, for its answer and its log line. */
export class Statistics {
  readonly #clock: Clock;
  /** The arrival of the request, in ms since the epoch. */
  readonly startedAt: number;
  #upstreamRequests = 0;
  #memoryHits = 0;
  #warnings: Warning[] | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.startedAt = clock.now();
  }

  /** Since the arrival of the request. */
  get elapsedMs(): number {
    return this.#clock.now() - this.startedAt;
  }

  /** Requests to the service, retries included. */
  get upstreamRequests(): number {
    return this.#upstreamRequests;
  }

  /** The cost of the operation: its requests, and its reads that needed none of their own. */
  get cost(): { readonly requests: number; readonly fromMemory: number } {
    return { requests: this.#upstreamRequests, fromMemory: this.#memoryHits };
  }

  /** The parts that were left out of the answer. */
  get warnings(): readonly Warning[] {
    return this.#warnings ?? NONE;
  }

  countUpstreamRequest(): void {
    this.#upstreamRequests += 1;
  }

  countMemoryHit(): void {
    this.#memoryHits += 1;
  }

  warn(warning: Warning): void {
    this.#warnings ??= [];
    this.#warnings.push(warning);
  }
}
