import type busboy from 'busboy';

/** The headers of a part, by their names in lower case. */
type PartHeaders = Record<string, string[]>;

interface HeaderParser {
  cb(headers: PartHeaders): void;
}

/**
 * Lets a parser take a part with an empty file name for a file, as a browser sends one for a `Blob` without a name. busboy takes
 * it for a field, decodes it as text, and has no option for that; a part of this type it takes for a file, whatever its name.
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

const EMPTY_FILE_NAME = /;\s*filename\s*=\s*(?:"")?\s*(;|$)/i;

function markNamelessFile(headers: PartHeaders): PartHeaders {
  const [disposition = ''] = headers['content-disposition'] ?? [];
  if (!EMPTY_FILE_NAME.test(disposition)) return headers;
  headers['content-disposition'] = [disposition.replace(EMPTY_FILE_NAME, '$1')];
  headers['content-type'] = ['application/octet-stream'];
  return headers;
}
