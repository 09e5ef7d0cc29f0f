import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { inLanes } from '../measuring.ts';
import { openRawSocket } from '../raw-socket.ts';
import { openReader } from '../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService } from '../watched.ts';

/** The least interval that may be set. */
const INTERVAL_MS = 50;
const CHANGE_EVERY_MS = 500;
const AT_ONCE = 50;
const HEAP_GROWTH_MB = 2;
const RSS_GROWTH_MB = 20;
/** How much of it there is first, before anything is measured. */
const WARM_UP = 0.1;

/** One socket over which operations come and go by the ten thousand, and one subscription that is looked at as often. */
export const longSocket: Check = {
  name: 'long-socket',
  async run(findings, { isShort }) {
    const { operations, looks } = isShort ? { operations: 3_000, looks: 60 } : { operations: 50_000, looks: 10_000 };
    await using sandbox = await startStillService();
    putProjects(sandbox, 1);
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(INTERVAL_MS), looksInside: true });

    const ask = await openAsking(gateway);
    await ask(operations * WARM_UP);
    await staysFlat(findings, gateway, `${operations.toLocaleString('en')} operations over one socket`, () =>
      ask(operations),
    );
    const watch = await openWatching(gateway, sandbox);
    await watch(looks * WARM_UP);
    await staysFlat(findings, gateway, `${looks.toLocaleString('en')} looks for one subscription`, async () => {
      findings.atLeast('updates that came of them', await watch(looks), looks / 50, '');
    });
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

async function staysFlat(
  findings: Findings,
  gateway: GatewayProcess,
  what: string,
  job: () => Promise<void>,
): Promise<void> {
  const before = await memoryOf(gateway);
  await job();
  const after = await memoryOf(gateway);
  findings.atMost(`${what}: heap growth`, after.heapMb - before.heapMb, HEAP_GROWTH_MB, 'MB');
  findings.atMost(`${what}: RSS growth`, after.residentMb - before.residentMb, RSS_GROWTH_MB, 'MB');
}

/** Once all garbage has gone. */
async function memoryOf(gateway: GatewayProcess) {
  const heapMb = await gateway.heapMb();
  return { heapMb, residentMb: gateway.residentMb() };
}

/** The operations in turn: answered ones, refused ones, streams that begin and are left. */
const PAYLOADS = [
  { query: '{ __typename }' },
  { query: 'query ($code: ID!) { language(code: $code) { name } }', variables: { code: 'fr-FR' } },
  { query: '{ nothing }' },
  { query: PROJECT, variables: { id: 'p0' } },
  { query: PROJECT },
] as const;

/** Asks so many operations over one socket, each by an id that was never used before, and waits for what comes of each. */
async function openAsking({ port }: GatewayProcess): Promise<(count: number) => Promise<void>> {
  const waiting = new Map<string, () => void>();
  const socket = await openRawSocket({
    port,
    onMessage(message) {
      const { id, type } = JSON.parse(message.toString());
      // A subscription goes on until it is left.
      if (type === 'next') socket.send({ id, type: 'complete' });
      waiting.get(id)?.();
      waiting.delete(id);
    },
  });
  let asked = 0;
  return (count) =>
    inLanes(count, AT_ONCE, async (number) => {
      asked += 1;
      const id = `operation-${asked}`;
      const { promise, resolve } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      socket.send({ id, type: 'subscribe', payload: PAYLOADS[number % PAYLOADS.length] });
      await promise;
    });
}

/** Waits until what one subscription watches has been looked at so many times; resolves with how many updates came meanwhile. */
async function openWatching(gateway: GatewayProcess, sandbox: Sandbox): Promise<(looks: number) => Promise<number>> {
  let updates = 0;
  const [project] = putProjects(sandbox, 1);
  const onResult = (): void => {
    updates += 1;
  };
  const variables = { id: 'p0' };
  await openReader({ port: gateway.port, transport: 'WebSocket', query: PROJECT, variables, onResult });
  return async (looks) => {
    const before = { updates, looks: sandbox.requestCount };
    while (sandbox.requestCount < before.looks + looks) {
      if (project) project.name = `Episode ${sandbox.requestCount}`;
      await pause(CHANGE_EVERY_MS);
    }
    return updates - before.updates;
  };
}
