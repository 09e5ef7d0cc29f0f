import type { SharedAnswer, SharedAnswers } from '../contracts/answer-sharing.ts';
import type { ReadName } from './reads.ts';
import type { ResponseCache } from './response-cache.ts';

/** The caches by address: the name of a read, a space, and the key. */
export function sharedAnswers(
  caches: ReadonlyMap<ReadName, ResponseCache<object>>,
): Omit<SharedAnswers, 'absorbWrite'> {
  function find(address: string) {
    const end = address.indexOf(' ');
    return { cache: caches.get(address.slice(0, end) as ReadName), key: address.slice(end + 1) };
  }
  return {
    latest(address): SharedAnswer | null {
      const { cache, key } = find(address);
      const latest = cache?.latest(key) ?? null;
      return latest && { value: latest.answer, asked: latest.asked, at: latest.at };
    },
    absorb(address, { value, asked, at }) {
      const { cache, key } = find(address);
      cache?.absorb(key, { answer: value, asked, at });
    },
    confirm(address, when) {
      const { cache, key } = find(address);
      return cache?.confirm(key, when) ?? false;
    },
  };
}
