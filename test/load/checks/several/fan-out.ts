import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../../cluster/kit/redis-server.ts';
import { startedTogether } from '../../../kit/started-together.ts';
import type { Check } from '../../check.ts';
import { startGatewayProcess } from '../../gateway-process.ts';
import { quantile } from '../../measuring.ts';
import { openReader } from '../../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../../watched.ts';

const INSTANCES = 3;
const READERS_EACH = 100;
const INTERVAL_MS = 200;

/** One object that readers on three instances watch: how much later than the first reader the others have each change. */
export const fanOut: Check = {
  name: 'fan-out',
  async run(findings, { isShort }) {
    await using redis = await startRedis();
    await using service = await startStillService();
    const [project] = putProjects(service, 1);
    if (!project) throw new Error('There is nothing to watch.');
    const env = { ...everyMs(INTERVAL_MS), REDIS_URL: redis.url };
    await using gateways = new AsyncDisposableStack();
    const starting = Array.from({ length: INSTANCES }, () => startGatewayProcess({ service, env }));
    const started = await startedTogether(starting, gateways);
    let arrivals: number[] = [];
    const readers = [];
    for (let index = 0; index < INSTANCES * READERS_EACH; index += 1) {
      const { port } = started[index % INSTANCES]!;
      const onResult = () => void arrivals.push(performance.now());
      readers.push(
        await openReader({ port, transport: 'WebSocket', query: PROJECT, variables: { id: project.id }, onResult }),
      );
    }
    await until(() => arrivals.length === readers.length, 'each reader has the present state');
    const delays: number[] = [];
    for (let change = 0; change < (isShort ? 10 : 100); change += 1) {
      arrivals = [];
      service.account().putDubbingProject({ ...project, name: `Change ${change}` });
      await until(() => arrivals.length >= readers.length, 'each reader has the change');
      const first = Math.min(...arrivals);
      delays.push(...arrivals.map((at) => at - first));
      await pause(INTERVAL_MS * Math.random());
    }
    for (const reader of readers) reader.tear();
    findings.note('delay after the first reader, median', `${quantile(delays, 0.5).toFixed(1)} ms`);
    if (isShort) findings.note('delay after the first reader, p95', `${quantile(delays, 0.95).toFixed(1)} ms`);
    else findings.atMost('delay after the first reader, p95', quantile(delays, 0.95), 50, 'ms');
  },
};
