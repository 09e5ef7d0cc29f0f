import type { Clock } from '../clock.ts';

/** When the service last answered with what an account has read. It keeps nothing in memory that is otherwise forgotten. */
export class AnswerTimes {
  readonly #clock: Pick<Clock, 'now'>;
  readonly #times = new WeakMap<object, number>();

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  /** An answer of the service: a thing, the look-up of one, or a list, whose items it is about as well. */
  note(answer: object): void {
    const now = this.#clock.now();
    for (const value of partsOf(answer)) this.#times.set(value, now);
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
