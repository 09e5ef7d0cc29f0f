import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import type { Counts } from '../inside.ts';
import { inLanes, settled } from '../measuring.ts';
import { openRawSocket, type RawSocket } from '../raw-socket.ts';
import { openReader, type Reader } from '../reader.ts';
import { everyMs, PROJECT, putArtifacts, putProjects, putVideos, startStillService, until } from '../watched.ts';

const LANES = 20;
const INTERVAL_MS = 500;
const WARM_UP = 200;
/** After the last request the service keeps its connections for some seconds, and a socket may take as long to be closed. */
const SETTLING_MS = 20_000;
/** The gateway's patience with a peer that answers no ping: two heartbeats. */
const HEARTBEATS_MS = 25_000;
const HEAP_GROWTH_MB = 2;
const SLOW_MS = 2_000;
const SLOW_LEFT_AFTER_MS = 100;

/** Clients that leave in each way there is, while nothing changes: nothing of them is left. */
export const tearOff: Check = {
  name: 'tear-off',
  async run(findings, { isShort }) {
    const { cycles, slow, silent } = isShort
      ? { cycles: 600, slow: 20, silent: 0 }
      : { cycles: 10_000, slow: 200, silent: 200 };
    await using sandbox = await startStillService();
    putProjects(sandbox, WATCHED);
    putArtifacts(sandbox, WATCHED);
    putVideos(sandbox, WATCHED);
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(INTERVAL_MS), looksInside: true });
    const filesAtFirst = gateway.openFiles();
    await comeAndGo(gateway, WARM_UP);
    await leaveSlowOnes(gateway, sandbox, 5);
    const before = await stateOf(gateway, sandbox, filesAtFirst);

    const silentOnes = await openSilentOnes(gateway, silent);
    await comeAndGo(gateway, cycles);
    await leaveSlowOnes(gateway, sandbox, slow);
    const open = await settled(() => silentOnes.filter(({ isClosed }) => !isClosed).length, 0, HEARTBEATS_MS);
    findings.atMost(`of ${silent} sockets that answer no ping are open after two`, open, 0, '');
    await pause(2 * INTERVAL_MS);
    sandbox.clearRequests();
    await pause(4 * INTERVAL_MS);
    findings.atMost('requests to the service in four intervals after the last has left', sandbox.requestCount, 0, '');
    const after = await stateOf(gateway, sandbox, before.files);
    compare(findings, before, after, `${cycles.toLocaleString('en')} comings and goings`);
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

const WATCHED = 4;

interface State {
  readonly counts: Counts;
  readonly heapMb: number;
  readonly files: number;
}

/** Once what has been left is over. */
async function stateOf(gateway: GatewayProcess, sandbox: Sandbox, files: number): Promise<State> {
  await untilQuiet(sandbox);
  return {
    counts: await gateway.counts(),
    heapMb: await gateway.heapMb(),
    files: await settled(() => gateway.openFiles(), files, SETTLING_MS),
  };
}

/** Nobody watches any more, so that nothing is asked. */
async function untilQuiet(sandbox: Sandbox): Promise<void> {
  for (;;) {
    const before = sandbox.requestCount;
    await pause(4 * INTERVAL_MS);
    if (sandbox.requestCount === before) return;
  }
}

function compare(findings: Findings, before: State, after: State, what: string): void {
  for (const kind of ['watches', 'feeds', 'calls', 'timers'] as const) {
    findings.atMost(`${kind} left of ${what}`, after.counts[kind] - before.counts[kind], 0, '');
  }
  findings.atMost('files and sockets left open', after.files - before.files, 0, '');
  findings.note('heap before and after', `${before.heapMb.toFixed(1)}, ${after.heapMb.toFixed(1)} MB`);
  findings.atMost('heap growth', after.heapMb - before.heapMb, HEAP_GROWTH_MB, 'MB');
}

const ASKED = [
  ...Array.from({ length: WATCHED }, (_, index) => ({ query: PROJECT, variables: { id: `p${index}` } })),
  ...Array.from({ length: WATCHED }, (_, index) => ({
    query: 'subscription ($id: ID!) { artifactUpdated(id: $id) { kind artifact { name } } }',
    variables: { id: `a${index}` },
  })),
  ...Array.from({ length: WATCHED }, (_, index) => ({
    query: 'subscription ($id: ID!) { videoUpdated(id: $id) { kind video { name } progress { languages { eta } } } }',
    variables: { id: `proj_demo/v${index}` },
  })),
  { query: 'subscription { dubbingProjectsUpdated { kind projects { id name } } }', variables: {} },
  {
    query: 'subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind job { id name } } }',
    variables: { ids: ['DubbingProject:p0', 'Artifact:a1', 'Video:proj_demo/v2', 'Artifact:missing'] },
  },
  { query: 'subscription { balanceUpdated { kind balance { minutes } } }', variables: {} },
];

const askedOf = (number: number) => ASKED[Math.floor(number / WAYS.length) % ASKED.length] ?? ASKED[0]!;

