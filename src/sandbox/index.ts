/*
 * The sandbox: both REST APIs of the service, in memory, written from INTERFACE.md alone. It imports nothing of the
 * gateway, so that a misreading on either side shows as a failing test.
 */
import type { AddressInfo, Server } from 'node:net';
import { type AccountStore, createAccountStore } from './account-store.ts';
import { createSimulatedCatalogue } from './catalogue.ts';
import { createRealClock, type SandboxClock } from './clock.ts';
import type { World } from './http/endpoint-request.ts';
import { close, listenOnLoopback, type SandboxServerParts } from './http/server.ts';
import { createJournal, type SandboxRequest } from './journal.ts';
import { createMisfortunes, type Misfortune } from './misfortune.ts';
import type { QuotaLimits } from './quota.ts';
import { populate } from './seed.ts';
import { SEEDED } from './seeded.ts';
import { createService } from './service.ts';
import { createGrants } from './studio/grants.ts';

export interface SandboxOptions {
  /** How many times faster than its clock its work runs. Default 60, a minute of work takes a second; 1 with a clock given. */
  speed?: number;
  /** For the generated catalogue and content; default 1. */
  seed?: number;
  /** The API keys that it accepts; each is an account with a world of its own. Default `['sandbox-key']`. */
  keys?: readonly string[];
  /** Sliding windows per key; default null, none. */
  quota?: QuotaLimits | null;
  /** Default: the wall clock. */
  clock?: SandboxClock;
  /** Default true: starts with things in every state, some moving. False: an empty world with a full catalogue. */
  populate?: boolean;
  /** Default 0, any free port. */
  dubbingPort?: number;
  studioPort?: number;
  /** How long an idle connection is kept, in real ms; default 65,000. */
  keepAliveMs?: number;
}

export interface Sandbox extends AsyncDisposable {
  /** http://127.0.0.1:PORT, without a path. */
  readonly dubbingUrl: string;
  readonly studioUrl: string;
  readonly keys: readonly string[];
  readonly clock: SandboxClock;
  /** The requests received since the start or the last clear, in order; of more than 20,000 the newest. */
  readonly requests: readonly SandboxRequest[];
  /** How many they were. */
  readonly requestCount: number;
  clearRequests(): void;
  /** Makes the next matching request(s) meet a misfortune; the twin of the words in a name (`faults.ts`). */
  misfortune(misfortune: Misfortune): void;
  /** The world of an account, by default of the first key, for a test to arrange. */
  account(key?: string): AccountStore;
}

export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { keys = ['sandbox-key'], keepAliveMs = 65_000 } = options;
  const world = createWorld(options, keys);
  const journal = createJournal();
  const misfortunes = createMisfortunes();
  const stopping = new AbortController();
  const service = createService(world);
  const parts: SandboxServerParts = { world, journal, misfortunes, service, stopping: stopping.signal, keepAliveMs };
  await using started = new AsyncDisposableStack();
  started.defer(() => stopping.abort());
  const open = async (api: 'dubbing' | 'studio', port = 0): Promise<string> => {
    const server = started.adopt(await listenOnLoopback(parts, api, port), close);
    return urlOf(server);
  };
  world.urls.dubbing = await open('dubbing', options.dubbingPort);
  world.urls.studio = await open('studio', options.studioPort);
  arrange(world, options.populate ?? true);
  const running = started.move();
  return {
    dubbingUrl: world.urls.dubbing,
    studioUrl: world.urls.studio,
    keys,
    clock: world.clock,
    requests: journal.requests,
    get requestCount() {
      return journal.count;
    },
    clearRequests: () => journal.clear(),
    misfortune: (misfortune) => misfortunes.add(misfortune),
    account: (key) => accountOf(world, key ?? keys[0]),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function createWorld(options: SandboxOptions, keys: readonly string[]): World {
  const clock = options.clock ?? createRealClock();
  const { quota = null, seed = 1 } = options;
  let number = 0;
  const accounts = keys.map((key, index) =>
    createAccountStore({ key, number: index + 1, quota, now: () => clock.now() }),
  );
  return {
    clock,
    // A clock that a test moves is also the clock of the work: a minute is a minute.
    speed: options.speed ?? (options.clock === undefined ? 60 : 1),
    seed,
    catalogue: createSimulatedCatalogue(seed),
    accounts: new Map(accounts.map((account) => [account.key, account])),
    grants: createGrants(),
    urls: { dubbing: '', studio: '' },
    usedWords: new Set(),
    nextNumber: () => ++number,
  };
}

/** Also an empty world has one studio project, since no endpoint creates one. */
function arrange(world: World, isPopulated: boolean): void {
  for (const account of world.accounts.values()) {
    account.putStudioProject(SEEDED.studioProjects.demo);
    if (isPopulated) populate(account, world);
  }
}

function urlOf(server: Server): string {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The sandbox listens on no port.');
  return `http://127.0.0.1:${address.port}`;
}

function accountOf(world: World, key: string | undefined): AccountStore {
  const account = world.accounts.get(key ?? '');
  if (account === undefined) throw new Error(`The sandbox has no account with the key ${key}.`);
  return account;
}
