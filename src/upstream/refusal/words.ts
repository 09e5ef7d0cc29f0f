import type { Body } from '../http/body.ts';
import { withoutCredentials } from './credentials.ts';

/** The words of an answer that says no. Its documentation shows `{error, message}`; real services add to that. */
export interface Words {
  /** The name of the fault, or the fault itself. */
  readonly error: string | null;
  /** The explanation. */
  readonly message: string | null;
}

const MAX_MESSAGE_CHARACTERS = 500;
/** Words are few; what is longer is a page. */
const MAX_DECIDING_CHARACTERS = 4_000;

/** Members beside `error` and `message` that have words: a problem document (RFC 9457), an OAuth error, a code. */
const OTHER_MEMBERS = ['code', 'type', 'title', 'detail', 'reason', 'error_description', 'errors'] as const;

const NO_WORDS: Words = { error: null, message: null };

/** Reads `{error, message}`, each of them a text, a list of texts, or an object that has such members. */
export function wordsOf(body: Body): Words {
  if (body.kind !== 'json') return NO_WORDS;
  const { value } = body;
  const error = phrase(property(value, 'error'));
  const message = phrase(property(value, 'message')) ?? phrase(property(property(value, 'error'), 'detail'));
  return { error, message };
}

/** The explanation in a body that has no `error` and no `message`: a problem document's, or a list of errors. */
export function otherWordsOf(body: Body): string | null {
  const value = body.kind === 'json' ? body.value : null;
  for (const member of ['detail', 'error_description', 'errors', 'title', 'reason'] as const) {
    const words = phrase(property(value, member));
    if (words !== null) return words;
  }
  return null;
}

/** One line without control characters, of bounded length; null if nothing is left. */
function presentable(words: string): string | null {
  const line = withoutCredentials(words.slice(0, MAX_DECIDING_CHARACTERS))
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, MAX_MESSAGE_CHARACTERS)
    .toWellFormed();
  return line === '' ? null : line;
}

function phrase(value: unknown): string | null {
  if (Array.isArray(value)) return presentable(value.map(textOf).filter(Boolean).join('; '));
  const text = textOf(value);
  return text === null ? null : presentable(text);
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value;
  const message = property(value, 'message');
  return typeof message === 'string' ? message : null;
}

/** All words of a body in one text, for a decision by words: never for a caller. */
export function decidingWordsOf(body: Body): string {
  if (body.kind === 'json') return decidingText(body.value);
  return body.kind === 'unreadable' ? body.words : '';
}

/** Names of faults come in many spellings (`REQUEST_IN_PROGRESS`, `requestInProgress`): as words they are alike. */
function decidingText(value: unknown): string {
  const texts: string[] = [];
  gather(value, texts, 2);
  return texts
    .join(' . ')
    .slice(0, MAX_DECIDING_CHARACTERS)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ');
}

function gather(value: unknown, texts: string[], depth: number): void {
  if (texts.length > 20) return;
  if (typeof value === 'string') texts.push(value.slice(0, MAX_DECIDING_CHARACTERS));
  else if (depth === 0 || typeof value !== 'object' || value === null) return;
  else if (Array.isArray(value)) for (const item of value.slice(0, 10)) gather(item, texts, depth - 1);
  else for (const member of ['error', 'message', ...OTHER_MEMBERS]) gather(property(value, member), texts, depth - 1);
}

export function property(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}
