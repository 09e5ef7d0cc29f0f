import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { WebSocket } from 'ws';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { seeded } from '../../upstream/under-fire.ts';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import { settled } from '../measuring.ts';
import { startService } from '../service.ts';
import { fillMemory } from '../visitors.ts';
import { anyMessage, anyMishap, anyOperation, anyRequest, anyUpload, type Random } from './fuzz-inputs.ts';

const KEYS = ['fuzz-one', 'fuzz-two', 'plain'] as const;
const [ONE, TWO, PLAIN] = KEYS;
const ENV = {
  AUTH_MODE: 'passthrough',
  DUBBING_API_KEY: '',
  UPSTREAM_TIMEOUT_MS: '2000',
  SYNTHESIS_TIMEOUT_MS: '2000',
  AUDIO_TTL_MS: '2000',
};
const SHORT_MINUTES = 0.5;
const MINUTES = 10;
/** The time of fuzzing before memory is measured for the first time. */
const WARM_UP_SHARE = 0.3;
const STALL_MS = 500;
const MEMORY_PERCENT = 10;
const MISHAP_EVERY_MS = 50;
const ASK_EVERY_MS = 20;
const ANSWER_MS = 500;
const MESSAGES = 40;
/** After that the last unwatched things and files are gone. */
const SETTLING_MS = 20_000;

interface Target {
  readonly gateway: GatewayProcess;
  readonly sandbox: Sandbox;
  readonly client: GraphClient;
}

/** Random input through every door at once, to a service that answers at random: the gateway lives, and others are answered. */
export const fuzz: Check = {
  name: 'fuzz',
  async run(findings, { isShort, minutes = isShort ? SHORT_MINUTES : MINUTES }) {
    await using sandbox = await startService({ keys: [...KEYS] });
    await using gateway = await startGatewayProcess({ service: sandbox, env: ENV, looksInside: true });
    await using client = createGraphClient(gateway.url, ONE);
    await using plain = createGraphClient(gateway.url, PLAIN);
    await fillMemory(client);
    const target = { gateway, sandbox, client };
    const forMs = minutes * 60_000;

    await attack(target, forMs * WARM_UP_SHARE, 1);
    const heapMb = await gateway.heapMb();
    const isOver = new AbortController();
    const watching = watchOther(plain, gateway, isOver.signal);
    const count = await attack(target, forMs * (1 - WARM_UP_SHARE), 2);
    isOver.abort();
    const { longestMs, longestComputingMs, failed } = await watching;
    const heapMostMb = heapMb * (1 + MEMORY_PERCENT / 100);
    const heapAfterMb = await settled(() => gateway.heapMb(), heapMostMb, SETTLING_MS);

    findings.note('random inputs', count.toLocaleString('en'));
    findings.atMost(`plain queries meanwhile that failed ${failed.slice(0, 3)}`, failed.length, 0, '');
    // The full form has a quiet machine; the short form runs wherever tests run.
    if (isShort) findings.note('longest wait of one of them', `${longestMs.toFixed(0)} ms`);
    else findings.atMost('longest wait of one of them', longestMs, STALL_MS, 'ms');
    findings.note('the most that the gateway computed meanwhile', `${longestComputingMs.toFixed(0)} ms`);
    findings.atMost(`heap afterwards, from ${heapMb.toFixed(1)} MB`, heapAfterMb, heapMostMb, 'MB');
    findings.note('RSS at its highest', `${gateway.peakResidentMb().toFixed(0)} MB`);
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

/** @returns how many inputs were sent */
async function attack({ gateway, sandbox, client }: Target, forMs: number, seed: number): Promise<number> {
  const deadline = performance.now() + forMs;
  let count = 0;
  const doors: readonly ((random: Random) => Promise<unknown>)[] = [
    (random) => client.post(anyOperation(random)),
    (random) => client.post(anyOperation(random)),
    (random) => exchange(gateway, anyRequest(random, ONE)),
    (random) => exchange(gateway, anyRequest(random, TWO)),
    (random) => exchange(gateway, anyUpload(random, TWO)),
    (random) => talk(gateway, random, ONE),
    (random) => talk(gateway, random, TWO),
    async (random) => {
      sandbox.misfortune({ on: {}, answer: anyMishap(random) });
      await pause(MISHAP_EVERY_MS);
    },
  ];
  await Promise.all(
    doors.map(async (door, index) => {
      const random = seeded(seed * 100 + index);
      while (performance.now() < deadline && gateway.isAlive()) {
        count += 1;
        await door(random).catch((error) => explain(gateway, error));
      }
    }),
  );
  return count;
}

/** A connection that breaks off says nothing of why; the gateway's last words do. */
async function explain(gateway: GatewayProcess, error: unknown): Promise<never> {
  await settled(() => (gateway.isAlive() ? 1 : 0), 0, ANSWER_MS);
  if (gateway.isAlive()) throw error;
  throw new Error(`The gateway has ended: ${gateway.complaints.join('\n')}`, { cause: error });
}

/** Sends bytes, and leaves at the first that come back. */
async function exchange({ port }: GatewayProcess, bytes: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(bytes);
  await Promise.race([eventOf(socket, 'data'), eventOf(socket, 'close'), pause(ANSWER_MS)]);
  socket.destroy();
}

/** Sends some messages over a WebSocket, and leaves without a word. */
async function talk({ url }: GatewayProcess, random: Random, token: string): Promise<void> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  socket.on('error', () => undefined);
  await Promise.race([eventOf(socket, 'open'), eventOf(socket, 'close')]);
  if (socket.readyState !== WebSocket.OPEN) return;
  if (random() < 0.9) {
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } }));
    await Promise.race([eventOf(socket, 'message'), eventOf(socket, 'close'), pause(ANSWER_MS)]);
  }
  for (let count = 0; count < MESSAGES && socket.readyState === WebSocket.OPEN; count += 1) {
    socket.send(anyMessage(random), { fin: random() < 0.95, binary: random() < 0.05 });
    if (random() < 0.2) await pause(ASK_EVERY_MS);
  }
  socket.terminate();
}

/** Unlike `once`, it never rejects. */
const eventOf = (emitter: NodeJS.EventEmitter, name: string): Promise<void> =>
  new Promise((resolve) => emitter.once(name, () => resolve()));

interface Waits {
  readonly longestMs: number;
  /** All threads of the gateway, while a query waited. */
  readonly longestComputingMs: number;
  readonly failed: readonly string[];
}

/** Another client, which asks the plainest of queries until the signal. */
async function watchOther(client: GraphClient, gateway: GatewayProcess, signal: AbortSignal): Promise<Waits> {
  const failed: string[] = [];
  let longestMs = 0;
  let longestComputingMs = 0;
  while (!signal.aborted) {
    const startedAt = performance.now();
    const cpuAt = gateway.cpuMs();
    const { status, text } = await client.ask('{ __typename }').catch((error) => ({ status: 0, text: String(error) }));
    longestComputingMs = Math.max(longestComputingMs, gateway.cpuMs() - cpuAt);
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    if (status !== 200) failed.push(text);
    await pause(ASK_EVERY_MS);
  }
  return { longestMs, longestComputingMs, failed };
}
