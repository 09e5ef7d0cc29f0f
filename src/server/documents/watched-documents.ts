import type { DocumentNode } from 'graphql';
import type { ByteShares } from '../fairness/byte-shares.ts';

/** A parsed document, and about how much memory it takes. */
interface SizedDocument {
  readonly document: DocumentNode;
  readonly bytes: number;
}

interface Holding<Known> {
  readonly known: Known;
  readonly release: () => void;
  holders: number;
}

/** The documents that subscriptions execute at each event. They stay parsed, whatever else is asked meanwhile. */
export interface WatchedDocuments<Known extends SizedDocument> {
  find(text: string): Known | undefined;
  /**
   * Keeps a document until each of its holders has released it. The first holder's client pays for it; without room in that
   * client's share it is not kept, and parsed again once the memory of all documents has lost it.
   * @returns releases it; to be called once
   */
  hold(text: string, known: Known, client: string): () => void;
}

const nothing = (): void => undefined;

export function createWatchedDocuments<Known extends SizedDocument>(shares: ByteShares): WatchedDocuments<Known> {
  const byText = new Map<string, Holding<Known>>();

  function open(text: string, known: Known, client: string): Holding<Known> | null {
    const share = shares.of(client);
    if (!share.take(known.bytes)) return null;
    const holding = { known, holders: 0, release: () => share.giveBack(known.bytes) };
    byText.set(text, holding);
    return holding;
  }

  return {
    find: (text) => byText.get(text)?.known,
    hold(text, known, client) {
      const holding = byText.get(text) ?? open(text, known, client);
      if (holding === null) return nothing;
      holding.holders += 1;
      return () => {
        holding.holders -= 1;
        if (holding.holders > 0) return;
        byText.delete(text);
        holding.release();
      };
    },
  };
}
