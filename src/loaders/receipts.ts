import { LRUCache } from 'lru-cache';
import type { Lookup } from './reads.ts';

/** After a write through the gateway its receipt counts this long, even if the service does not know of the write yet. */
const RECEIPT_COUNTS_MS = 60_000;
const MAX_RECEIPTS = 1_000;

/** When a write was confirmed: its place in the order of the requests, and epoch ms. */
export interface WriteTime {
  readonly asked: number;
  readonly at: number;
}

interface Receipt<T> {
  /** Null if the thing was deleted. */
  readonly value: T | null;
  readonly asked: number;
}

/** The things that the account's own writes created or deleted a moment ago, by address. */
export class Receipts<T extends object> {
  readonly #now: () => number;
  /** Null before the first write: it takes some 60 kB, and most accounts never write. */
  #byAddress: LRUCache<string, Receipt<T>> | null = null;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** A creation that is known already comes again when instances meet again: what is known since then stays. */
  put(address: string, value: T | null, { asked, at }: WriteTime): void {
    const isKnown = (this.#byAddress?.peek(address)?.asked ?? 0) >= asked;
    if (isKnown && value !== null) return;
    const perf = { now: this.#now };
    this.#byAddress ??= new LRUCache({ max: MAX_RECEIPTS, ttl: RECEIPT_COUNTS_MS, ttlResolution: 0, perf });
    this.#byAddress.set(address, { value, asked }, { start: at });
  }

  /**
   * The answer that counts where the service gives this one: "not found" does not, as long as the receipt of a creation says otherwise;
   * nor does what it still answers about a thing that was deleted. The newest answer takes the place of the receipt.
   */
  settle(address: string, found: T | null, asked: number): Lookup<T> {
    const receipt = this.#byAddress?.get(address);
    if (!this.#byAddress || receipt === undefined) return { found };
    if (receipt.value === null) return { found: null, isCertain: true };
    if (found === null) return { found: receipt.value };
    const ttl = this.#byAddress.getRemainingTTL(address);
    if (asked > receipt.asked) this.#byAddress.set(address, { value: found, asked }, { ttl });
    return { found };
  }

  get isEmpty(): boolean {
    return (this.#byAddress?.size ?? 0) === 0;
  }

  /** Those that still count. */
  get all(): readonly (readonly [address: string, value: T | null])[] {
    return [...(this.#byAddress?.entries() ?? [])].map(([address, { value }]) => [address, value]);
  }
}
