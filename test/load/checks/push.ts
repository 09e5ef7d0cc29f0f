import { setTimeout as pause } from 'node:timers/promises';
import type { DubbingProjectRecord } from '../../../src/sandbox/account-store.ts';
import { TRANSPORTS, type Transport } from '../../kit/subscribe.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { inLanes, quantile } from '../measuring.ts';
import { GATEWAYS_PROCESSOR, keepApart } from '../processor.ts';
import { openReader, type Reader } from '../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../watched.ts';

interface Goal {
  readonly lastMs: number;
  readonly cpuMicros: number;
  readonly heapKb: number;
}

const GOALS: Readonly<Record<Transport, Goal>> = {
  WebSocket: { lastMs: 140, cpuMicros: 15, heapKb: 4 },
  SSE: { lastMs: 110, cpuMicros: 11, heapKb: 6 },
};
/** Where the machine is shared, and few readers bear what there is once. */
const SHORT_HEAP_KB = 20;
const CONNECTING_AT_ONCE = 100;
const INTERVAL_MS = 1_000;
const WARM_UP_CHANGES = 3;
/** The work that is left once the last reader has its update. */
const AFTER_MS = 150;

/** One object that very many watch, each over a connection of its own: how soon the last one is told, and at what cost. */
export const push: Check = {
  name: 'push',
  async run(findings, { isShort }) {
    using _ = isShort ? { [Symbol.dispose]: () => {} } : keepApart();
    for (const transport of TRANSPORTS) {
      await measure(
        findings,
        transport,
        isShort ? { readers: 500, changes: 4 } : { readers: 10_000, changes: 12 },
        isShort,
      );
    }
  },
};

interface Told {
  /** How many readers. */
  count: number;
  /** From when the gateway knows of the change, to the last reader; epoch ms. */
  knownAt: number;
  lastAt: number;
}

async function measure(
  findings: Findings,
  transport: Transport,
  { readers: count, changes }: { readonly readers: number; readonly changes: number },
  isShort: boolean,
): Promise<void> {
  await using sandbox = await startStillService();
  const [project] = putProjects(sandbox, 1);
  if (!project) throw new Error('There is nothing to watch.');
  await using gateway = await startGatewayProcess({
    service: sandbox,
    env: everyMs(INTERVAL_MS),
    looksInside: true,
    ...(!isShort && { cpu: GATEWAYS_PROCESSOR }),
  });
  const told: Told = { count: 0, knownAt: 0, lastAt: 0 };
  const onResult = (result: Buffer): void => {
    told.count += 1;
    told.lastAt = performance.timeOrigin + performance.now();
    if (told.knownAt === 0) told.knownAt = Date.parse(/"checkedAt":"([^"]+)"/.exec(result.toString())?.[1] ?? '');
  };
  const open = () =>
    openReader({ port: gateway.port, transport, query: PROJECT, variables: { id: project.id }, onResult });
  const readers: Reader[] = [await open()];
  await until(() => told.count === 1, 'the first reader is told');
  const heapBefore = await gateway.heapMb();
  await inLanes(count - 1, CONNECTING_AT_ONCE, async () => {
    readers.push(await open());
  });
  await until(() => told.count === count, 'each reader is told the present state');
  const heapKb = (((await gateway.heapMb()) - heapBefore) * 1024) / (count - 1);
  const figures = [];
  for (let change = 1; change <= changes; change += 1) {
    const figure = await timeChange({ project, gateway, told, count }, change);
    if (change > WARM_UP_CHANGES) figures.push(figure);
  }
  for (const reader of readers) reader.tear();
  const what = `${transport}, ${count.toLocaleString('en')} readers`;
  const goal = GOALS[transport];
  const lastMs = quantile(
    figures.map((figure) => figure.lastMs),
    0.5,
  );
  const cpuMicros = quantile(
    figures.map((figure) => (figure.cpuMs / count) * 1000),
    0.5,
  );
  findings.atMost(
    `${what}: updates that none or two came of`,
    figures.filter((figure) => figure.extra !== 0).length,
    0,
    '',
  );
  findings.atMost(`${what}: heap of each`, heapKb, isShort ? SHORT_HEAP_KB : goal.heapKb, 'KB');
  if (isShort) {
    findings.note(
      `${what}: the last one is told after`,
      `${lastMs.toFixed(0)} ms, ${cpuMicros.toFixed(1)} µs of CPU each`,
    );
    return;
  }
  findings.atMost(`${what}: the last one is told after`, lastMs, goal.lastMs, 'ms');
  findings.atMost(`${what}: CPU for each`, cpuMicros, goal.cpuMicros, 'µs');
  findings.note(`${what}: of all changes`, figures.map((figure) => `${figure.lastMs.toFixed(0)}`).join(', '));
}

async function timeChange(
  {
    project,
    gateway,
    told,
    count,
  }: { project: DubbingProjectRecord; gateway: GatewayProcess; told: Told; count: number },
  change: number,
) {
  Object.assign(told, { count: 0, knownAt: 0, lastAt: 0 });
  const before = gateway.cpuMs();
  project.name = `Episode ${change}`;
  await until(() => told.count >= count, `all are told of change ${change}`);
  await pause(AFTER_MS);
  return { lastMs: told.lastAt - told.knownAt, cpuMs: gateway.cpuMs() - before, extra: told.count - count };
}
