import type { RequestTrace } from '../contracts/tracing.ts';
import type { SpanContext } from '../domain/common/span-context.ts';

/**
 * When the service last answered with a value that an account has read, and which span asked for it. The values are held
 * weakly: nothing stays in memory for this.
 */
export class AnswerTimes {
  readonly #times = new WeakMap<object, number>();
  readonly #causes = new WeakMap<object, SpanContext>();

  /**
   * An answer of the service: a thing, the look-up of one, or a list, whose items it is about as well.
   * @param at epoch ms
   */
  note(answer: object, at: number, trace: RequestTrace | undefined): void {
    for (const value of partsOf(answer)) this.#times.set(value, at);
    if (trace?.parent) this.#causes.set(answer, trace.parent);
  }

  /** The span of the operation or poll that the answer was asked for; null where nothing is traced. */
  causeOf(answer: object): SpanContext | null {
    return this.#causes.get(answer) ?? null;
  }

  /** Milliseconds since the epoch; null for what did not come from the service as it is. */
  of(value: object): number | null {
    return this.#times.get(value) ?? null;
  }
}

function partsOf(answer: { readonly found?: object | null; readonly items?: readonly object[] }): readonly object[] {
  if (answer.found !== undefined) return answer.found === null ? [] : [answer.found];
  return answer.items === undefined ? [answer] : [answer, ...answer.items];
}
