import type { ByteShares } from './byte-shares.ts';

/** The parsed documents of operations that are under way: a hundred times as large as their texts. */
export interface RunningDocuments {
  /**
   * One that several operations run is counted once, on the account of the first.
   * @returns releases it, to be called once; null where it has no room in the client's share
   */
  hold(document: object, bytes: number, client: string): (() => void) | null;
}

/** So many operations have smaller ones that counting each would cost more than it bounds. */
const SMALL_BYTES = 16 * 1024;

interface Holding {
  operations: number;
  readonly giveBack: () => void;
}

export function createRunningDocuments(shares: ByteShares): RunningDocuments {
  const byDocument = new Map<object, Holding>();

  function open(document: object, bytes: number, client: string): Holding | null {
    const share = shares.of(client);
    if (!share.take(bytes)) return null;
    const holding = { operations: 0, giveBack: () => share.giveBack(bytes) };
    byDocument.set(document, holding);
    return holding;
  }

  return {
    hold(document, bytes, client) {
      if (bytes < SMALL_BYTES) return releaseNothing;
      const holding = byDocument.get(document) ?? open(document, bytes, client);
      if (holding === null) return null;
      holding.operations += 1;
      return () => {
        holding.operations -= 1;
        if (holding.operations > 0) return;
        byDocument.delete(document);
        holding.giveBack();
      };
    },
  };
}

const releaseNothing = (): void => undefined;
