import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { decodeValue, encodeValue } from '../value-codec.ts';

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];
/** A longer text is worth being compressed. */
const LONG_CHARACTERS = 4_096;
const MAP = '\u0000Map';

/** An answer as text: JSON that keeps NaN and maps, compressed if it is long. */
export async function encodeAnswer(value: object): Promise<string> {
  const text = encodeValue(withoutMaps(value));
  return text.length > LONG_CHARACTERS ? `gzip ${(await pack(text)).toString('base64')}` : `text ${text}`;
}

export async function decodeAnswer(encoded: string): Promise<object> {
  const rest = encoded.slice(5);
  const text = encoded.startsWith('gzip ') ? (await unpack(Buffer.from(rest, 'base64'))).toString() : rest;
  return withMaps(decodeValue(text)) as object;
}

/** Maps stand at the top of an answer, or are its members. */
function withoutMaps(value: object): object {
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    member instanceof Map ? { [MAP]: [...member] } : member,
  ]);
  return Array.isArray(value) ? value : Object.fromEntries(entries);
}

function withMaps(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isMap = typeof member === 'object' && member !== null && MAP in member;
    return [name, isMap ? new Map(member[MAP] as [unknown, unknown][]) : member];
  });
  return Object.fromEntries(members);
}
