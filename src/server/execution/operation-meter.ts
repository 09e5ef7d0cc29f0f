import type { RepeatableReads } from '../../contracts/context.ts';
import type { OperationRequest } from '../request/operation-request.ts';
import type { Meter } from './writing/meter.ts';

/** An operation, as far as it decides which texts may be kept, and what they cost. */
export class OperationMeter implements Meter {
  readonly #call: OperationRequest<unknown>;
  readonly #reads: RepeatableReads | null;
  #unknownUses = 0;
  #characters = 0;

  constructor(call: OperationRequest<unknown>, reads: RepeatableReads | null) {
    this.#call = call;
    this.#reads = reads;
  }

  get uses(): number {
    // Where nobody knows what is read, nothing is kept.
    if (this.#reads === null) this.#unknownUses += 1;
    return (this.#reads?.uses ?? this.#unknownUses) + this.#call.statistics.warnings.length;
  }

  get charged(): number {
    return this.#call.work.values;
  }

  charge(values: number): void {
    this.#call.work.charge(values);
  }

  /** A character has a byte or more. */
  wrote(characters: number): void {
    this.#characters += characters;
    this.#call.work.expectBytes(this.#characters);
  }
}
