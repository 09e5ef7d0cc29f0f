/** The costs of Redis in the README of `src/cluster`: scripts and bytes of each event, CPU and memory of many accounts. */
import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../../cluster/kit/redis-server.ts';
import { running } from '../../../kit/watching.ts';
import type { Check, Findings } from '../../check.ts';
import type { GatewayProcess } from '../../gateway-process.ts';
import { createGraphClient } from '../../graph-client.ts';
import { openReader, type Reader } from '../../reader.ts';
import { startService } from '../../service.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../../watched.ts';
import { startFleet } from './fleet.ts';
import { divided, less, type Usage, usageOfWork } from './redis-usage.ts';

const PROJECTS = 20;
const POLL_MS = 250;
const HOUR_S = 3_600;
const LONG_MS = 600_000;
/** It is counted, and never used up. */
const QUOTA = { QUOTA_PER_MINUTE: '100000', QUOTA_PER_DAY: '1000000' };
const ACCOUNTS = 100;
const PROJECTS_EACH = 10;

export const redisCosts: Check = {
  name: 'redis-costs',
  async run(findings, { isShort }) {
    findings.note('event', 'scripts | bytes in | bytes out');
    for (const instances of [1, 3]) {
      await measureQuiet(findings, instances, isShort);
      await measurePolls(findings, instances, isShort);
    }
    await measureAccounts(findings, isShort);
  },
};

/** Queries, and watches that nothing happens to. */
async function measureQuiet(findings: Findings, instances: number, isShort: boolean): Promise<void> {
  await using redis = await startRedis();
  await using service = await startStillService();
  const env = { ...everyMs(LONG_MS), READ_MAX_AGE_MS: '0', ...QUOTA };
  await using started = await startFleet({ instances, service, redisUrl: redis.url, env });
  await using clients = new AsyncDisposableStack();
  const callers = started.gateways.map(({ url }) => clients.use(createGraphClient(url)));
  const ask = async (): Promise<void> => {
    for (const caller of callers) await caller.ask('{ balance { minutes } }');
  };
  const seconds = isShort ? 3 : 32;
  const name = (event: string): string => `${event}, ${instances} ${instances === 1 ? 'instance' : 'instances'}`;

  // From now on each instance follows the account.
  await ask();
  const idle = divided(await usageOfWork(redis.admin, () => pause(seconds * 1_000)), seconds);
  show(findings, name('an instance, a second'), divided(idle, instances));

  const rounds = isShort ? 20 : 300;
  const startedAt = performance.now();
  const asked = await usageOfWork(redis.admin, async () => {
    for (let round = 0; round < rounds; round += 1) await ask();
  });
  const elapsed = (performance.now() - startedAt) / 1_000;
  show(findings, name('a query that asks the service'), divided(less(asked, idle, elapsed), rounds * instances));

  using _readers = await openReaders(
    started.gateways,
    putProjects(service, PROJECTS).map(({ id }) => id),
  );
  const watching = divided(await usageOfWork(redis.admin, () => pause(seconds * 1_000)), seconds);
  const hour = divided(less(watching, idle), instances / HOUR_S);
  show(findings, name(`${PROJECTS} watches that nothing happens to, an hour, each instance`), hour);
}

/** Polls without news, and with an update. */
async function measurePolls(findings: Findings, instances: number, isShort: boolean): Promise<void> {
  await using redis = await startRedis();
  await using service = await startStillService();
  const projects = putProjects(service, PROJECTS);
  const env = { ...everyMs(POLL_MS), ...QUOTA };
  await using started = await startFleet({ instances, service, redisUrl: redis.url, env });
  const seconds = isShort ? 3 : 30;
  const idle = divided(await usageOfWork(redis.admin, () => pause(5_000)), 5);
  const ids = projects.map(({ id }) => id);
  using readers = await openReaders(started.gateways, ids);
  const name = (event: string): string =>
    `${event}, ${PROJECTS} projects, ${instances} ${instances === 1 ? 'instance' : 'instances'}`;
  const measure = async (work: () => Promise<unknown>): Promise<Usage> => {
    service.clearRequests();
    const startedAt = performance.now();
    const usage = await usageOfWork(redis.admin, work);
    return divided(less(usage, idle, (performance.now() - startedAt) / 1_000), service.requestCount);
  };

  show(findings, name('a poll without news'), await measure(() => pause(seconds * 1_000)));
  const changes = isShort ? 10 : 200;
  const changing = await measure(async () => {
    for (let change = 0; change < changes; change += 1) {
      const project = projects[change % projects.length]!;
      readers.expect(project.id);
      service.account().putDubbingProject({ ...project, name: `Change ${change}` });
      await readers.all();
    }
  });
  show(findings, name('a poll with an update to all readers'), changing);
}

