import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../../../src/sandbox/index.ts';
import { type RedisServer, startRedis } from '../../../cluster/kit/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../../../cluster/kit/tcp-proxy.ts';
import { TRANSPORTS } from '../../../kit/subscribe.ts';
import type { Check, Findings } from '../../check.ts';
import type { GatewayProcess } from '../../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../../graph-client.ts';
import { quantile } from '../../measuring.ts';
import { openReader, type Reader } from '../../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../../watched.ts';
import { startFleet, timeUntilOne } from './fleet.ts';

const INSTANCES = 3;
const PROJECTS = 10;
const READERS = 60;
const INTERVAL_MS = 1_000;
/** Each asks the service: nothing is remembered. Those of one instance alone fit into its share of the quota. */
const QUERIES_PER_SECOND = 50;
const QUOTA_PER_MINUTE = 12_000;
const ENV = { ...everyMs(INTERVAL_MS), QUOTA_PER_MINUTE: String(QUOTA_PER_MINUTE), QUOTA_PER_DAY: '0' };
const QUERY = '{ balance { minutes } }';
const BACK_WITHIN_MS = 10_000;

interface Outage {
  readonly name: string;
  begin(): void | Promise<void>;
  end(): void | Promise<void>;
}

const outagesOf = (redis: RedisServer, proxy: TcpProxy): readonly Outage[] => [
  { name: 'killed', begin: redis.kill, end: redis.start },
  { name: 'stopped by SIGSTOP', begin: redis.pause, end: redis.resume },
  { name: 'cut off', begin: proxy.cut, end: proxy.mend },
  { name: 'swallowed by the network', begin: proxy.swallow, end: proxy.mend },
];

/** Redis goes away and comes back, in each way, under queries and streams. */
export const redisAway: Check = {
  name: 'redis-away',
  async run(findings, { isShort }) {
    await using redis = await startRedis();
    await using proxy = await startTcpProxy(redis.url);
    await using service = await startStillService();
    await using fleet = await startFleet({ instances: INSTANCES, service, redisUrl: proxy.url, env: ENV });
    await using clients = new AsyncDisposableStack();
    const callers = fleet.gateways.map(({ url }) => clients.use(createGraphClient(url)));
    using streams = await openStreams(service, fleet.gateways);
    const outages = outagesOf(redis, proxy).slice(0, isShort ? 2 : undefined);
    const awayMs = isShort ? 5_000 : 60_000;
    for (const outage of outages) {
      await using queries = startQueries(callers);
      await pause(isShort ? 3_000 : 20_000);
      const usual = queries.part();
      await outage.begin();
      await pause(awayMs);
      const away = queries.part();
      await outage.end();
      const backMs = await timeUntilOne(fleet.gateways);
      await streams.follow();
      await pause(3 * INTERVAL_MS);
      const after = queries.part();
      const requests = await pollsOf(service, 5);
      judge(findings, outage.name, { usual, away, after, isShort });
      findings.atMost(`${outage.name}: one gateway again after`, backMs, BACK_WITHIN_MS, 'ms');
      findings.atMost(`${outage.name}: polls in 5 intervals after it`, requests, 6, '');
      findings.atMost(`${outage.name}: streams that ended`, streams.ended, 0, '');
    }
  },
};

interface Streams extends Disposable {
  readonly ended: number;
  /** Changes everything that is watched, and resolves once each reader has its change. */
  follow(): Promise<void>;
}

/** Readers of all instances, over each transport, of objects that change all the time. */
async function openStreams(service: Sandbox, gateways: readonly GatewayProcess[]): Promise<Streams> {
  const projects = putProjects(service, PROJECTS);
  const latest = new Map<number, string>();
  const readers: Reader[] = [];
  let ended = 0;
  let version = 0;
  for (let index = 0; index < READERS; index += 1) {
    const reader = await openReader({
      port: gateways[index % INSTANCES]!.port,
      transport: TRANSPORTS[index % TRANSPORTS.length]!,
      query: PROJECT,
      variables: { id: projects[index % PROJECTS]!.id },
      onResult: (result) => void latest.set(index, result.toString()),
      onEnd: () => {
        ended += 1;
      },
    });
    readers.push(reader);
  }
  await until(() => latest.size === READERS, 'each reader has the present state');
  const change = (): void => {
    version += 1;
    for (const project of projects) {
      service.account().putDubbingProject({ ...project, name: `${project.id}, version ${version}` });
    }
  };
  const changing = setInterval(change, 2 * INTERVAL_MS);
  return {
    get ended() {
      return ended;
    },
    async follow() {
      change();
      const least = version;
      const versionOf = (text: string): number => Number(/, version (\d+)"/.exec(text)?.[1] ?? 0);
      await until(() => [...latest.values()].every((text) => versionOf(text) >= least), 'each reader has the change');
    },
    [Symbol.dispose]() {
      clearInterval(changing);
      for (const reader of readers) reader.tear();
    },
  };
}

/** What became of the queries that were sent in a part of the time. */
interface Part {
  readonly latencies: readonly number[];
  readonly failures: readonly string[];
}

/** Asks at a steady rate, each instance in turn, however long the answers take. */
function startQueries(clients: readonly GraphClient[]): { part(): Part } & AsyncDisposable {
  let current: { latencies: number[]; failures: string[] } = { latencies: [], failures: [] };
  let sent = 0;
  const underWay = new Set<Promise<void>>();
  const ask = async (client: GraphClient, part: typeof current): Promise<void> => {
    const startedAt = performance.now();
    try {
      const { codes, status } = await client.ask(QUERY);
      if (status !== 200 || codes.length > 0) part.failures.push(`${status} ${codes}`);
    } catch (error) {
      part.failures.push(String(error));
    }
    part.latencies.push(performance.now() - startedAt);
  };
  const timer = setInterval(() => {
    const asking = ask(clients[sent % clients.length]!, current);
    sent += 1;
    underWay.add(asking);
    void asking.then(() => underWay.delete(asking));
  }, 1_000 / QUERIES_PER_SECOND);
  return {
    part() {
      const part = current;
      current = { latencies: [], failures: [] };
      return part;
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all(underWay);
    },
  };
}

interface Parts {
  readonly usual: Part;
  readonly away: Part;
  readonly after: Part;
  readonly isShort: boolean;
}

function judge(findings: Findings, name: string, { usual, away, after, isShort }: Parts): void {
  const failures = [usual, away, after].flatMap((part) => part.failures);
  const count = [usual, away, after].reduce((sum, { latencies }) => sum + latencies.length, 0);
  const [before, during] = [usual, away].map(({ latencies }) => quantile(latencies, 0.95)) as [number, number];
  const text = (ms: number): string => `${ms.toFixed(1)} ms`;
  findings.atMost(`${name}: of ${count} queries failed`, failures.length, 0, '');
  if (failures.length > 0) findings.note(`${name}: the first failures`, failures.slice(0, 3).join(' | '));
  const longest = Math.max(...away.latencies);
  findings.note(`${name}: p95 usually, away; longest`, `${text(before)}, ${text(during)}; ${text(longest)}`);
  if (!isShort) findings.atMost(`${name}: p95 more than usual by`, during - before, 300, 'ms');
}

/** How many polls the service gets in so many intervals. */
async function pollsOf(service: Sandbox, intervals: number): Promise<number> {
  service.clearRequests();
  await pause(intervals * INTERVAL_MS);
  return service.requests.filter(({ path }) => !path.endsWith('/balance')).length;
}
