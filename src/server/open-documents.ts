import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { GraphQLError, type GraphQLSchema } from 'graphql';
import { GatewayError } from '../errors.ts';
import { createDocuments, type Documents } from './documents.ts';
import { isObject } from './params.ts';
import type { TrustedTexts } from './trusted-documents.ts';

/** The file of trusted documents cannot be used; `faults` has every reason, each as a sentence. */
export class UnusableDocumentsError extends Error {
  override readonly name = 'UnusableDocumentsError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The trusted documents cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/**
 * The documents that may run: any, or those of a file `{"<SHA-256 of the text, in hex>": "<text>"}`, each of which is
 * parsed, held against the limits and validated here: what a front end was built with works, or the gateway does not start.
 * @throws UnusableDocumentsError
 */
export async function openDocuments(parts: {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  /** Null: any document may run. */
  readonly trustedDocuments: string | null;
}): Promise<Documents> {
  const { trustedDocuments: path } = parts;
  if (path === null) return createDocuments({ ...parts, trusted: null });
  const trusted = readTexts(await readText(path), path);
  const documents = createDocuments({ ...parts, trusted });
  const faults = [...trusted].flatMap(([hash, text]) => faultsOf(hash, text, documents));
  if (faults.length > 0) throw new UnusableDocumentsError(faults);
  return documents;
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : 'of a reason unknown';
    throw new UnusableDocumentsError([`${path} cannot be read: ${reason}.`]);
  }
}

function readTexts(json: string, path: string): TrustedTexts {
  const texts = parseObject(json, path);
  const faults = Object.entries(texts).flatMap(([hash, text]) => formFaults(hash, text));
  const entries = Object.entries(texts).flatMap(([hash, text]): [string, string][] =>
    typeof text === 'string' ? [[hash.toLowerCase(), text]] : [],
  );
  if (faults.length > 0) throw new UnusableDocumentsError(faults);
  if (entries.length === 0) throw new UnusableDocumentsError([`${path} holds no document.`]);
  return new Map(entries);
}

function parseObject(json: string, path: string): Readonly<Record<string, unknown>> {
  const fault = new UnusableDocumentsError([`${path} must hold a JSON object of documents by their SHA-256.`]);
  try {
    const value: unknown = JSON.parse(json);
    if (isObject(value)) return value;
  } catch {
    // The parser's message repeats the file.
  }
  throw fault;
}

const SHA_256 = /^[0-9a-f]{64}$/i;

function formFaults(hash: string, text: unknown): string[] {
  if (!SHA_256.test(hash)) return [`${JSON.stringify(hash)} is not a SHA-256 in hex.`];
  if (typeof text !== 'string') return [`${hash} is not the text of a document.`];
  const actual = createHash('sha256').update(text).digest('hex');
  return actual === hash.toLowerCase() ? [] : [`${hash} is not the SHA-256 of its text, which is ${actual}.`];
}

function faultsOf(hash: string, text: string, documents: Documents): string[] {
  return errorsOf(text, documents).map(({ message }) => `${hash} (${firstLineOf(text)}): ${message}`);
}

function errorsOf(text: string, documents: Documents): readonly Error[] {
  try {
    return documents.validate(documents.parse(text));
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof GatewayError) return [error];
    throw error;
  }
}

const LONGEST_LINE = 60;

/** By which whoever wrote a document knows it again. */
const firstLineOf = (text: string): string => text.trim().split('\n', 1)[0]?.slice(0, LONGEST_LINE) ?? '';