/** Watched objects of many accounts, with polls in the pace that the quota allows. */
async function measureAccounts(findings: Findings, isShort: boolean): Promise<void> {
  const accounts = isShort ? 10 : ACCOUNTS;
  const seconds = isShort ? 5 : 60;
  const keys = Array.from({ length: accounts }, (_, index) => `key-of-account-${index}`);
  for (const perDay of ['1000', '0']) {
    await using redis = await startRedis();
    await using service = await startService({ keys, populate: false });
    for (const key of keys) {
      for (let index = 0; index < PROJECTS_EACH; index += 1) {
        service.account(key).putDubbingProject({ id: `p${index}`, name: `Episode ${index}`, work: running() });
      }
    }
    const env = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '', QUOTA_PER_MINUTE: '60', QUOTA_PER_DAY: perDay };
    await using started = await startFleet({ instances: 3, service, redisUrl: redis.url, env });
    using readers = new DisposableStack();
    let shown = 0;
    for (const [index, key] of keys.entries()) {
      for (let project = 0; project < PROJECTS_EACH; project += 1) {
        const reader = await openReader({
          port: started.gateways[(index + project) % 3]!.port,
          transport: 'WebSocket',
          query: PROJECT,
          variables: { id: `p${project}` },
          token: key,
          onResult: () => {
            shown += 1;
          },
        });
        readers.defer(() => reader.tear());
      }
    }
    await until(() => shown >= accounts * PROJECTS_EACH, 'each reader has the present state');
    await pause(isShort ? 1_000 : 20_000);
    service.clearRequests();
    const { cpuMs, scripts } = divided(await usageOfWork(redis.admin, () => pause(seconds * 1_000)), seconds);
    const pace = (60 * service.requestCount) / seconds / accounts;
    const memory = /^used_memory:(\d+)/m.exec(await redis.admin.info('memory'))?.[1];
    findings.note(
      `${accounts} accounts with ${PROJECTS_EACH} watched objects each, 60 requests a minute, ${perDay === '0' ? 'any number' : perDay} a day`,
      `${(cpuMs / 10).toFixed(1)} % of a core, ${scripts.toFixed(0)} scripts a second, ${pace.toFixed(1)} polls a minute for each account, ${(Number(memory) / 1e6).toFixed(1)} MB`,
    );
  }
}

interface Readers extends Disposable {
  /** From now on each reader of this project is expected to be shown something. */
  expect(id: string): void;
  /** Resolves once all expected have been. */
  all(): Promise<void>;
}

/** One reader of each project on each instance; resolves once each has the present state. */
async function openReaders(gateways: readonly GatewayProcess[], ids: readonly string[]): Promise<Readers> {
  const readers: Reader[] = [];
  const missing = new Set<string>();
  for (const [instance, { port }] of gateways.entries()) {
    for (const id of ids) {
      missing.add(`${instance} ${id}`);
      const onResult = () => void missing.delete(`${instance} ${id}`);
      readers.push(await openReader({ port, transport: 'WebSocket', query: PROJECT, variables: { id }, onResult }));
    }
  }
  const all = () => until(() => missing.size === 0, 'each reader has the state');
  await all();
  // What follows from the first answers is over.
  await pause(2_000);
  return {
    expect(id) {
      for (const instance of gateways.keys()) missing.add(`${instance} ${id}`);
    },
    all,
    [Symbol.dispose]() {
      for (const reader of readers) reader.tear();
    },
  };
}

function show(findings: Findings, event: string, { scripts, bytesIn, bytesOut }: Usage): void {
  const count = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
  findings.note(event, `${count(scripts)} | ${count(bytesIn)} | ${count(bytesOut)}`);
}
