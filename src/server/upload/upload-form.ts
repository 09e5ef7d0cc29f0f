import { UploadedFile } from '../../domain/speech/uploaded-file.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import { type Params, parseJson, toParams } from '../request/params.ts';
import { type FileMap, MOST_FILES, readFileMap } from './file-map.ts';

/** As much as a body without files may have. */
export const LARGEST_OPERATIONS_BYTES = 1024 * 1024;
const LARGEST_MAP_CHARACTERS = 64 * 1024;
/** Each part beyond these is one too many. */
export const MOST_PARTS = MOST_FILES + 2;

/**
 * The content of a multipart request, part by part, in the order of the GraphQL multipart request specification:
 * `operations`, `map`, then the files that the map names. Anything else is refused as soon as it comes.
 */
export class UploadForm {
  #params: Params | undefined;
  #map: FileMap | undefined;
  /** The files that have begun; null while one is being received. */
  readonly #files = new Map<string, UploadedFile | null>();

  /** @throws RefusedRequestError */
  takeField(name: string, text: string, isCut: boolean): void {
    if (isCut)
      throw new RefusedRequestError(413, `The field "operations" may have at most ${LARGEST_OPERATIONS_BYTES} bytes.`);
    if (name === 'operations' && !this.#params) this.#params = toParams(parseJson(text, 'The field "operations"'));
    else if (name === 'map' && this.#params && !this.#map) this.#map = takeMap(text, this.#params);
    else throw refused('The fields must be "operations" and then "map", each once.');
  }

  /**
   * A file begins.
   * @throws RefusedRequestError
   */
  beginFile(name: string): void {
    if (!this.#map) throw refused('The fields "operations" and "map" must come before the files.');
    if (!this.#map.has(name)) throw refused('The field "map" does not have one of the files.');
    if (this.#files.has(name)) throw refused('Two files have the same field name.');
    this.#files.set(name, null);
  }

  endFile(name: string, file: UploadedFile): void {
    this.#files.set(name, file);
  }

  /**
   * The operation, with the files at their places. Where one was too large, those that were not received any more are
   * marked as such; else all must have come.
   * @throws RefusedRequestError
   */
  finish(): Params {
    if (!this.#params) throw refused('The field "operations" is missing.');
    if (!this.#map) throw refused('The field "map" is missing.');
    const isBrokenOff = [...this.#files.values()].some((file) => file?.isTooLarge);
    for (const [name, place] of this.#map) {
      const file = this.#files.get(name) ?? (isBrokenOff ? NOT_RECEIVED : null);
      if (file === null) throw refused('A file of the field "map" is missing.');
      place(file);
    }
    return this.#params;
  }
}

const NOT_RECEIVED = new UploadedFile({ fileName: '', path: '', sizeBytes: 0, isTooLarge: false, isReceived: false });

function takeMap(text: string, { variables }: Params): FileMap {
  if (text.length > LARGEST_MAP_CHARACTERS) {
    throw new RefusedRequestError(413, `The field "map" may have at most ${LARGEST_MAP_CHARACTERS} characters.`);
  }
  return readFileMap(parseJson(text, 'The field "map"'), variables);
}

const refused = (fault: string) => new RefusedRequestError(400, `Invalid multipart request. ${fault}`);
