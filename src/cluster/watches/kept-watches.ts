import { type Want, wantKey } from '../../contracts/watch-sharing.ts';
import type { SharedLive } from '../../live/live.ts';
import { WANT_COUNTS_MS } from './watch-store.ts';

interface KeptWatch {
  readonly want: Want;
  readonly watch: Disposable;
}

interface Other {
  overAt: number;
  readonly wants: Map<string, Want>;
}

/** The watches that the pilot has open for the readers of other instances: one for each thing, however many want it. */
export class KeptWatches {
  readonly #live: Pick<SharedLive, 'keep'>;
  readonly #now: () => number;
  readonly #others = new Map<string, Other>();
  readonly #kept = new Map<string, KeptWatch>();

  /** @param now in ms */
  constructor(live: Pick<SharedLive, 'keep'>, now: () => number) {
    this.#live = live;
    this.#now = now;
  }

  get all(): readonly Want[] {
    return [...this.#kept.values()].map(({ want }) => want);
  }

  /** Another instance is alive, and its wants have changed by these. */
  change(
    instance: string,
    { added, gone }: { readonly added: readonly Want[]; readonly gone: readonly string[] },
  ): void {
    const other = this.#others.get(instance) ?? { overAt: 0, wants: new Map<string, Want>() };
    this.#others.set(instance, other);
    other.overAt = this.#now() + WANT_COUNTS_MS;
    for (const key of gone) other.wants.delete(key);
    for (const want of added) other.wants.set(wantKey(want.thing), want);
    for (const key of [...gone, ...added.map(({ thing }) => wantKey(thing))]) this.#update(key);
    if (other.wants.size === 0) this.#others.delete(instance);
  }

  /**
   * Lets go of the wants of instances that are not heard of any more.
   * @returns those instances
   */
  sweep(): readonly string[] {
    const dead = [...this.#others].filter(([, { overAt }]) => overAt <= this.#now()).map(([instance]) => instance);
    for (const instance of dead) {
      const keys = [...(this.#others.get(instance)?.wants.keys() ?? [])];
      this.#others.delete(instance);
      for (const key of keys) this.#update(key);
    }
    return dead;
  }

  /** Watches anew what is wanted, where its watch has ended: a reader has come after that. */
  reopen(isConcerned: (want: Want) => boolean): void {
    for (const [key, { want, watch }] of [...this.#kept]) {
      if (!isConcerned(want)) continue;
      watch[Symbol.dispose]();
      this.#kept.set(key, { want, watch: this.#live.keep(want) });
    }
  }

  clear(): void {
    this.#others.clear();
    for (const { watch } of this.#kept.values()) watch[Symbol.dispose]();
    this.#kept.clear();
  }

  #update(key: string): void {
    const wants = [...this.#others.values()].flatMap((other) => other.wants.get(key) ?? []);
    const kept = this.#kept.get(key);
    const [first] = wants;
    const want = first && { thing: first.thing, details: wants.some(({ details }) => details) };
    if (want !== undefined && kept?.want.details === want.details) return;
    this.#kept.delete(key);
    // The new watch begins before the old one ends, so that nothing is let go of between.
    if (want !== undefined) this.#kept.set(key, { want, watch: this.#live.keep(want) });
    kept?.watch[Symbol.dispose]();
  }
}
