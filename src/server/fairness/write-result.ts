import { BURST_VALUES } from '../../contracts/work.ts';
import type { OperationWork } from './operation-work.ts';
import { WrittenData } from './written-data.ts';

/** An answer of fewer values is written at once: JSON takes some 50 ns for each. */
const VALUES_AT_ONCE = 20_000;
/** The size of a part that is written in one piece. */
const VALUES_OF_PIECE = 1_000;
/**
 * A shorter answer stays a string, which node sends in one piece with its headers. Small buffers are slices of one of 8 KB, which
 * V8 takes for old before it is used up, so that all of them would wait for a collection of the whole heap.
 */
const CHARACTERS_OF_BUFFER = 8 * 1024;
/** Characters that are gathered before they become bytes, and about as many as are written in a burst. */
const CHARACTERS_OF_CHUNK = 256 * 1024;

/**
 * Writes a result as JSON: a large one in bursts, between which others have their turn. The bytes are the same.
 * @throws LimitExceededError if it is larger than an answer may be; what JSON does of a value that it does not know
 */
export function writeResult(result: WritableResult, work: OperationWork): WrittenText | Promise<WrittenText> {
  const { data, ...others } = result;
  if (data instanceof WrittenData) return writeText(textOf(data, others), work);
  if (work.values >= VALUES_AT_ONCE) return new PacedWriter(work).write(result);
  return writeText(JSON.stringify(result), work);
}

/** A whole answer: a string if it is short. */
export type WrittenText = string | Buffer;

/** `errors` and `extensions`, in this order, stand before and behind the data. */
export interface WritableResult {
  readonly errors?: readonly object[];
  readonly data?: object | null;
  readonly extensions?: object;
}

function textOf({ text }: WrittenData, { errors, extensions }: Omit<WritableResult, 'data'>): string {
  const before = errors === undefined ? '' : `"errors":${JSON.stringify(errors)},`;
  const after = extensions === undefined ? '' : `,"extensions":${JSON.stringify(extensions)}`;
  return `{${before}"data":${text}${after}}`;
}

function writeText(text: string, work: OperationWork): WrittenText | Promise<Buffer> {
  if (text.length >= CHARACTERS_OF_CHUNK) return writeInChunks(text, work);
  const written = text.length < CHARACTERS_OF_BUFFER ? text : Buffer.from(text);
  work.chargeBytes(Buffer.byteLength(written));
  return written;
}

async function writeInChunks(text: string, work: OperationWork): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for (let start = 0; start < text.length; ) {
    const end = endOfChunk(text, start + CHARACTERS_OF_CHUNK);
    const chunk = Buffer.from(text.slice(start, end));
    work.chargeBytes(chunk.length);
    chunks.push(chunk);
    start = end;
    if (start < text.length) await work.pause(BURST_VALUES);
  }
  return Buffer.concat(chunks);
}

/** Not between the two halves of a character. */
function endOfChunk(text: string, end: number): number {
  const last = text.charCodeAt(end - 1);
  return last >= FIRST_HIGH_SURROGATE && last <= LAST_HIGH_SURROGATE ? end + 1 : end;
}

const [FIRST_HIGH_SURROGATE, LAST_HIGH_SURROGATE] = [0xd800, 0xdbff];

class PacedWriter {
  readonly #work: OperationWork;
  readonly #chunks: Buffer[] = [];
  #text = '';
  #values = 0;

  constructor(work: OperationWork) {
    this.#work = work;
  }

  async write(result: object): Promise<Buffer> {
    await this.#value(result);
    this.#flush();
    return Buffer.concat(this.#chunks);
  }

  async #value(value: unknown): Promise<void> {
    if (countValues(value, VALUES_OF_PIECE) < VALUES_OF_PIECE) {
      this.#text += JSON.stringify(value);
      this.#values += VALUES_OF_PIECE / 2;
      if (this.#text.length >= CHARACTERS_OF_CHUNK || this.#values >= BURST_VALUES) await this.#pause();
    } else if (Array.isArray(value)) {
      await this.#list(value);
    } else {
      await this.#object(Object.entries(value ?? {}));
    }
  }

  async #list(items: readonly unknown[]): Promise<void> {
    this.#text += '[';
    for (const [index, item] of items.entries()) {
      if (index > 0) this.#text += ',';
      await this.#value(item ?? null);
    }
    this.#text += ']';
  }

  async #object(members: readonly (readonly [string, unknown])[]): Promise<void> {
    let separator = '{';
    for (const [name, value] of members) {
      if (value === undefined) continue;
      this.#text += `${separator}${JSON.stringify(name)}:`;
      separator = ',';
      await this.#value(value);
    }
    this.#text += separator === '{' ? '{}' : '}';
  }

  async #pause(): Promise<void> {
    this.#flush();
    this.#values = 0;
    await this.#work.pause(BURST_VALUES);
  }

  #flush(): void {
    const chunk = Buffer.from(this.#text);
    this.#text = '';
    this.#chunks.push(chunk);
    this.#work.chargeBytes(chunk.length);
  }
}

/** How many values there are in one, no further than to so many. */
function countValues(value: unknown, most: number): number {
  if (typeof value !== 'object' || value === null) return 1;
  let count = 1;
  for (const inner of Array.isArray(value) ? value : Object.values(value)) {
    count += countValues(inner, most - count);
    if (count >= most) return count;
  }
  return count;
}
