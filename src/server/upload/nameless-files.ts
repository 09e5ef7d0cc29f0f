import type busboy from 'busboy';

/** The headers of a part, by their names in lower case. */
type PartHeaders = Record<string, string[]>;

interface HeaderParser {
  cb(headers: PartHeaders): void;
}

/**
 * Lets a parser take a part with an empty file name for a file, as a browser sends one for a `Blob` without a name, and a part
 * without a file name that is of another type than text or JSON. busboy takes it for a field, decodes it as text, and has no option for that; a part of this type it takes for a file, whatever its name.
 */
export function takeNamelessFiles(parser: busboy.Busboy): busboy.Busboy {
  let current: HeaderParser | null = null;
  const wrapped = new WeakSet<HeaderParser>();
  // Where busboy keeps the parser of a part's headers while it reads them; null in between.
  Object.defineProperty(parser, '_hparser', {
    get: () => current,
    set(next: HeaderParser | null) {
      if (next !== null && !wrapped.has(next)) {
        const callback = next.cb;
        next.cb = (headers) => callback.call(next, markNamelessFile(headers));
        wrapped.add(next);
      }
      current = next;
    },
  });
  return parser;
}

/** With a bound for each blank: a row of them must not be read again from each of its places. */
const EMPTY_FILE_NAME =
  /;[ \t]{0,20}filename(?:\*[ \t]{0,20}=[ \t]{0,20}[\w-]{0,20}'[\w-]{0,20}'|[ \t]{0,20}=[ \t]{0,20}(?:"")?)[ \t]{0,20}(?=;|$)/i;
const FILE_NAME = /;[ \t]{0,20}filename\*?[ \t]{0,20}=/i;
/** The types of the two fields that are no files. */
const FIELD_TYPE = /^(?:text\/|application\/(?:[\w.-]{0,40}\+)?json\b)/i;

function markNamelessFile(headers: PartHeaders): PartHeaders {
  const [disposition = ''] = headers['content-disposition'] ?? [];
  const [type = 'text/plain'] = headers['content-type'] ?? [];
  const withoutName = disposition.replace(EMPTY_FILE_NAME, '');
  const isFile = withoutName !== disposition || !FIELD_TYPE.test(type);
  if (!isFile || FILE_NAME.test(withoutName)) return headers;
  headers['content-disposition'] = [withoutName];
  headers['content-type'] = ['application/octet-stream'];
  return headers;
}
