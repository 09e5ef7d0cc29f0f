import type { RequestTrace } from '../contracts/tracing.ts';
import type { SpanContext } from '../domain/common/span-context.ts';

interface AnsweredList {
  readonly items: readonly object[];
}

/** A thing, the look-up of one, or a list. */
type Answer = { readonly found?: object | null } | AnsweredList;

/** When a list was last answered. Its items share it, so that an answer as before costs one write, however long the list is. */
interface ListTime {
  at: number;
}

/**
 * When the service last answered with a value that an account has read, and which span asked for it. The values are held
 * weakly: nothing stays in memory for this.
 */
export class AnswerTimes {
  /** The times of things and lists. */
  readonly #own = new WeakMap<object, number>();
  /** The times of items. */
  readonly #inList = new WeakMap<object, ListTime>();
  readonly #causes = new WeakMap<object, SpanContext>();
  #lastList = new WeakRef<AnsweredList>(NO_LIST);
  #lastListTime: ListTime = { at: 0 };

  /**
   * An answer of the service, which is about what it contains as well. An account has one list.
   * @param at epoch ms
   */
  note(answer: object, at: number, trace: RequestTrace | undefined): void {
    this.#noteTime(answer, at);
    if (trace?.parent) this.#causes.set(answer, trace.parent);
  }

  /** The span of the operation or poll that the answer was asked for; null where nothing is traced. */
  causeOf(answer: object): SpanContext | null {
    return this.#causes.get(answer) ?? null;
  }

  /** Milliseconds since the epoch; null for what did not come from the service as it is. */
  of(value: object): number | null {
    const own = this.#own.get(value);
    const inList = this.#inList.get(value)?.at;
    return own === undefined || inList === undefined ? (own ?? inList ?? null) : Math.max(own, inList);
  }

  #noteTime(answer: Answer, at: number): void {
    if ('found' in answer && answer.found !== undefined) {
      if (answer.found !== null) this.#own.set(answer.found, at);
      return;
    }
    this.#own.set(answer, at);
    if ('items' in answer) this.#noteList(answer, at);
  }

  /** Only an item that is not where it was costs anything; one that has left the list keeps the time until now. */
  #noteList(list: AnsweredList, at: number): void {
    const { items: previous } = this.#lastList.deref() ?? NO_LIST;
    const { items } = list;
    const past: ListTime = { at: this.#lastListTime.at };
    previous.forEach((item, index) => {
      if (items[index] !== item) this.#inList.set(item, past);
    });
    // The items of a list that is gone may still be in use.
    if (previous.length === 0) this.#lastListTime = { at };
    this.#lastListTime.at = at;
    items.forEach((item, index) => {
      if (previous[index] !== item) this.#inList.set(item, this.#lastListTime);
    });
    this.#lastList = new WeakRef(list);
  }
}

const NO_LIST: AnsweredList = { items: [] };
