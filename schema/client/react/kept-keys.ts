import type { Keys } from '../core/writer.ts';

/** The entry of sessionStorage. It has the keys by the hashes of their contents, never a content. */
const NAME = 'dubbing-open-writes';

type Entries = Readonly<Record<string, string>>;

/** The keys of writes whose outcome is not known. They outlive a reload of the page, where the browser has sessionStorage. */
export class KeptKeys implements Keys {
  readonly #keys = new Map<string, string>();

  get(content: string): string | undefined {
    return this.#keys.get(content) ?? read()[hashOf(content)];
  }

  set(content: string, key: string): void {
    this.#keys.set(content, key);
    save({ ...read(), [hashOf(content)]: key });
  }

  delete(content: string): void {
    this.#keys.delete(content);
    const { [hashOf(content)]: _, ...rest } = read();
    save(rest);
  }
}

/** For another viewer: its writes are none of the earlier one, whatever their content. */
export const forgetKeys = (): void => save({});

function read(): Entries {
  try {
    const entries: unknown = JSON.parse(sessionStorage.getItem(NAME) ?? '{}');
    return typeof entries === 'object' && entries !== null ? (entries as Entries) : {};
  } catch {
    // There is no storage, or the page may not use it.
    return {};
  }
}

function save(entries: Entries): void {
  try {
    if (Object.keys(entries).length === 0) sessionStorage.removeItem(NAME);
    else sessionStorage.setItem(NAME, JSON.stringify(entries));
  } catch {
    // The keys then last as long as the page.
  }
}

/** 128 bits. `crypto.subtle` exists only on https and on localhost, and takes a moment, in which a page can be closed. */
const hashOf = (content: string): string => `${hash64(content, 1)}-${hash64(content, 2)}`;

/** The mixing of cyrb53, a hash function that is public domain. */
function hash64(content: string, seed: number): string {
  let [high, low] = [0xdeadbeef ^ seed, 0x41c6ce57 ^ seed];
  for (let index = 0; index < content.length; index += 1) {
    const code = content.charCodeAt(index);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return `${(low >>> 0).toString(36)}-${(high >>> 0).toString(36)}`;
}
