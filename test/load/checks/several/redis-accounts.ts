import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism, cpus } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RedisServer, startRedis } from '../../../cluster/kit/redis-server.ts';
import type { Check } from '../../check.ts';
import { quantile } from '../../measuring.ts';
import type { DriverOrder, DriverReport } from './account-driver.ts';
import { usageOfWork } from './redis-usage.ts';

const DRIVER = fileURLToPath(new URL('account-driver.ts', import.meta.url));
const INSTANCES = 3;
const POLLS_A_SECOND = 42 / 60;
const STEP = 200;
const MOST_ACCOUNTS = 5_000;
/** Redis is at its limit beyond that, … */
const BUSY = 0.7;
/** … or when it answers later than this, … */
const SLOW_MS = 50;
/** … or when fewer polls are made than are due. */
const KEPT_PACE = 0.9;
const LEAST_ACCOUNTS = 300;

interface Load {
  readonly accounts: number;
  /** The share of one core that Redis takes. */
  readonly busy: number;
  readonly pollsASecond: number;
  readonly p95Ms: number;
}

/** More and more accounts on three instances, each polled 42 times a minute, until Redis is busy or slow. */
export const redisAccounts: Check = {
  name: 'redis-accounts',
  async run(findings, { isShort }) {
    await using redis = await startRedis();
    await using drivers = await startDrivers(redis);
    findings.note('machine', `${availableParallelism()} processors, ${cpus()[0]?.model}`);
    const first = isShort ? 100 : STEP;
    let carried = 0;
    for (let accounts = first; accounts <= (isShort ? first : MOST_ACCOUNTS); accounts += STEP) {
      const load = await measure(redis, drivers, accounts, isShort ? 3_000 : 15_000);
      const { busy, pollsASecond, p95Ms } = load;
      const figures = `${(100 * busy).toFixed(0)} % of a core, ${pollsASecond.toFixed(0)} polls a second, commands p95 ${p95Ms.toFixed(1)} ms`;
      findings.note(`${accounts} accounts`, figures);
      if (reasonToStop(load) !== null) {
        findings.note('it ends there since', reasonToStop(load) ?? '');
        break;
      }
      carried = accounts;
    }
    if (!isShort) findings.atLeast('accounts that one Redis carries', carried, LEAST_ACCOUNTS, '');
  },
};

function reasonToStop({ accounts, busy, pollsASecond, p95Ms }: Load): string | null {
  if (busy > BUSY) return `Redis takes more than ${100 * BUSY} % of a core`;
  if (p95Ms > SLOW_MS) return `a command takes more than ${SLOW_MS} ms`;
  return pollsASecond < KEPT_PACE * accounts * POLLS_A_SECOND ? 'the instances cannot poll any faster' : null;
}

interface Drivers extends AsyncDisposable {
  /** They poll for so many accounts from now on. @returns what they did until then */
  order(accounts: number): Promise<readonly DriverReport[]>;
}

async function startDrivers(redis: RedisServer): Promise<Drivers> {
  const children = Array.from({ length: INSTANCES }, (_, index) => {
    const env = { ...process.env, REDIS_URL: redis.url, REDIS_TIMEOUT_MS: '5000', DRIVER_INDEX: String(index) };
    return fork(DRIVER, { env });
  });
  const ask = async (child: ChildProcess, order: DriverOrder): Promise<DriverReport> => {
    child.send(order);
    const [report] = await once(child, 'message');
    return report;
  };
  return {
    order: (accounts) => Promise.all(children.map((child) => ask(child, { accounts }))),
    async [Symbol.asyncDispose]() {
      await Promise.all(
        children.map(async (child) => {
          const ended = once(child, 'exit');
          child.kill('SIGKILL');
          await ended;
        }),
      );
    },
  };
}

async function measure(redis: RedisServer, drivers: Drivers, accounts: number, ms: number): Promise<Load> {
  await drivers.order(accounts);
  // The new ones have begun to poll.
  await pause(3_000);
  await drivers.order(accounts);
  const startedAt = performance.now();
  const { cpuMs } = await usageOfWork(redis.admin, () => pause(ms));
  const elapsed = performance.now() - startedAt;
  const reports = await drivers.order(accounts);
  const polls = reports.reduce((sum, report) => sum + report.polls, 0);
  const latencies = reports.flatMap((report) => report.latencies);
  return {
    accounts,
    busy: cpuMs / elapsed,
    pollsASecond: (1_000 * polls) / elapsed,
    p95Ms: quantile(latencies, 0.95),
  };
}
