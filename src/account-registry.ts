import type { Account } from './auth/viewer.ts';
import { repeat } from './clock.ts';
import type { AnswerSharing, SharedAnswers } from './contracts/answer-sharing.ts';
import type { FlightSharing } from './contracts/flight-sharing.ts';
import { NO_MEASUREMENTS, type WatchReading } from './contracts/measurements.ts';
import type { Tracing } from './contracts/tracing.ts';
import type { WatchSharing } from './contracts/watch-sharing.ts';
import type { RequestBudget } from './domain/balance.ts';
import { createLive } from './live/create-live.ts';
import type { SharedLive } from './live/live.ts';
import type { DemandRecord, ResumableScheduler, Scheduler } from './live/schedule/polling.ts';
import { type AccountReads, type AccountReadsParts, createAccountReads } from './loaders/account-reads.ts';
import { createAnswerRooms } from './loaders/answer-room.ts';
import { createRankedMemory, type Rank, type RankedMemory } from './ranked-memory.ts';
import type { Service } from './upstream/service.ts';

/** An account on one of several instances of the gateway. */
interface Share extends AnswerSharing, WatchSharing, AsyncDisposable {
  /** Asks for what this instance has to ask for. */
  readonly scheduler: Scheduler;
  /** The instance stops: others ask for the watches from now on. */
  retire(): Promise<void>;
}

interface ShareParts {
  readonly createScheduler: (demand: DemandRecord) => ResumableScheduler;
  /** How the account reads and watches here; both are made of the share. */
  readonly reads: () => SharedAnswers;
  readonly live: () => SharedLive;
}

export interface AccountRegistryParts extends Omit<AccountReadsParts, 'service' | 'sharing' | 'flights' | 'rooms'> {
  readonly connect: (account: Account) => Service;
  /** The scheduler of an account's polls. */
  readonly schedule: (service: Service, demand?: DemandRecord) => ResumableScheduler;
  /** Null if this is the only instance of the gateway. */
  readonly share: ((account: Account, parts: ShareParts) => Share) | null;
  /** Requests that all instances share. Default: this is the only one. */
  readonly openFlights?: ((account: Account) => FlightSharing) | undefined;
  readonly tracing: Tracing;
}

/** The state of one account. */
interface AccountState {
  readonly reads: AccountReads;
  readonly live: SharedLive;
}

/** The state of each account, separate from all others. */
export interface AccountRegistry extends Disposable {
  of(account: Account): AccountState;
  /** The requests that each account may still send. */
  budgets(): Iterable<readonly [accountId: string, budget: RequestBudget]>;
  /** The watched resources and their readers, over all accounts. */
  watched(): Iterable<WatchReading>;
  /** Accounts for which this instance polls. */
  pollingCount(): number;
  /** Objects and lists that are watched, over all accounts. */
  watches(): number;
  /** The instance stops: others ask for the watches from now on. */
  retire(): Promise<void>;
}

/** The reads of an account are released after it was idle for this long. */
const READS_IDLE_MS = 60 * 60 * 1000;
/** The count of its quota is kept for the longest window of the quota: it is empty then. */
const SERVICE_IDLE_MS = 24 * 60 * 60 * 1000;
/**
 * In `passthrough` every caller can name an account. Keys that the service has never accepted evict only each other,
 * never an accepted key.
 */
const MOST_READS: Readonly<Record<Rank, number>> = { accepted: 200, used: 50, stranger: 50 };
const MOST_SERVICES: Readonly<Record<Rank, number>> = { accepted: 10_000, used: 2_000, stranger: 500 };
const SWEEP_EVERY_MS = 10 * 60 * 1000;

export function createAccountRegistry(parts: AccountRegistryParts): AccountRegistry {
  return new HeldAccounts(parts);
}

class HeldAccounts implements AccountRegistry {
  readonly #parts: AccountRegistryParts;
  readonly #services: RankedMemory<Service>;
  readonly #idle: RankedMemory<OneAccount>;
  /** Accounts with watches are never evicted. */
  readonly #active = new Map<string, OneAccount>();
  /** Services of accounts that exist: their ledgers are in use, although nobody may have asked for long. */
  readonly #used = new Set<Service>();
  readonly #rooms = createAnswerRooms();
  readonly #sweep: Disposable;

