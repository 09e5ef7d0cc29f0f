import { type Clock, repeat } from '../../clock.ts';
import type { SharedResource } from '../../contracts/watch-sharing.ts';
import type { SharedLive } from '../../live/live.ts';
import { ignoreAbsence, quietly } from '../quietly.ts';
import type { RedisLink } from '../redis-link.ts';
import type { AnswerExchange } from './answer-exchange.ts';
import type { Expectations } from './expectations.ts';
import type { KeptWatches } from './kept-watches.ts';
import type { OwnWants } from './own-wants.ts';
import type { SharedScheduler } from './shared-scheduler.ts';
import { LEASE_MS, type WatchSnapshot, type WatchStore } from './watch-store.ts';

/**
 * `idle`: nothing is watched here. `settling`: it is found out who polls. `pilot`: this instance polls for all.
 * `follower`: another one does. `alone`: Redis is away, so this instance polls for its own readers.
 */
export type Role = 'idle' | 'settling' | 'pilot' | 'follower' | 'alone';

export interface PilotageParts {
  readonly store: WatchStore;
  readonly clock: Clock;
  readonly link: Pick<RedisLink, 'state'>;
  readonly live: () => SharedLive;
  /** The addresses that are watched on this instance. */
  readonly resources: ReadonlyMap<string, SharedResource>;
  readonly scheduler: SharedScheduler;
  readonly expectations: Expectations;
  readonly exchange: AnswerExchange;
  readonly kept: KeptWatches;
  readonly wants: OwnWants;
  /** The first messages of other instances have been heard. */
  readonly opened: () => Promise<void> | null;
}

/** How often the lease is renewed, or claimed. */
const TICK_MS = 2_000;
/** A lease that was given back is claimed once more after this. */
const RECLAIM_MS = 300;
/** The wants of this instance are renewed with every second tick. */
const TICKS_PER_RENEWAL = 2;

/** Which instance polls for one account, as one of the instances sees it: the diagram of the room's README. */
export class Pilotage implements Disposable {
  readonly #parts: PilotageParts;
  readonly #timer: Disposable;
  #role: Role = 'idle';
  #lease: string | undefined;
  /** The lease counts from when it was asked for. */
  #renewedAt = 0;
  /** Counts the roles: a step of an earlier one has no effect any more. */
  #turn = 0;
  #ticks = 0;
  #isRetired = false;
  #reclaim: Disposable | null = null;

  constructor(parts: PilotageParts) {
    this.#parts = parts;
    this.#timer = repeat(parts.clock, TICK_MS, () => void this.tick());
  }

  get role(): Role {
    return this.#role;
  }

  get lease(): string | undefined {
    return this.#lease;
  }

  /** False for a pilot that has slept over the end of its lease, and does not know it yet. */
  get holdsLease(): boolean {
    return this.#lease !== undefined && this.#parts.clock.now() - this.#renewedAt < LEASE_MS;
  }

  /** Readers who leave from now on are awaited back, on another instance. */
  get isRetired(): boolean {
    return this.#isRetired;
  }

