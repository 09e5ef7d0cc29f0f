import { hash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import type { UpdateKeys } from './update-keys.ts';

/** An update as it is sent, and what of it a reader would notice. */
export interface WrittenUpdate {
  /** The result as JSON. */
  readonly text: string;
  /** Equal for two updates if they show the same state. */
  readonly visible: string;
  /** It says that something has changed, which the one before may have said as well. */
  readonly describesChange: boolean;
}

/** Writes each part of a result once, for all of that. */
export function writeUpdate(result: ExecutionResult, keys: UpdateKeys): WrittenUpdate {
  const seen: string[] = [];
  let describesChange = false;
  const see = (part: string): string => {
    seen.push(part);
    return part;
  };
  const toText = (update: unknown): string => {
    if (!isObject(update)) return see(JSON.stringify(update));
    const members = Object.entries(update).map(([key, value]) => {
      const part = member(key, JSON.stringify(value));
      if (keys.changes.has(key)) describesChange ||= !isNothing(value);
      else if (!keys.about.has(key)) see(part);
      return part;
    });
    return `{${members.join(',')}}`;
  };
  const data = Object.entries(result.data ?? {}).map(([key, update]) => member(key, toText(update)));
  const errors = result.errors?.map(({ message, path }) => ({ message, path }));
  // An error within a change belongs to that change: the next update, with another change, is not compared with it.
  const compared = errors?.filter(({ path }) => !keys.changes.has(String(path?.[1]))) ?? [];
  if (compared.length > 0) see(JSON.stringify(compared));
  const extensions = result.extensions ? [see(member('extensions', JSON.stringify(result.extensions)))] : [];
  const members = [member('data', result.data ? `{${data.join(',')}}` : 'null'), ...extensions];
  return { text: `{${members.join(',')}}`, visible: hash('sha256', seen.join('\n'), 'base64url'), describesChange };
}

const member = (key: string, text: string): string => `${JSON.stringify(key)}:${text}`;

const isNothing = (value: unknown): boolean => value === null || (Array.isArray(value) && value.length === 0);

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
