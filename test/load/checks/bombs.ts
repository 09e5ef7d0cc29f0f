import { schema } from '../../../schema/index.ts';
import { randomDocument } from '../../kit/random-document.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import { inLanes, quantile } from '../measuring.ts';
import { startService } from '../service.ts';
import { openSocketClient, type SocketClient } from '../socket-client.ts';
import { BOMBS, HEAVY, numbered } from './bombs-documents.ts';

const CPU_MS = 100;
/** For what is answered, of 80,000 values at most. */
const HEAVY_CPU_MS = 200;
const P95_MS = 250;
const BOMBERS = 4;
const TRIES = 3;
const HEAP_MB = 256;

/** Asks for what is in a body, and gives the codes of the errors. */
type Ask = (body: string) => Promise<readonly string[]>;

/**
 * Documents and variables that are small to write and ruinous to obey: each is refused at once, with a code, through
 * whichever door it comes, and what is within the limits costs little.
 */
export const bombs: Check = {
  name: 'bombs',
  async run(findings, { isShort }) {
    // The full form has a quiet machine; the short form runs wherever tests run, and only reports.
    const time: Time = (what, ms, mostMs) => {
      if (isShort) findings.note(what, `${ms.toFixed(1)} ms`);
      else findings.atMost(what, ms, mostMs, 'ms');
    };
    await using sandbox = await startService();
    const nodeOptions = [`--max-old-space-size=${HEAP_MB}`];
    await using gateway = await startGatewayProcess({ service: sandbox, nodeOptions });
    await using client = createGraphClient(gateway.url);
    await using socket = await openSocketClient(gateway.url);
    const doors: Readonly<Record<string, Ask>> = { HTTP: askingBy(client), WebSocket: (body) => socket.ask(body) };
    await warmUp(client);
    sandbox.clearRequests();
    for (const [door, ask] of Object.entries(doors)) {
      for (const [name, bomb] of Object.entries(BOMBS)) {
        const { spentMs, codes } = await spend(gateway, ask, bomb);
        time(`${name}, refused as ${judge(codes, bomb)} over ${door}: CPU`, spentMs, CPU_MS);
      }
    }
    await askAtRandom(gateway, doors['HTTP'] ?? fail, isShort ? 100 : 1000, time);
    findings.atMost('requests to the service for any of them', sandbox.requestCount, 0, '');
    for (const [name, heavy] of Object.entries(HEAVY)) {
      const { spentMs, codes } = await spend(gateway, askingBy(client), heavy);
      if (codes.length > 0) throw new Error(`${codes[0]}: ${name}`);
      time(`${name}, answered: CPU`, spentMs, HEAVY_CPU_MS);
    }
    await bombard(gateway, { client, socket, rounds: isShort ? 5 : 50 }, findings, time);
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

type Time = (what: string, ms: number, mostMs: number) => void;

const fail: Ask = () => Promise.reject(new Error('There is no such door.'));

const askingBy =
  (client: GraphClient): Ask =>
  async (body) => {
    const { status, codes } = await client.post(body);
    if (status >= 500) throw new Error(`${status}: ${body.slice(0, 200)}`);
    return codes;
  };

/** Its cost: the least of some tries, since the first of its kind is compiled, and others use the machine as well. */
async function spend(gateway: GatewayProcess, ask: Ask, body: string, tries = TRIES) {
  let spentMs = Number.POSITIVE_INFINITY;
  let codes: readonly string[] = [];
  for (let attempt = 0; attempt < tries; attempt += 1) {
    const before = gateway.cpuMs();
    codes = await ask(numbered(body));
    spentMs = Math.min(spentMs, gateway.cpuMs() - before);
  }
  return { spentMs, codes };
}

const CODES = new Set([
  'LIMIT_EXCEEDED',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_PARSE_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/** The first of the codes, all of which must be refusals. */
function judge(codes: readonly string[], bomb: string): string {
  const strange = codes.find((code) => !CODES.has(code));
  const [first] = codes;
  if (first === undefined || strange !== undefined) throw new Error(`${strange ?? 'no error'}: ${bomb.slice(0, 200)}`);
  return first;
}

/** Documents that nobody has thought of. What of them is an operation that may run has no name that is asked for. */
async function askAtRandom(gateway: GatewayProcess, ask: Ask, count: number, time: Time): Promise<void> {
  const spent: number[] = [];
  let worst = '';
  for (let seed = 0; seed < count; seed += 1) {
    const body = JSON.stringify({ query: randomDocument(schema, seed), operationName: 'None' });
    const { spentMs, codes } = await spend(gateway, ask, body, 2);
    judge(codes, body);
    if (spentMs >= Math.max(...spent)) worst = `seed ${seed}`;
    spent.push(spentMs);
  }
  time(`${count} documents at random, the median: CPU`, quantile(spent, 0.5), CPU_MS);
  time(`and the worst (${worst}): CPU`, Math.max(...spent), CPU_MS);
}

/** Bombs through both doors at once, while somebody else asks for something plain. */
async function bombard(
  gateway: GatewayProcess,
  { client, socket, rounds }: { readonly client: GraphClient; readonly socket: SocketClient; readonly rounds: number },
  findings: Findings,
  time: Time,
): Promise<void> {
  const bodies = Object.values(BOMBS);
  const waitsMs: number[] = [];
  const spentMs: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const [askedAt, cpuAt] = [performance.now(), gateway.cpuMs()];
      const { codes } = await client.ask('{ balance { minutes } }');
      spentMs.push(gateway.cpuMs() - cpuAt);
      waitsMs.push(codes.length > 0 ? Number.POSITIVE_INFINITY : performance.now() - askedAt);
    }
  })();
  await inLanes(bodies.length * rounds, BOMBERS, async (number) => {
    const bomb = numbered(bodies[number % bodies.length] ?? '');
    await (number % BOMBERS === 0 ? socket.ask(bomb) : client.post(bomb));
  });
  isOver = true;
  await asking;
  const failed = waitsMs.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
  findings.atMost('plain queries among them that failed', failed, 0, '');
  time(`p95 of ${waitsMs.length} plain queries among them`, quantile(waitsMs, 0.95), P95_MS);
  // Their wait if the gateway had the machine to itself.
  findings.note('p95 of what the gateway computed while one waited', `${quantile(spentMs, 0.95).toFixed(1)} ms`);
  findings.note('memory at its highest', `${gateway.peakResidentMb().toFixed(0)} MB`);
}

/** Loading and compiling at the first query and the first refusals is no cost of a bomb. */
async function warmUp(client: GraphClient): Promise<void> {
  for (let time = 0; time < 50; time += 1) {
    await client.ask('{ balance { minutes } options { targetLanguages { code } } }');
    await client.ask(`query Q${time} { balance { minutes } ${'a: balance { minutes }'.repeat(time)} nothing }`);
  }
}