  /** The first watch begins: finds out who polls. */
  async settle(): Promise<void> {
    const { link, scheduler, opened } = this.#parts;
    if (link.state === 'alone') {
      this.goAlone();
      return;
    }
    const turn = this.#enter('settling');
    scheduler.follow();
    await this.#attempt(turn, async () => {
      await opened();
      await this.#claim(turn, new Set());
      if (turn === this.#turn) this.#follow();
    });
  }

  /** Redis is back, or has lost its data: this instance sends what it has, and catches up with the others. */
  async rejoin(): Promise<void> {
    const { store, resources, exchange, scheduler, kept } = this.#parts;
    const watched = new Set(resources.keys());
    const turn = this.#enter('settling');
    kept.clear();
    scheduler.follow();
    await this.#attempt(turn, async () => {
      const { writes, states } = await store.snapshot();
      if (turn !== this.#turn) return;
      exchange.absorbWrites(writes);
      exchange.absorbStates(states.filter(({ address }) => watched.has(address)));
      exchange.publishAll();
      if (scheduler.size === 0) this.#enter('idle');
      else await this.#claim(turn, watched);
      if (turn === this.#turn) this.#follow();
    });
  }

  /** Redis is away. */
  goAlone(): void {
    const { scheduler, kept, expectations } = this.#parts;
    const isWatching = scheduler.size > 0;
    this.#enter(isWatching ? 'alone' : 'idle');
    kept.clear();
    if (isWatching) scheduler.lead(undefined);
    expectations.giveUp();
  }

  /** Renews the lease, or claims that of a pilot that has died. */
  async tick(): Promise<void> {
    const { scheduler, wants, resources } = this.#parts;
    this.#ticks += 1;
    if (this.#role !== 'pilot' && this.#role !== 'follower') return;
    scheduler.dropUnwatched();
    scheduler.askOverdue();
    if (this.#ticks % TICKS_PER_RENEWAL === 0) wants.renew();
    const turn = this.#turn;
    try {
      if (scheduler.size === 0) await this.#rest();
      else if (this.#role === 'follower') await this.#claim(turn, new Set(resources.keys()));
      else if (!(await this.#renew()) && turn === this.#turn) this.#follow();
    } catch (error) {
      ignoreAbsence(error);
    }
  }

  /** The lease is free. */
  vacated(): void {
    // An instance that stops goes on only if no other one does.
    if (this.#isRetired) return;
    if (this.#role === 'follower') void this.tick();
    // An instance that was just finding out who polls, or has let go of the lease again, finds it still free.
    this.#reclaim?.[Symbol.dispose]();
    this.#reclaim = this.#parts.clock.after(RECLAIM_MS, () => {
      if (this.#role === 'follower') void this.tick();
    });
  }

  /** The instance stops: another one polls from now on. If there is none, this one goes on for as long as it has readers. */
  async retire(): Promise<void> {
    const lease = this.#lease;
    this.#isRetired = true;
    if (this.#role === 'pilot') this.#follow();
    if (lease !== undefined) await quietly(this.#parts.store.release(lease));
  }

  [Symbol.dispose](): void {
    this.#turn += 1;
    this.#timer[Symbol.dispose]();
    this.#reclaim?.[Symbol.dispose]();
  }

  #enter(role: Role): number {
    this.#role = role;
    this.#lease = undefined;
    this.#turn += 1;
    return this.#turn;
  }

  async #attempt(turn: number, steps: () => Promise<void>): Promise<void> {
    try {
      await steps();
    } catch (error) {
      ignoreAbsence(error);
      if (turn === this.#turn) this.goAlone();
    }
  }

  /** @param watched the addresses that readers of this instance have been shown all the time */
  async #claim(turn: number, watched: ReadonlySet<string>): Promise<void> {
    const { store, clock } = this.#parts;
    const claimedAt = clock.now();
    const lease = await store.claim();
    if (lease === null) return;
    const snapshot = await store.snapshot();
    if (turn !== this.#turn) {
      await store.release(lease);
      return;
    }
    this.#renewedAt = claimedAt;
    this.#takeOver(lease, snapshot, watched);
  }

  /** A state that nobody has kept up to date is not shown to a reader who has just come. */
  #takeOver(lease: string, { writes, wants, states, demand }: WatchSnapshot, watched: ReadonlySet<string>): void {
    const { live, exchange, kept, scheduler, expectations, resources, store } = this.#parts;
    this.#enter('settling');
    exchange.absorbWrites(writes);
    for (const [instance, added] of wants) kept.change(instance, { added, gone: [] });
    const addresses = new Set([...watched, ...kept.all.flatMap(({ thing }) => live().addressesOf(thing))]);
    exchange.absorbStates(states.filter(({ address }) => addresses.has(address)));
    this.#enter('pilot');
    this.#lease = lease;
    scheduler.lead(exchange.fromShared(demand));
    expectations.giveUp();
    const unwatched = states.map(({ address }) => address).filter((address) => !resources.has(address));
    if (unwatched.length > 0) void quietly(store.forget(unwatched));
    this.#parts.wants.resend();
  }

  #follow(): void {
    const { kept, scheduler, expectations, wants } = this.#parts;
    this.#enter('follower');
    kept.clear();
    scheduler.follow();
    expectations.giveUp();
    wants.resend();
  }

  async #renew(): Promise<boolean> {
    const { store, exchange, scheduler, kept, clock } = this.#parts;
    const lease = this.#lease ?? '';
    const askedAt = clock.now();
    const isRenewed = await store.renew(lease, exchange.toShared(scheduler.demand), kept.sweep());
    if (isRenewed && lease === this.#lease) this.#renewedAt = askedAt;
    return isRenewed;
  }

  /** Nothing is watched here any more. */
  async #rest(): Promise<void> {
    const lease = this.#lease;
    this.#parts.wants.renew();
    this.#parts.kept.clear();
    this.#enter('idle');
    if (lease !== undefined) await this.#parts.store.release(lease);
  }
}
