import { TraceFlags } from '@opentelemetry/api';
import { RandomIdGenerator } from '@opentelemetry/sdk-trace';
import type { SpanContext } from '../../domain/common/span-context.ts';

const WORD_DIGITS = 8;
const WORDS = 4;
const ids = new RandomIdGenerator();

/**
 * The place where a trace begins, recorded or not. Its ids are written when they are first read: most traces are not recorded, and
 * many have no log line. What decides about recording is drawn at once, and the id is made to fit.
 */
export class NewTrace implements SpanContext {
  /** That of its id (`weightOf`). */
  readonly weight = Math.floor(Math.random() * 2 ** 32);
  readonly traceFlags = TraceFlags.NONE;
  #traceId: string | null = null;
  #spanId: string | null = null;

  get traceId(): string {
    this.#traceId ??= traceIdOf(this.weight);
    return this.#traceId;
  }

  get spanId(): string {
    this.#spanId ??= ids.generateSpanId();
    return this.#spanId;
  }
}

/** The part of a trace id that the SDK's sampler looks at: its words of 32 bits, XOR. */
export function weightOf(traceId: string): number {
  let weight = 0;
  for (let word = 0; word < WORDS; word += 1) {
    const start = word * WORD_DIGITS;
    weight ^= Number.parseInt(traceId.slice(start, start + WORD_DIGITS), 16);
  }
  return weight >>> 0;
}

/** A random id of this weight. */
function traceIdOf(weight: number): string {
  const start = ids.generateTraceId().slice(0, -WORD_DIGITS);
  const lastWord = (weight ^ weightOf(`${start}00000000`)) >>> 0;
  return start + lastWord.toString(16).padStart(WORD_DIGITS, '0');
}