/** So many clients, each of which comes, subscribes and leaves in the next of all ways. */
async function comeAndGo({ port }: GatewayProcess, count: number): Promise<void> {
  await inLanes(count, LANES, async (number) => {
    await WAYS[number % WAYS.length]?.(port, askedOf(number));
  });
}

type Way = (port: number, asked: { readonly query: string; readonly variables: object }) => Promise<void>;

/** Resolves once the first update has come. */
async function openTold(options: Omit<Parameters<typeof openReader>[0], 'onResult'>): Promise<Reader> {
  const { promise: told, resolve } = Promise.withResolvers<void>();
  const reader = await openReader({ ...options, onResult: () => resolve() });
  await told;
  return reader;
}

const closeOf = (reader: Pick<Reader, 'connection'>): Promise<unknown> => once(reader.connection, 'close');

const WAYS: readonly Way[] = [
  async function socketEnded(port, asked) {
    (await openTold({ port, transport: 'WebSocket', ...asked })).tear();
  },
  async function socketReset(port, asked) {
    (await openTold({ port, transport: 'WebSocket', ...asked })).connection.resetAndDestroy();
  },
  async function streamEnded(port, asked) {
    (await openTold({ port, transport: 'SSE', ...asked })).tear();
  },
  async function streamReset(port, asked) {
    (await openTold({ port, transport: 'SSE', ...asked })).connection.resetAndDestroy();
  },
  async function goneBeforeTheFirstUpdate(port, asked) {
    (await openReader({ port, transport: 'WebSocket', ...asked })).tear();
  },
  async function completedOneByOne(port, asked) {
    const told: string[] = [];
    const socket = await openRawSocket({ port, onMessage: (message) => told.push(String(message)) });
    for (let time = 1; time <= 3; time += 1) {
      socket.send({ id: 'again', type: 'subscribe', payload: asked });
      await until(() => told.length >= time, 'an update comes');
      socket.send({ id: 'again', type: 'complete' });
    }
    socket.close();
    await closeOf(socket);
  },
  async function severalAtOnce(port, asked) {
    let told = 0;
    const socket = await openRawSocket({ port, onMessage: () => (told += 1) });
    for (const id of ['one', 'two', 'three']) socket.send({ id, type: 'subscribe', payload: asked });
    socket.send({ id: 'two', type: 'complete' });
    await until(() => told >= 2, 'updates come');
    socket.connection.destroy();
  },
  async function completedBeforeItBegins(port, asked) {
    const socket = await openRawSocket({ port, onMessage: () => {} });
    socket.send({ id: 'one', type: 'subscribe', payload: asked });
    socket.send({ id: 'one', type: 'complete' });
    socket.send({ id: 'one', type: 'subscribe', payload: asked });
    socket.close();
    await closeOf(socket);
  },
  async function goneBeforeTheHead(port, asked) {
    const connection = connect(port, '127.0.0.1');
    const body = JSON.stringify(asked);
    const head = `POST /graphql HTTP/1.1\r\nhost: x\r\naccept: text/event-stream\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    await once(connection, 'connect');
    connection.write(head + body, () => connection.destroy());
    await once(connection, 'close');
  },
  async function refused(port) {
    const told: string[] = [];
    const socket: RawSocket = await openRawSocket({ port, onMessage: (message) => told.push(String(message)) });
    socket.send({ id: 'no', type: 'subscribe', payload: { query: 'subscription { nothingUpdated { kind } }' } });
    await until(() => told.length > 0, 'it is refused');
    socket.connection.destroy();
  },
];

/** Those who leave before the service has answered for the first time, each asking for something else. */
async function leaveSlowOnes({ port }: GatewayProcess, sandbox: Sandbox, count: number): Promise<void> {
  const path = /artifacts\/slow-/;
  sandbox.misfortune({ on: { path }, times: count, answer: { kind: 'delay', ms: SLOW_MS } });
  const query = 'subscription ($id: ID!) { artifactUpdated(id: $id) { kind artifact { name } } }';
  await inLanes(count, count, async (number) => {
    const transport = number % 2 === 0 ? 'WebSocket' : 'SSE';
    const reader = await openReader({ port, transport, query, variables: { id: `slow-${number}` } });
    await pause(SLOW_LEFT_AFTER_MS);
    reader.tear();
  });
  await pause(SLOW_MS);
}

/** Peers that have gone without a word, as a machine does that is switched off: they answer nothing, but close nothing either. */
async function openSilentOnes({ port }: GatewayProcess, count: number): Promise<readonly { isClosed: boolean }[]> {
  const ones: { isClosed: boolean }[] = [];
  await inLanes(count, LANES, async (number) => {
    const one = { isClosed: false };
    ones.push(one);
    const asked = askedOf(number * WAYS.length);
    const onEnd = () => {
      one.isClosed = true;
    };
    await openReader({ port, transport: 'WebSocket', answersPings: false, ...asked, onEnd });
  });
  return ones;
}
