import type { Turn, Turns } from './turns.ts';

/** Gives everything that is open a turn now and then: proxies and browsers close what is silent. */
export interface Heartbeats extends Disposable {
  add(one: Turn): void;
  delete(one: Turn): void;
}

/** One timer for all, which keeps no process alive. */
export function startHeartbeats({ everyMs, turns }: { readonly everyMs: number; readonly turns: Turns }): Heartbeats {
  const beating = new Set<Turn>();
  const timer = setInterval(() => {
    for (const one of beating) turns.add(one);
  }, everyMs).unref();
  return {
    add: (one) => beating.add(one),
    delete: (one) => beating.delete(one),
    [Symbol.dispose]: () => clearInterval(timer),
  };
}
