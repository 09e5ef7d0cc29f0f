/** The watches of one account in the memory of a test: the same promises as Redis keeps, for instances of one process. */
import { decodeValue } from '../../../src/cluster/value-codec.ts';
import {
  type Publication,
  type PublishedState,
  type ReceivedPublication,
  WANT_COUNTS_MS,
  type WatchMessage,
  type WatchStore,
  WRITES_KEPT_MS,
} from '../../../src/cluster/watches/watch-store.ts';
import type { SharedWrite } from '../../../src/contracts/answer-sharing.ts';
import type { Want } from '../../../src/contracts/watch-sharing.ts';
import type { DemandRecord } from '../../../src/live/schedule/polling.ts';

export interface MemoryBoard {
  storeOf(instance: string): WatchStore;
}

export function createMemoryBoard(now: () => number): MemoryBoard {
  const listeners = new Set<(message: WatchMessage) => void>();
  const wants = new Map<string, { over: number; all: readonly Want[] }>();
  const states = new Map<string, ReceivedPublication & { readonly state: PublishedState | null }>();
  let writes: { readonly at: number; readonly write: SharedWrite }[] = [];
  let pilot: string | null = null;
  let demand: DemandRecord | null = null;
  let terms = 0;

  const publish = (message: WatchMessage) => {
    for (const listener of listeners) queueMicrotask(() => listener(message));
  };
  const recent = () => {
    writes = writes.filter(({ at }) => now() - at < WRITES_KEPT_MS);
    return writes.map(({ write }) => write);
  };
  const keep = ({ address, answer, failure, plan, isKept }: Publication): ReceivedPublication | null => {
    const last = states.get(address);
    const state = answer === null || answer.state === null ? null : (decodeValue(answer.state) as PublishedState);
    const received: ReceivedPublication = { address, answer: answer && { ...answer, state }, failure, plan };
    if (answer !== null && (last?.answer?.asked ?? -1) >= answer.asked) return null;
    if (!isKept && last === undefined) return received;
    const kept = state ?? last?.state ?? null;
    states.set(address, {
      address,
      answer: answer ?? last?.answer ?? null,
      failure: null,
      plan: plan ?? last?.plan ?? null,
      state: kept,
    } as ReceivedPublication & { readonly state: PublishedState | null });
    return received;
  };

  return {
    storeOf: (instance) => ({
      async claim() {
        if (pilot !== null && !pilot.startsWith(`${instance}:`)) return null;
        terms += 1;
        pilot = `${instance}:${terms}`;
        return pilot;
      },
      async renew(lease, latest, dead) {
        if (pilot !== lease) return false;
        demand = latest;
        for (const each of dead) wants.delete(each);
        return true;
      },
      async release(lease) {
        if (pilot !== lease) return;
        pilot = null;
        publish({ from: instance, is: 'vacant' });
      },
      async want(all, change) {
        const over = now() + WANT_COUNTS_MS;
        if (all?.length === 0) wants.delete(instance);
        else wants.set(instance, { over, all: all ?? wants.get(instance)?.all ?? [] });
        publish({ from: instance, is: 'wants', ...change });
      },
      async publish(publications) {
        const entries = publications.map(keep).filter((entry) => entry !== null);
        if (entries.length > 0) publish({ from: instance, is: 'publications', entries });
      },
      async wrote(write) {
        writes.push({ at: now(), write });
        publish({ from: instance, is: 'wrote', write });
      },
      async send(message) {
        if (message.is === 'asking') publish({ from: instance, ...message });
        else {
          const entries = message.publications.map(({ isKept, answer, ...rest }) => ({
            ...rest,
            answer: answer && {
              ...answer,
              state: answer.state === null ? null : (decodeValue(answer.state) as PublishedState),
            },
          }));
          publish({ from: instance, is: 'publications', entries });
        }
      },
      async forget(addresses) {
        for (const address of addresses) states.delete(address);
      },
      snapshot: async () => ({
        wants: new Map(
          [...wants]
            .filter(([other, { over }]) => other !== instance && over > now())
            .map(([other, { all }]) => [other, all]),
        ),
        states: [...states.values()].map(({ state, answer, ...received }) => ({
          ...received,
          answer: answer && { ...answer, state: state?.asked === answer.valueAsked ? state : null },
        })),
        writes: recent(),
        demand,
      }),
      async listen(onMessage) {
        const listener = (message: WatchMessage) => {
          if (message.from !== instance) onMessage(message);
        };
        listeners.add(listener);
        return { [Symbol.dispose]: () => void listeners.delete(listener) };
      },
    }),
  };
}
