import { hash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';

/** An update as it is sent, and what of it a reader would notice. */
export interface WrittenUpdate {
  /** The result as JSON. */
  readonly text: string;
  /** Equal for two updates if nothing differs but what they tell of themselves. */
  readonly visible: string;
}

/** Writes each part of a result once, for both. `about`: what does not count as visible (`keysAboutUpdate`). */
export function writeUpdate(result: ExecutionResult, about: ReadonlySet<string>): WrittenUpdate {
  const seen: string[] = [];
  const see = (part: string): string => {
    seen.push(part);
    return part;
  };
  const data = Object.entries(result.data ?? {}).map(([key, update]) => member(key, toText(update, about, see)));
  const errors = result.errors?.map(({ message, path }) => ({ message, path }));
  if (errors) see(JSON.stringify(errors));
  const extensions = result.extensions ? [see(member('extensions', JSON.stringify(result.extensions)))] : [];
  const members = [member('data', result.data ? `{${data.join(',')}}` : 'null'), ...extensions];
  return { text: `{${members.join(',')}}`, visible: hash('sha256', seen.join('\n'), 'base64url') };
}

function toText(update: unknown, about: ReadonlySet<string>, see: (part: string) => string): string {
  if (!isObject(update)) return see(JSON.stringify(update));
  const members = Object.entries(update).map(([key, value]) => {
    const part = member(key, JSON.stringify(value));
    return about.has(key) ? part : see(part);
  });
  return `{${members.join(',')}}`;
}

const member = (key: string, text: string): string => `${JSON.stringify(key)}:${text}`;

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
