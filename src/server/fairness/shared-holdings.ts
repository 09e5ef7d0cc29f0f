import type { ByteShares } from './byte-shares.ts';

/** Large things that several hold at once. */
export interface SharedHoldings<Key, Held extends { readonly bytes: number }> {
  find(key: Key): Held | undefined;
  /**
   * Keeps it until each of its holders has released it. The first holder's client pays for it.
   * @returns releases it, to be called once; null where it has no room in the client's share
   */
  hold(key: Key, held: Held, client: string): (() => void) | null;
}

interface Holding<Held> {
  readonly held: Held;
  readonly giveBack: () => void;
  holders: number;
}

export function createSharedHoldings<Key, Held extends { readonly bytes: number }>(
  shares: ByteShares,
): SharedHoldings<Key, Held> {
  const byKey = new Map<Key, Holding<Held>>();

  function open(key: Key, held: Held, client: string): Holding<Held> | null {
    const share = shares.of(client);
    if (!share.take(held.bytes)) return null;
    const holding = { held, holders: 0, giveBack: () => share.giveBack(held.bytes) };
    byKey.set(key, holding);
    return holding;
  }

  return {
    find: (key) => byKey.get(key)?.held,
    hold(key, held, client) {
      const holding = byKey.get(key) ?? open(key, held, client);
      if (holding === null) return null;
      holding.holders += 1;
      return () => {
        holding.holders -= 1;
        if (holding.holders > 0) return;
        byKey.delete(key);
        holding.giveBack();
      };
    },
  };
}
