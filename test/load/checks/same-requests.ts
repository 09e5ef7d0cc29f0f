import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { TRANSPORTS } from '../../kit/subscribe.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { inLanes, settled } from '../measuring.ts';
import { openReader, type Reader } from '../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../watched.ts';

const INTERVAL_MS = 300;
const OPENING_AT_ONCE = 50;
/** For the gateway to see that so many have left. */
const LEAVING_MS = 20_000;
const MANY_PROJECTS = 200;

/** However many watch, the service is asked as often; and not at all once nobody does. */
export const sameRequests: Check = {
  name: 'same-requests',
  async run(findings, { isShort }) {
    const { crowds, forMs } = isShort
      ? { crowds: [1, 500], forMs: 1_500 }
      : { crowds: [1, 100, 10_000], forMs: 20_000 };
    await using sandbox = await startStillService();
    putProjects(sandbox, MANY_PROJECTS);
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(INTERVAL_MS) });
    const filesAtFirst = gateway.openFiles();
    for (const count of crowds) {
      const readers = await openAll(gateway, count, () => 'p0');
      await judgeRate(findings, sandbox, `one project that ${count.toLocaleString('en')} watch`, forMs);
      await leaveAll(findings, gateway, sandbox, readers, filesAtFirst);
    }
    const readers = await openAll(gateway, MANY_PROJECTS, (number) => `p${number}`);
    const query = 'subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind job { id name } } }';
    const variables = { ids: Array.from({ length: MANY_PROJECTS }, (_, index) => `DubbingProject:p${index}`) };
    readers.push(await openReader({ port: gateway.port, transport: 'WebSocket', query, variables }));
    await judgeRate(findings, sandbox, `${MANY_PROJECTS} projects, each by itself and all in one stream`, forMs);
    await leaveAll(findings, gateway, sandbox, readers, filesAtFirst);
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

async function openAll(gateway: GatewayProcess, count: number, idOf: (number: number) => string): Promise<Reader[]> {
  const readers: Reader[] = [];
  let told = 0;
  await inLanes(count, OPENING_AT_ONCE, async (number) => {
    const transport = TRANSPORTS[number % TRANSPORTS.length] ?? 'SSE';
    const onResult = () => {
      told += 1;
    };
    const asked = { query: PROJECT, variables: { id: idOf(number) } };
    readers.push(await openReader({ port: gateway.port, transport, ...asked, onResult }));
  });
  await until(() => told === count, 'each reader is told the present state');
  // Requests that are made once, at the beginning, such as for an estimate.
  await pause(2 * INTERVAL_MS);
  return readers;
}

/** By how often the time of one look passes: on a busy machine it is asked less often, but never more. */
async function judgeRate(findings: Findings, sandbox: Sandbox, what: string, forMs: number): Promise<void> {
  sandbox.clearRequests();
  const startedAt = performance.now();
  await pause(forMs);
  const { requestCount, requests } = sandbox;
  const looks = (performance.now() - startedAt) / INTERVAL_MS;
  const others = requests.filter(({ path }) => path !== '/api/v1/projects').length;
  findings.atMost(`${what}: requests in the time of ${looks.toFixed(1)} looks`, requestCount, Math.ceil(looks), '');
  findings.atLeast(`${what}: requests`, requestCount, looks / 4, '');
  findings.atMost(`${what}: other requests than for the list`, others, 0, '');
}

async function leaveAll(
  findings: Findings,
  gateway: GatewayProcess,
  sandbox: Sandbox,
  readers: readonly Reader[],
  filesAtFirst: number,
): Promise<void> {
  for (const reader of readers) reader.tear();
  // A few are connections to the service.
  await settled(() => gateway.openFiles() - filesAtFirst, 10, LEAVING_MS);
  await pause(INTERVAL_MS + INTERVAL_MS / 2);
  sandbox.clearRequests();
  await pause(3 * INTERVAL_MS);
  findings.atMost(`requests an interval after the last of ${readers.length} has left`, sandbox.requestCount, 0, '');
}
