import type { FieldErrors } from './field-errors.ts';
import type { KeptTexts } from './kept-texts.ts';
import { type Meter, measured } from './meter.ts';
import { isReference } from './source.ts';
import { isPromise, type MaybePromise, type Text } from './texts.ts';

/** How far an execution is. */
interface Progress {
  readonly uses: number;
  readonly charged: number;
  readonly errors: number;
}

/** Keeps the texts that an execution writes of objects, as far as nothing but the object was needed for them. */
export class Keeping {
  readonly #meter: Meter;
  readonly #fieldErrors: FieldErrors;

  constructor(meter: Meter, fieldErrors: FieldErrors) {
    this.#meter = meter;
    this.#fieldErrors = fieldErrors;
  }

  /** The text of the same object, if it was written before. */
  find(texts: KeptTexts | null, object: unknown): Text {
    const kept = texts === null || !isReference(object) ? undefined : texts.find(object);
    if (kept === undefined) return null;
    // It costs the caller what it costs to write it.
    if (kept.charged > 0) this.#meter.charge(kept.charged);
    return measured(kept.text, this.#meter);
  }

  /** To be called before an object is written; null if its text is not to be kept. */
  start(texts: KeptTexts | null): Progress | null {
    if (texts === null || !texts.isWorthwhile) return null;
    const { uses, charged } = this.#meter;
    return { uses, charged, errors: this.#fieldErrors.errors.length };
  }

  /** @param start where the execution was before the object was written */
  keep(
    texts: KeptTexts | null,
    object: unknown,
    text: MaybePromise<string>,
    start: Progress | null,
  ): MaybePromise<string> {
    if (texts === null || start === null || isPromise(text) || !isReference(object)) return text;
    const { uses, charged } = this.#meter;
    const isOwn = uses === start.uses && this.#fieldErrors.errors.length === start.errors;
    if (isOwn) texts.keep(object, { text, charged: charged - start.charged });
    return text;
  }
}
