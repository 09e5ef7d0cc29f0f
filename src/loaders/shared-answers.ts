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
      if (latest === null) return null;
      const { answer: value, ...place } = latest;
      return { ...place, value };
    },
    absorb(address, { value, ...place }) {
      const { cache, key } = find(address);
      return cache?.absorb(key, { ...place, answer: value }) ?? false;
    },
    confirm(address, place) {
      const { cache, key } = find(address);
      return cache?.confirm(key, place) ?? false;
    },
  };
}