  constructor(parts: AccountRegistryParts) {
    const { clock } = parts;
    this.#parts = parts;
    this.#services = createRankedMemory({
      most: MOST_SERVICES,
      idleMs: SERVICE_IDLE_MS,
      rankOf: rankOfService,
      onForgotten: (service) => this.#release(service),
      clock,
    });
    this.#idle = createRankedMemory({
      most: MOST_READS,
      idleMs: READS_IDLE_MS,
      rankOf: ({ reads }) => rankOfService(reads.service),
      onForgotten: (forgotten) => forgotten[Symbol.dispose](),
      clock,
    });
    this.#sweep = repeat(clock, SWEEP_EVERY_MS, () => this.#idle.sweep());
  }

  of(account: Account): AccountState {
    const existing = this.#active.get(account.id) ?? this.#idle.get(account.id);
    // The account was just used: the count of its quota is kept for as long again.
    const kept = this.#services.get(account.id);
    if (existing && kept === existing.reads.service) return existing;
    const service = existing?.reads.service ?? kept ?? this.#parts.connect(account);
    this.#services.set(account.id, service);
    if (existing) return existing;
    const created = this.#make(account, service);
    this.#idle.set(account.id, created);
    return created;
  }

  *budgets() {
    for (const [id, { ledger }] of this.#services.entries()) yield [id, ledger.budget()] as const;
  }

  *watched() {
    for (const { live } of this.#active.values()) yield* live.readings();
  }

  pollingCount(): number {
    return [...this.#active.values()].filter(({ share }) => !share?.isFollowing).length;
  }

  watches(): number {
    return [...this.#active.values()].reduce((sum, { live }) => sum + live.size, 0);
  }

  async retire(): Promise<void> {
    await Promise.all([...this.#active.values()].map(({ share }) => share?.retire()));
  }

  [Symbol.dispose](): void {
    this.#sweep[Symbol.dispose]();
    for (const account of this.#active.values()) account[Symbol.dispose]();
    this.#idle.clear();
    this.#services.clear();
  }

  #make(account: Account, service: Service): OneAccount {
    const { schedule, clock, log, measurements = NO_MEASUREMENTS, tracing } = this.#parts;
    const { id } = account;
    const createScheduler = (demand: DemandRecord) => schedule(service, demand);
    const parts: ShareParts = { createScheduler, reads: () => created.reads, live: () => created.live };
    const share = this.#parts.share?.(account, parts) ?? null;
    const flights = this.#parts.openFlights?.(account);
    const rooms = this.#rooms;
    const reads = createAccountReads({ ...this.#parts, service, flights, rooms, ...(share && { sharing: share }) });
    const onActive = (isActive: boolean) => (isActive ? this.#activate(id, created) : this.#rest(id, created));
    const [used, services] = [this.#used, this.#services];
    used.add(service);
    const isStranger = () => account.keyIsCallers && !service.ledger.isAccepted;
    const scheduler = share?.scheduler ?? schedule(service);
    const watching = { clock, log, measurements, tracing, isStranger, onActive };
    const live = createLive({ reads, scheduler, sharing: share, ...watching });
    const created: OneAccount = {
      reads,
      live,
      share,
      [Symbol.dispose]() {
        void share?.[Symbol.asyncDispose]();
        live[Symbol.dispose]();
        reads[Symbol.dispose]();
        used.delete(service);
        if (services.get(id) !== service) service.ledger[Symbol.dispose]();
      },
    };
    return created;
  }

  #release(service: Service): void {
    if (!this.#used.has(service)) service.ledger[Symbol.dispose]();
  }

  #activate(id: string, account: OneAccount): void {
    this.#active.set(id, account);
    this.#idle.delete(id);
  }

  /** A watched account counts as used until now. */
  #rest(id: string, account: OneAccount): void {
    if (!this.#active.delete(id)) return;
    this.#services.set(id, account.reads.service);
    this.#idle.set(id, account);
  }
}

interface OneAccount extends AccountState, Disposable {
  readonly share: Share | null;
}

function rankOfService({ ledger }: Service): Rank {
  if (ledger.isAccepted) return 'accepted';
  return ledger.isUsed ? 'used' : 'stranger';
}
