/** The text of an object under one selection, and how many values that was charged as. */
interface KeptText {
  readonly text: string;
  readonly charged: number;
}

/**
 * The texts of objects under one selection. An object of the service that has not changed is the identical one, so that its text
 * serves again, in whatever answer it stands. A text goes with its object.
 */
export interface KeptTexts {
  find(object: object): KeptText | undefined;
  /** Whether objects are found often enough that it pays to keep a text. */
  readonly isWorthwhile: boolean;
  keep(object: object, text: KeptText): void;
}

/** The memory that all texts of the process share. */
export interface TextMemory {
  createTexts(): KeptTexts;
}

/** The characters of all texts that are kept, and an estimate of what an entry takes beside its text. */
const MOST_CHARACTERS = 16 * 1024 * 1024;
const ENTRY_CHARACTERS = 100;

export function createTextMemory(mostCharacters = MOST_CHARACTERS): TextMemory {
  return new GenerationalTexts(mostCharacters);
}

/**
 * Two generations: once the young one has half of the memory, the old one is dropped and the young one becomes old. A text that is
 * found in the old one is young again. So what is used stays, without a list of what was used when.
 */
class GenerationalTexts implements TextMemory {
  readonly #most: number;
  #characters = 0;
  /** Those that hold anything. */
  #filled = new Set<TextsOfSelection>();

  constructor(most: number) {
    this.#most = most;
  }

  createTexts(): KeptTexts {
    return new TextsOfSelection(this);
  }

  grow(texts: TextsOfSelection, characters: number): void {
    this.#filled.add(texts);
    this.#characters += characters + ENTRY_CHARACTERS;
    if (this.#characters < this.#most / 2) return;
    this.#characters = 0;
    const filled = this.#filled;
    this.#filled = new Set();
    for (const each of filled) if (each.age()) this.#filled.add(each);
  }
}

/** Objects that are never the same twice, such as those that resolvers create, are not worth a text. */
const FIRST_CREDIT = 256;
const MOST_CREDIT = 1024;
const CREDIT_OF_HIT = 4;
/** So many objects later it is tried again. */
const REST = 8192;

class TextsOfSelection implements KeptTexts {
  readonly #memory: GenerationalTexts;
  #young = new WeakMap<object, KeptText>();
  #old: WeakMap<object, KeptText> | null = null;
  #isYoungEmpty = true;
  /** Below zero while it rests. */
  #credit = FIRST_CREDIT;

  constructor(memory: GenerationalTexts) {
    this.#memory = memory;
  }

  get isWorthwhile(): boolean {
    return this.#credit > 0;
  }

  find(object: object): KeptText | undefined {
    if (this.#credit <= 0) {
      this.#credit = this.#credit <= -REST ? FIRST_CREDIT : this.#credit - 1;
      return undefined;
    }
    const found = this.#young.get(object) ?? this.#findOld(object);
    this.#credit = found === undefined ? this.#credit - 1 : Math.min(this.#credit + CREDIT_OF_HIT, MOST_CREDIT);
    return found;
  }

  keep(object: object, text: KeptText): void {
    // Reading a character makes one piece of the many that a text was joined of: they take several times the memory.
    text.text.charCodeAt(0);
    this.#young.set(object, text);
    this.#isYoungEmpty = false;
    this.#memory.grow(this, text.text.length);
  }

  /** Drops the old texts. @returns whether any are left */
  age(): boolean {
    this.#old = this.#isYoungEmpty ? null : this.#young;
    this.#young = new WeakMap();
    this.#isYoungEmpty = true;
    return this.#old !== null;
  }

  #findOld(object: object): KeptText | undefined {
    const found = this.#old?.get(object);
    if (found !== undefined) this.keep(object, found);
    return found;
  }
}
