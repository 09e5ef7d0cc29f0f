import { createHash } from 'node:crypto';
import { parseNamedFile, type ReadFile } from './named-file.ts';
import type { Texts } from './settings.ts';

/** The texts of documents by their SHA-256, in lower-case hex. */
export type TrustedTexts = ReadonlyMap<string, string>;

interface TrustedDocuments {
  /** Null: all documents run. */
  readonly texts: TrustedTexts | null;
  readonly faults: readonly string[];
}

/** The documents of TRUSTED_DOCUMENTS, and the faults of their file. The graph validates the documents. */
export function readTrustedDocuments({ TRUSTED_DOCUMENTS: path }: Texts, readFile: ReadFile): TrustedDocuments {
  if (!path) return { texts: null, faults: [] };
  const file = parseNamedFile({ setting: 'TRUSTED_DOCUMENTS', path, readFile }, parseTrustedDocuments);
  return { texts: 'texts' in file ? file.texts : null, faults: file.faults };
}

/** `{"<SHA-256 of the text, in hex>": "<text>"}`. */
function parseTrustedDocuments(json: string): { readonly texts: TrustedTexts; readonly faults: readonly string[] } {
  const value = parseObject(json);
  const texts = new Map<string, string>();
  if (value === null) return { texts, faults: ['must contain a JSON object, {"<SHA-256>": "<document>"}'] };
  const faults: string[] = [];
  for (const [key, text] of Object.entries(value)) {
    const hash = key.replace(HASH_PREFIX, '').toLowerCase();
    const fault = faultOf(hash, text);
    if (fault !== null) faults.push(fault);
    else texts.set(hash, String(text));
  }
  return { texts, faults: texts.size + faults.length === 0 ? ['contains no document'] : faults };
}

/** As GraphQL Code Generator writes it, and the draft of persisted documents for GraphQL over HTTP. */
export const HASH_PREFIX = /^sha256:/i;
const SHA_256 = /^[0-9a-f]{64}$/;
const LONGEST_KEY_TOLD = 80;

function faultOf(hash: string, text: unknown): string | null {
  if (!SHA_256.test(hash))
    return `has the key ${JSON.stringify(hash.slice(0, LONGEST_KEY_TOLD))}, which is not a SHA-256 in hex`;
  if (typeof text !== 'string') return `has no text at the key ${hash}`;
  const actual = createHash('sha256').update(text).digest('hex');
  return actual === hash ? null : `has at the key ${hash} a text with the SHA-256 ${actual}`;
}

/** The parser's message repeats the text, so it is not shown. */
function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
