/**
 * One instance of many, without its doors and its service: a process that polls for accounts as the gateway does, so that
 * Redis is busy long before the processors are. Started by `redis-accounts.ts`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { createSystemClock } from '../../../../src/clock.ts';
import { type StartedCluster, startCluster } from '../../../../src/cluster/start-cluster.ts';
import { RedisWatchStore } from '../../../../src/cluster/watches/redis-watch-store.ts';
import { readConfig } from '../../../../src/config/index.ts';
import { NO_MEASUREMENTS } from '../../../../src/contracts/measurements.ts';
import { noDemand } from '../../../../src/live/schedule/demand-average.ts';
import { createLog } from '../../../../src/observability/log.ts';

export interface DriverOrder {
  /** It polls for every third one of so many, and follows the others. */
  readonly accounts: number;
}

/** Since the last report. */
export interface DriverReport {
  readonly polls: number;
  /** Of each command, in ms. */
  readonly latencies: readonly number[];
}

const INSTANCES = 3;
const INDEX = Number(process.env['DRIVER_INDEX']);
/** As often as polling may ask with 60 requests a minute. */
const POLL_EVERY_MS = 60_000 / 42;
const RENEW_EVERY_MS = 2_000;
const WANT_EVERY_MS = 4_000;
const POLLS_PER_CHANGE = 10;
const PROJECTS = 10;
const QUOTA = { perMinute: 60, perDay: 0 };
/** A second without requests for each minute: the pace of polling is just at its limit. */
const SLACK = { ...QUOTA, perMinute: 2 * QUOTA.perMinute };

const clock = createSystemClock();
const over = new AbortController();
const { signal } = over;
let polls = 0;
let latencies: number[] = [];

/** The value of a list of projects, another one each time. */
const listOf = (version: number): object => ({
  items: Array.from({ length: PROJECTS }, (_, index) => ({
    ...{
      kind: 'DubbingProject',
      projectId: `project-of-account-${index}`,
      name: `Episode ${index}, version ${version}`,
    },
    ...{ rawStatus: 'translating', sourceLanguage: 'en-US', targetLanguages: ['de-DE', 'fr-FR'], costMinutes: 12.5 },
    ...{ createdAt: '2026-01-01T12:00:00Z', isDeletable: true, details: null },
  })),
  deleted: [],
  malformed: 0,
});

async function openAccount(cluster: StartedCluster, index: number): Promise<void> {
  const account = { key: `key-of-account-${index}`, keyIsCallers: false };
  const ledger = cluster.openLedger({ quota: SLACK, clock, closing: signal }, account);
  const flights = cluster.openFlights(account);
  const store = new RedisWatchStore({
    link: cluster.link,
    names: cluster.namesOf(account),
    instance: cluster.instance,
  });
  await store.listen(() => undefined);
  await store.want([{ thing: { kind: 'DubbingProjects' }, details: false }], { added: [], gone: [], looks: [] });
  every(WANT_EVERY_MS, () => store.want(null, { added: [], gone: [], looks: [] }));
  if (index % INSTANCES !== INDEX) return;
  const lease = await store.claim();
  if (lease === null) return;
  every(RENEW_EVERY_MS, () => store.renew(lease, noDemand(clock.now()), []));
  let version = 0;
  every(POLL_EVERY_MS, async () => {
    version += 1;
    const isNews = version % POLLS_PER_CHANGE === 1;
    const value = listOf(Math.floor(version / POLLS_PER_CHANGE));
    let asked = 0;
    const ask = async () => {
      asked = await ledger.take('polling', signal, undefined, lease);
      return { value, asked };
    };
    await flights.share('dubbingProjectList ', ask, { maxAgeMs: null, keepMs: 2_000, after: 0, signal });
    const at = clock.now();
    const place = { asked, answered: ledger.stamp(), at, by: cluster.instance, valueAsked: asked };
    const state = isNews ? JSON.stringify({ asked, value, ages: null }) : null;
    const plan = { nextAt: at + POLL_EVERY_MS, isThrottled: false };
    await store.publish([
      { address: 'dubbingProjectList ', answer: { ...place, state }, plan, failure: null, isKept: true },
    ]);
    polls += 1;
  });
}

/** Runs it again and again, from a random instant on; what fails is not counted. */
function every(ms: number, run: () => Promise<unknown>): void {
  const loop = async (): Promise<void> => {
    await pause(Math.random() * ms, undefined, { signal });
    for (let due = performance.now(); ; due += ms) {
      await run().catch(() => undefined);
      await pause(Math.max(0, due + ms - performance.now()), undefined, { signal });
    }
  };
  loop().catch(() => undefined);
}

const { redis } = readConfig(process.env);
if (redis === null || process.send === undefined) throw new Error('It is started by the check redis-accounts.');
const cluster = await startCluster(redis, {
  log: createLog({ level: 'silent' }),
  clock,
  measurements: { ...NO_MEASUREMENTS, redisCommanded: (_name, ms) => void latencies.push(ms) },
});
let opened = 0;
process.on('message', async ({ accounts }: DriverOrder) => {
  for (; opened < accounts; opened += 1) await openAccount(cluster, opened);
  process.send?.({ polls, latencies } satisfies DriverReport);
  [polls, latencies] = [0, []];
});
process.on('disconnect', () => process.exit());
