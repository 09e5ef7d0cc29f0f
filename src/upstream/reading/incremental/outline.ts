import { areTooMany, endOfText, MAX_DEPTH } from '../../http/intricacy.ts';

/** One item of a list, and its place in the body. */
export interface OutlinedItem {
  readonly start: number;
  readonly end: number;
  /** The number of its values, as the bound on intricate bodies counts them. */
  readonly values: number;
}

export interface OutlinedList {
  readonly name: string;
  /** The place of the first byte after its opening bracket. */
  readonly start: number;
  /** The place of its closing bracket. */
  readonly end: number;
  readonly items: readonly OutlinedItem[];
}

/** The places of the lists and their items in a body: of those members of its object that are lists of records. */
export type Outline = readonly OutlinedList[];

/** Stands in a reduced body for a run of items. No service can write it: it is random, and never leaves the process. */
export interface Placeholder {
  readonly text: string;
  readonly json: Buffer;
}

export interface OutlineParts {
  /** Valid JSON, as a rule a reduced body. */
  readonly json: Buffer;
  /** The names of the lists. */
  readonly lists: readonly string[];
  readonly placeholder: Placeholder;
  /** The items that each placeholder stands for, with their places in the last body; in the order of the body. */
  readonly runs: readonly (readonly OutlinedItem[])[];
}

/**
 * The outline of a body; where it is a reduced one, that of the whole body. Null for one without a certain outline (it is no
 * object, or its names are escaped or repeated) and for one that may be too intricate: such a body is read as a whole.
 */
export function outlineOf(parts: OutlineParts): Outline | null {
  return new OutlineScanner(parts).scan();
}

const [QUOTE, COMMA, BLANK] = [0x22, 0x2c, 0x20];
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** By byte: how many levels deeper it is after it. */
const NESTING = new Int8Array(256);
NESTING[OPEN_LIST] = NESTING[OPEN_OBJECT] = 1;
NESTING[CLOSE_LIST] = NESTING[CLOSE_OBJECT] = -1;
/** By byte: whether it counts as a value, as in `isTooIntricate`. */
const COUNTED = new Uint8Array(256);
COUNTED[OPEN_LIST] = COUNTED[OPEN_OBJECT] = COUNTED[COMMA] = 1;
/** The first byte of a byte order mark, which has three. */
const MARK = 0xef;
const MARK_BYTES = 3;

class OutlineScanner {
  readonly #json: Buffer;
  readonly #listNames: readonly string[];
  readonly #placeholder: Buffer;
  readonly #runs: readonly (readonly OutlinedItem[])[];
  readonly #lists: OutlinedList[] = [];
  #runsFound = 0;
  #at = 0;
  /** How much further on a byte stands in the whole body than in the reduced one. */
  #shift = 0;
  #values = 0;
  #isCertain = true;

  constructor({ json, lists, placeholder, runs }: OutlineParts) {
    this.#json = json;
    this.#listNames = lists;
    this.#placeholder = placeholder.json;
    this.#runs = runs;
  }

  scan(): Outline | null {
    if (this.#json[0] === MARK) this.#at = MARK_BYTES;
    this.#skipBlanks();
    if (this.#json[this.#at] === OPEN_OBJECT) this.#members();
    else this.#isCertain = false;
    return this.#isCertain && this.#runsFound === this.#runs.length ? this.#lists : null;
  }

  #members(): void {
    const names = new Set<string>();
    this.#pass();
    while (this.#isCertain && this.#json[this.#at] === QUOTE) {
      const name = this.#name();
      if (names.has(name) || name.includes('\\')) this.#isCertain = false;
      names.add(name);
      if (this.#json[this.#at] === OPEN_LIST && this.#listNames.includes(name)) this.#list(name);
      else this.#value(1);
      this.#skipBlanks();
      if (this.#json[this.#at] === COMMA) this.#pass();
    }
  }

  /** A name as it is written; then comes its value. */
  #name(): string {
    const start = this.#at + 1;
    this.#at = endOfText(this.#json, this.#at);
    const name = this.#json.toString('latin1', start, this.#at);
    this.#at += 1;
    this.#skipBlanks();
    // The colon.
    this.#at += 1;
    this.#skipBlanks();
    return name;
  }

  #list(name: string): void {
    const start = this.#at + this.#shift + 1;
    const items: OutlinedItem[] = [];
    this.#pass();
    while (this.#isCertain && this.#at < this.#json.length && this.#json[this.#at] !== CLOSE_LIST) {
      if (this.#isPlaceholder()) this.#run(items);
      else items.push(this.#item());
      this.#skipBlanks();
      if (this.#json[this.#at] === COMMA) this.#pass();
    }
    this.#lists.push({ name, start, end: this.#at + this.#shift, items });
    this.#at += 1;
  }

  #item(): OutlinedItem {
    const start = this.#at + this.#shift;
    const earlier = this.#values;
    this.#value(2);
    return { start, end: this.#at + this.#shift, values: this.#values - earlier };
  }

  #isPlaceholder(): boolean {
    const end = this.#at + this.#placeholder.length;
    const isText = this.#json[this.#at] === QUOTE && end <= this.#json.length;
    return isText && this.#json.compare(this.#placeholder, 0, this.#placeholder.length, this.#at, end) === 0;
  }

  /** Adds the items that the placeholder stands for, at their places in the whole body. */
  #run(items: OutlinedItem[]): void {
    const run = this.#runs[this.#runsFound] ?? [];
    this.#runsFound += 1;
    const moved = this.#at + this.#shift - (run[0]?.start ?? 0);
    let end = this.#at + this.#shift;
    for (const item of run) {
      const place = moved === 0 ? item : { start: item.start + moved, end: item.end + moved, values: item.values };
      items.push(place);
      // Its values and the comma before the next item count as if all of them stood at its beginning.
      this.#count(item.values + 1, place.start);
      end = place.end;
    }
    this.#values -= 1;
    this.#at += this.#placeholder.length;
    this.#shift = end - this.#at;
  }

  /** To the byte after the value that begins here. */
  #value(outerDepth: number): void {
    const json = this.#json;
    let at = this.#at;
    let depth = outerDepth;
    let deepest = depth;
    do {
      const byte = json[at] ?? BLANK;
      depth += NESTING[byte] ?? 0;
      deepest = Math.max(deepest, depth);
      if (byte === QUOTE) at = endOfText(json, at);
      else if (COUNTED[byte] === 1) this.#count(1, at + this.#shift);
      else if (depth === outerDepth && NESTING[byte] === 0) at = lastOfWord(json, at);
      at += 1;
    } while (depth > outerDepth && at < json.length);
    if (deepest > MAX_DEPTH) this.#isCertain = false;
    this.#at = at;
  }

  /** Passes a bracket or a comma, which count as values, and the blanks behind it. */
  #pass(): void {
    this.#count(1, this.#at + this.#shift);
    this.#at += 1;
    this.#skipBlanks();
  }

  #count(values: number, at: number): void {
    this.#values += values;
    if (areTooMany(this.#values, at)) this.#isCertain = false;
  }

  #skipBlanks(): void {
    while (this.#at < this.#json.length && isBlank(this.#json[this.#at])) this.#at += 1;
  }
}

const endsWord = (byte: number): boolean => isBlank(byte) || byte === COMMA || NESTING[byte] === -1;
const isBlank = (byte: number | undefined): boolean => byte !== undefined && byte <= BLANK;

/** The place of the last byte of a number or a literal. */
function lastOfWord(json: Buffer, start: number): number {
  let at = start + 1;
  while (at < json.length && !endsWord(json[at] ?? COMMA)) at += 1;
  return at - 1;
}
