import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { inLanes, quantile } from '../measuring.ts';
import { openRawSocket, type RawSocket } from '../raw-socket.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../watched.ts';

const RSS_MB = 512;
const LAST_MS = 1_000;
const EACH = 10;
const OPENING_AT_ONCE = 20;
const INTERVAL_MS = 1_000;
const WARM_UP_CHANGES = 2;

/** Many front ends, each with several subscriptions over its socket: what they take, and how soon all are told of a change. */
export const crowd: Check = {
  name: 'crowd',
  async run(findings, { isShort }) {
    const { sockets: count, changes } = isShort ? { sockets: 100, changes: 4 } : { sockets: 1_000, changes: 10 };
    const subscriptions = count * EACH;
    await using sandbox = await startStillService();
    const projects = putProjects(sandbox, EACH);
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(INTERVAL_MS) });
    const before = gateway.residentMb();
    const told = { count: 0, knownAt: 0, lastAt: 0 };
    const onMessage = (message: Buffer): void => {
      told.count += 1;
      told.lastAt = performance.timeOrigin + performance.now();
      if (told.knownAt === 0) told.knownAt = Date.parse(/"checkedAt":"([^"]+)"/.exec(message.toString())?.[1] ?? '');
    };
    const sockets: RawSocket[] = [];
    await inLanes(count, OPENING_AT_ONCE, async () => {
      const socket = await openRawSocket({ port: gateway.port, onMessage });
      sockets.push(socket);
      for (const { id } of projects) {
        socket.send({ id, type: 'subscribe', payload: { query: PROJECT, variables: { id } } });
      }
    });
    await until(() => told.count === subscriptions, 'each subscription is told the present state');
    const lastMs: number[] = [];
    let wrong = 0;
    for (let change = 1; change <= changes; change += 1) {
      Object.assign(told, { count: 0, knownAt: 0 });
      for (const project of projects) project.name = `Take ${change}`;
      await until(() => told.count >= subscriptions, `all are told of change ${change}`);
      if (change > WARM_UP_CHANGES) lastMs.push(told.lastAt - told.knownAt);
      await pause(INTERVAL_MS / 4);
      wrong += told.count - subscriptions;
    }
    const rss = gateway.residentMb();
    for (const socket of sockets) socket.connection.destroy();
    const what = `${subscriptions.toLocaleString('en')} subscriptions over ${count.toLocaleString('en')} sockets`;
    findings.note('RSS before', `${before.toFixed(0)} MB`);
    findings.atMost(`${what}: RSS`, rss, RSS_MB, 'MB');
    findings.note(`${what}: RSS at most`, `${gateway.peakResidentMb().toFixed(0)} MB`);
    findings.atMost('updates too many', wrong, 0, '');
    const median = quantile(lastMs, 0.5);
    if (isShort) findings.note('the last one is told after', `${median.toFixed(0)} ms`);
    else findings.atMost('the last one is told after', median, LAST_MS, 'ms');
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};
