import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { schema } from '../../../../schema/index.ts';
import type { Sandbox } from '../../../../src/sandbox/index.ts';
import { SEEDED } from '../../../../src/sandbox/seeded.ts';
import { seeded } from '../../../upstream/under-fire.ts';
import type { Check } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../../graph-client.ts';
import { quantile } from '../../measuring.ts';
import { startService } from '../../service.ts';
import { anyValidOperation, type Ids } from './any-operation.ts';

const KEYS = ['anything', 'others'] as const;
const [ATTACKER, OTHERS] = KEYS;
const ENV = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
const HEAP_MB = 512;
const GROWTH_MB = 512;
const P95_MS = 250;
const LONGEST_MS = 500;
const SOCKETS = 50;
const MINUTES = 1;
const SHORT_MINUTES = 0.2;
const SEGMENTS = 2_000;
const PROJECTS = 300;
const UNDER_WAY = 20;

/** Whatever a client may ask: many valid operations at once, read and unread, beside somebody who asks for little. */
export const anything: Check = {
  name: 'anything',
  async run(findings, { isShort, minutes = isShort ? SHORT_MINUTES : MINUTES }) {
    await using sandbox = await startService({ keys: [...KEYS] });
    const ids = furnish(sandbox);
    const nodeOptions = [`--max-old-space-size=${HEAP_MB}`];
    await using gateway = await startGatewayProcess({ service: sandbox, env: ENV, nodeOptions });
    await using other = createGraphClient(gateway.url, OTHERS);
    await other.ask('{ balance { minutes } dubbingProjects { totalCount } voices { totalCount } }');
    const before = gateway.residentMb();
    const isOver = new AbortController();
    const asking = Promise.all(
      Array.from({ length: SOCKETS }, (_, number) => attack(gateway, ids, { number, signal: isOver.signal })),
    );
    const { waitsMs, computedMs } = await watchOther(other, gateway, minutes * 60_000);
    isOver.abort();
    const counts = await asking;
    const sum = (name: 'sent' | 'answered' | 'refused') => counts.reduce((total, count) => total + count[name], 0);

    findings.note('operations sent, answered, refused', [sum('sent'), sum('answered'), sum('refused')].join(', '));
    findings.atLeast('of them answered', sum('answered'), SOCKETS, '');
    const failed = waitsMs.filter((ms) => ms === Number.POSITIVE_INFINITY).length;
    findings.atMost(`of ${waitsMs.length} plain queries of another client failed`, failed, 0, '');
    const [p95, longest] = [quantile(waitsMs, 0.95), Math.max(...waitsMs)];
    const [often, most] = [quantile(computedMs, 0.95), Math.max(...computedMs)];
    findings.note('computed while one waited, p95 and most', `${often.toFixed(0)}, ${most.toFixed(0)} ms`);
    // The full form has a quiet machine; the short form runs wherever tests run.
    if (isShort) findings.note('their p95, and the longest wait', `${p95.toFixed(0)}, ${longest.toFixed(0)} ms`);
    else {
      findings.atMost('their p95', p95, P95_MS, 'ms');
      findings.atMost('the longest wait of one', longest, LONGEST_MS, 'ms');
    }
    findings.atMost(`RSS over the start, ${before.toFixed(0)} MB`, gateway.peakResidentMb() - before, GROWTH_MB, 'MB');
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

/** Many projects, one of them with a long script. */
function furnish(sandbox: Sandbox): Ids {
  const account = sandbox.account(ATTACKER);
  const line = (number: number) => ({
    start_ms: number * 2_000,
    end_ms: number * 2_000 + 1_500,
    text: `Line ${number}, said by somebody.`,
    speaker_id: 1,
  });
  const script = Array.from({ length: SEGMENTS }, (_, number) => line(number));
  account.putDubbingProject({ id: 'long', name: 'Long', sourceScript: script, targetScript: script });
  for (let number = 0; number < PROJECTS; number += 1)
    account.putDubbingProject({ id: `p${number}`, name: `Episode ${number}` });
  for (const project of account.dubbingProjects.values())
    if (project.id.startsWith('p1'))
      project.work = { ...project.work, fate: 'never-ends', workMs: 3_600_000, startedAt: Date.now() };
  const projects = ['long', 'p1', 'p2', 'nothing'];
  const videos = Object.values(SEEDED.videos).map((id) => `${SEEDED.studioProjects.demo}/${id}`);
  const artifacts = [...Object.values(SEEDED.artifacts), 'nothing'];
  const nodes = [
    ...projects.map((id) => `DubbingProject:${id}`),
    ...videos.map((id) => `Video:${id}`),
    ...artifacts.map((id) => `Artifact:${id}`),
  ];
  return {
    dubbingProject: projects,
    video: videos,
    artifact: artifacts,
    node: nodes,
    nodes,
    jobs: nodes,
    language: ['en-US', 'fr-FR', 'de-DE'],
  };
}

interface Counts {
  sent: number;
  answered: number;
  refused: number;
}

/** Sends one operation after the other, some of them at once; every second socket reads nothing for a while, now and then. */
async function attack(
  { url }: GatewayProcess,
  ids: Ids,
  { number, signal }: { readonly number: number; readonly signal: AbortSignal },
): Promise<Counts> {
  const random = seeded(number);
  const counts: Counts = { sent: 0, answered: 0, refused: 0 };
  while (!signal.aborted) {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
    await talk(socket, { ids, random, counts, signal, isDeaf: number % 2 === 1 });
    socket.terminate();
    if (!signal.aborted) await pause(100);
  }
  return counts;
}

interface Talk {
  readonly ids: Ids;
  readonly random: () => number;
  readonly counts: Counts;
  readonly signal: AbortSignal;
  readonly isDeaf: boolean;
}

/** Until the socket is closed, or the signal. */
function talk(socket: WebSocket, { ids, random, counts, signal, isDeaf }: Talk): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let underWay = 0;
  const send = (): void => {
    while (underWay < UNDER_WAY && socket.readyState === WebSocket.OPEN) {
      counts.sent += 1;
      underWay += 1;
      const query = anyValidOperation(schema, random, ids);
      socket.send(JSON.stringify({ id: String(counts.sent), type: 'subscribe', payload: { query } }));
    }
  };
  const rest = setInterval(() => {
    if (!isDeaf) return;
    socket.pause();
    setTimeout(() => socket.resume(), 2_000).unref();
  }, 5_000);
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${ATTACKER}` } })),
  );
  socket.on('message', (raw: Buffer) => {
    const start = raw.toString('latin1', 0, 60);
    if (start.includes('"type":"next"')) counts.answered += 1;
    if (start.includes('"type":"error"')) counts.refused += 1;
    if (/"type":"(error|complete)"/.test(start)) underWay -= 1;
    // A stream takes a place for a while only.
    else if (start.includes('"type":"next"') && random() < 0.1) {
      const id = /"id":"(\d+)"/.exec(start)?.[1];
      if (id !== undefined) socket.send(JSON.stringify({ id, type: 'complete' }));
      underWay = Math.max(0, underWay - 1);
    }
    send();
  });
  socket.on('error', () => undefined);
  socket.on('close', () => resolve());
  signal.addEventListener('abort', () => resolve());
  return promise.finally(() => clearInterval(rest));
}

interface Waits {
  readonly waitsMs: readonly number[];
  /** The time of all threads of the gateway while one waited. */
  readonly computedMs: readonly number[];
}

async function watchOther(client: GraphClient, gateway: GatewayProcess, forMs: number): Promise<Waits> {
  const deadline = performance.now() + forMs;
  const waitsMs: number[] = [];
  const computedMs: number[] = [];
  while (performance.now() < deadline) {
    const [askedAt, cpuAt] = [performance.now(), gateway.cpuMs()];
    const { codes } = await client.ask('{ balance { minutes } }');
    waitsMs.push(codes.length > 0 ? Number.POSITIVE_INFINITY : performance.now() - askedAt);
    computedMs.push(gateway.cpuMs() - cpuAt);
    await pause(20);
  }
  return { waitsMs, computedMs };
}
