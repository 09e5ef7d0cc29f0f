/** Reads the item of a record, and notes what of it cannot be read, as `AnswerReader` does. */
type ReadItem<T> = (json: unknown, note: (place: string) => void) => T;

/** The item of a record, and the places in it that could not be read. */
export interface RecordReading<T> {
  readonly item: T;
  readonly places: readonly string[];
}

/**
 * A record of a list: its JSON, as a rule until it is read, and from then on its item. A body that has the same record again has
 * the identical one, so that it is not checked again.
 */
export class JsonRecord {
  #json: unknown;
  #reading: RecordReading<unknown> | null = null;
  readonly #keepsJson: boolean;

  /** @param json kept `always` if later records are compared with it */
  constructor(json: unknown, kept: 'until read' | 'always') {
    this.#json = json;
    this.#keepsJson = kept === 'always';
  }

  /** Whether it has an item. A malformed record has none, and is parsed again with each body. */
  get isRead(): boolean {
    return this.#reading !== null;
  }

  /** Undefined once the record is read, if it is not kept. */
  get json(): unknown {
    return this.#json;
  }

  /** The identical item each time. All readings of a record use the same reader. @throws UnreadableError */
  read<T>(readItem: ReadItem<T>): RecordReading<T> {
    this.#reading ??= readOnce(this.#json, readItem);
    if (!this.#keepsJson) this.#json = undefined;
    return this.#reading as RecordReading<T>;
  }
}

const NO_PLACES: readonly string[] = [];

function readOnce<T>(json: unknown, readItem: ReadItem<T>): RecordReading<T> {
  let places: string[] | null = null;
  const item = readItem(json, (place) => {
    places ??= [];
    places.push(place);
  });
  return { item, places: places ?? NO_PLACES };
}
