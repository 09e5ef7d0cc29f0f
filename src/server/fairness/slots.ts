import { Fifo } from './fifo.ts';

/** How many may be at something large at once. */
export interface SlotLimits {
  readonly perClient: number;
  readonly all: number;
}

/** Slots of operations that do more than a burst: each may hold all the values of its answer. */
export const LARGE_OPERATIONS: SlotLimits = { perClient: 3, all: 8 };

/** The places of those who are at something large; whoever comes later waits, fairly between clients. */
export interface Slots {
  /** Resolves once there is a place, which disposing gives back. */
  take(client: string): Promise<Disposable>;
}

interface Client {
  taken: number;
  readonly waiting: Fifo<(slot: Disposable) => void>;
}

export function createSlots({ perClient, all }: SlotLimits): Slots {
  /** In the order of their turns. */
  const clients = new Map<string, Client>();
  let taken = 0;

  const giveOut = (): void => {
    for (const [name, client] of clients) {
      if (taken >= all) return;
      if (client.taken >= perClient) continue;
      const next = client.waiting.take();
      if (next === undefined) continue;
      client.taken += 1;
      taken += 1;
      // Others come first the next time.
      clients.delete(name);
      clients.set(name, client);
      next(createSlot(name, client));
    }
  };

  function createSlot(name: string, client: Client): Disposable {
    let isTaken = true;
    return {
      [Symbol.dispose]() {
        if (!isTaken) return;
        isTaken = false;
        client.taken -= 1;
        taken -= 1;
        if (client.taken === 0 && client.waiting.length === 0) clients.delete(name);
        giveOut();
      },
    };
  }

  return {
    take(name) {
      const { promise, resolve } = Promise.withResolvers<Disposable>();
      const client = clients.get(name) ?? { taken: 0, waiting: new Fifo() };
      client.waiting.add(resolve);
      clients.set(name, client);
      giveOut();
      return promise;
    },
  };
}
