/** One account's ledger, in memory or over Redis, as tests of both see it. */
import { createSystemClock } from '../../../src/clock.ts';
import { createSharedLedger, type SharedLedgerOptions } from '../../../src/cluster/quota/shared-ledger.ts';
import { type StartedCluster, startCluster } from '../../../src/cluster/start-cluster.ts';
import { readConfig } from '../../../src/config/index.ts';
import { NO_MEASUREMENTS } from '../../../src/contracts/measurements.ts';
import { createLog } from '../../../src/observability/log.ts';
import { createLedger } from '../../../src/upstream/quota/ledger.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/upstream/quota/quota-rules.ts';
import type { Ledger } from '../../../src/upstream/service.ts';
import { createHandClock } from '../../kit/hand-clock.ts';
import type { RedisServer } from '../kit/redis-server.ts';

interface LedgerOptions {
  readonly perMinute: number;
  readonly perDay?: number;
  readonly isShared?: boolean;
  /** How long ago requests were sent, in milliseconds. */
  readonly sent?: readonly number[];
}

export interface LedgerWorld extends AsyncDisposable {
  readonly ledger: Ledger;
  /** Lets the time pass: at once in memory. */
  pass(ms: number): Promise<void>;
  readonly closing: AbortController;
}

export type OpenLedger = (options: LedgerOptions) => Promise<LedgerWorld>;

const never = new AbortController().signal;

export const openInMemory: OpenLedger = async ({ perMinute, perDay = 0, isShared = false, sent = [] }) => {
  const clock = createHandClock();
  const closing = new AbortController();
  const quota = { perMinute, perDay };
  const ledger = createLedger({ quota, isShared, clock, closing: closing.signal });
  const ages = sent.toSorted((a, b) => b - a);
  for (const [index, age] of ages.entries()) {
    await ledger.take('interactive', never);
    clock.advance(age - (ages[index + 1] ?? 0));
  }
  return { ledger, closing, pass: (ms) => clock.pass(ms), [Symbol.asyncDispose]: async () => ledger[Symbol.dispose]() };
};

/** A Redis that a busy machine gives no time for a moment does not count as lost. */
const PATIENT = { REDIS_TIMEOUT_MS: '3000' };
let accounts = 0;

/** Each on an account of its own. */
export function openOverRedis(redis: () => RedisServer): OpenLedger {
  return async ({ perMinute, perDay = 0, isShared, sent = [] }) => {
    const cluster = await joinCluster(redis().url, PATIENT);
    accounts += 1;
    const key = `account ${accounts}`;
    await addSent(redis(), cluster, key, sent);
    const closing = new AbortController();
    // The windows are as good as those of the ledger in memory.
    const spans = { minuteMs: MINUTE_MS, dayMs: DAY_MS, spreadMs: 250 };
    const ledger = openLedger(cluster, { key, quota: { perMinute, perDay }, isShared, closing: closing.signal, spans });
    await ledger.ready();
    return {
      ledger,
      closing,
      pass: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
      async [Symbol.asyncDispose]() {
        ledger[Symbol.dispose]();
        await cluster[Symbol.asyncDispose]();
      },
    };
  };
}

export interface SharedLedgerSettings {
  readonly key: string;
  readonly quota: { readonly perMinute: number; readonly perDay: number };
  readonly isShared?: boolean | undefined;
  readonly closing?: AbortSignal;
  readonly spans?: SharedLedgerOptions['spans'];
}

/** The ledger of an instance. */
export function openLedger(cluster: StartedCluster, settings: SharedLedgerSettings): Ledger {
  const { key, quota, isShared = false, closing = never, spans } = settings;
  const account = { key, keyIsCallers: false };
  const clock = createSystemClock();
  return createSharedLedger({ cluster, account, quota, isShared, clock, closing, ...(spans && { spans }) });
}

/** @param env settings of Redis; by default it counts as lost as soon as in production */
export async function joinCluster(url: string, env: Readonly<Record<string, string>> = {}): Promise<StartedCluster> {
  const settings = readConfig({ REDIS_URL: url, ...env }).redis;
  if (settings === null) throw new Error('no address');
  const log = createLog({ level: 'silent' });
  return startCluster(settings, { log, clock: createSystemClock(), measurements: NO_MEASUREMENTS });
}

/** As if another instance had sent requests so long ago. */
async function addSent(
  redis: RedisServer,
  cluster: StartedCluster,
  key: string,
  ages: readonly number[],
): Promise<void> {
  const names = cluster.namesOf({ key });
  for (const [index, age] of ages.entries()) {
    const ticket = Math.floor((cluster.membership.now() - age) * 1_000) + index;
    await redis.admin.zadd(names.key('log'), ticket, `${ticket}:earlier:`);
  }
  if (ages.length > 0) await redis.admin.pexpire(names.key('log'), 100_000_000);
}
