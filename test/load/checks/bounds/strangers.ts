import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check, Findings } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../../graph-client.ts';
import { quantile } from '../../measuring.ts';
import { startService } from '../../service.ts';
import { maskedFrame, OPCODES } from '../../wire.ts';

const ENV = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
const MIB = 1024 * 1024;
const GROWTH_MB = 64;
const CPU_MS_PER_MB = 5;
const WARMING_QUERIES = 2_000;
/** Not all: a sender who is too busy to read its answer in time may lose it. */
const ANSWERED = 0.8;
const FULL = { connections: 3_000, bodies: 300 };
const SHORT = { connections: 300, bodies: 60 };
/** Whatever is to be read of them has been read by then. */
const HOLDING_MS = 3_000;

const HEAD = 'POST /graphql HTTP/1.1\r\nhost: localhost\r\n';
const JSON_BODY = `content-type: application/json\r\ncontent-length: ${MIB}\r\n\r\n`;
const UPGRADE =
  'GET /graphql HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n';

/** A megabyte each, of bytes that nobody without a token should be able to make dear. */
const BODIES: Readonly<Record<string, () => string>> = {
  'nested lists': () => `${HEAD}${JSON_BODY}${'['.repeat(MIB)}`,
  'small lists': () => `${HEAD}${JSON_BODY}${'[],'.repeat(MIB / 3)}[]`.slice(0, HEAD.length + JSON_BODY.length + MIB),
  'a document for server-sent events': () =>
    `${HEAD}accept: text/event-stream\r\n${JSON_BODY}{"query":"${'{a '.repeat(MIB / 3)}`,
  'a form': () =>
    `${HEAD}graphql-require-preflight: 1\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${MIB}\r\n\r\n--b\r\n${'x'.repeat(MIB)}`,
};

/** Without a token that is accepted: what is held for it is small, and what is refused costs little. */
export const strangers: Check = {
  name: 'strangers',
  async run(findings, { isShort }) {
    const { connections, bodies } = isShort ? SHORT : FULL;
    // The full form has a quiet machine; the short form runs wherever tests run, and only reports.
    const time = (what: string, ms: number): void => {
      if (isShort) findings.note(what, `${ms.toFixed(1)} ms`);
      else findings.atMost(what, ms, CPU_MS_PER_MB, 'ms');
    };
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({ service: sandbox, env: ENV });
    await using client = createGraphClient(gateway.url, sandbox.keys[0]);
    // A process that has just started grows by its first garbage, whoever makes it.
    for (let query = 0; query < WARMING_QUERIES; query += 1)
      await client.ask('{ dubbingProjects { nodes { id name } } }');
    for (const make of Object.values(BODIES)) await refuse(gateway, make(), isShort ? bodies : 100);
    const before = gateway.residentMb();
    for (const [name, make] of Object.entries(BODIES)) {
      const cpuMs = await refuse(gateway, make(), bodies);
      time(`a megabyte that is refused, ${name}: CPU`, cpuMs / bodies);
    }
    time('a ping of a megabyte before `connection_init`: CPU', (await ping(gateway, bodies)) / bodies);
    for (const [name, bytes] of Object.entries(ENDLESS)) {
      await hold(findings, { gateway, client }, { name, most: Buffer.from(bytes), count: connections });
      findings.atMost(
        `RSS over the start, ${before.toFixed(0)} MB`,
        gateway.peakResidentMb() - before,
        GROWTH_MB,
        'MB',
      );
    }
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

/** @returns the time that it took the gateway, in ms */
async function refuse({ port, cpuMs }: GatewayProcess, bytes: string | Buffer, times: number): Promise<number> {
  const startedAt = cpuMs();
  for (let time = 0; time < times; time += 1) await sendAll(port, bytes);
  return cpuMs() - startedAt;
}

/** Until the gateway has closed the connection, or has answered and takes no more. */
function sendAll(port: number, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
    const end = (): void => {
      socket.destroy();
      resolve();
    };
    socket.on('error', end).on('close', end).on('end', end);
    socket.on('data', () => setTimeout(end, 20));
  });
}

/** Of a socket that never says who it is. @returns the time that it took the gateway, in ms */
async function ping(gateway: GatewayProcess, times: number): Promise<number> {
  const message = maskedFrame(OPCODES.text, `{"type":"ping","payload":"${'x'.repeat(MIB)}"}`);
  return refuse(gateway, Buffer.concat([Buffer.from(UPGRADE), message]), times);
}

/** Requests whose last byte never comes. */
const ENDLESS: Readonly<Record<string, string>> = {
  bodies: `${HEAD}${JSON_BODY}${' '.repeat(MIB - 64)}`,
  'long headers': `${HEAD}x-long: ${'y'.repeat(15_000)}`,
  'headers by the hundred': `${HEAD}${Array.from({ length: 900 }, (_, number) => `h${number}: ${number}\r\n`).join('')}`,
};

/** Many connections at once, while somebody else asks. */
async function hold(
  findings: Findings,
  { gateway, client }: { readonly gateway: GatewayProcess; readonly client: GraphClient },
  { name, most, count }: { readonly name: string; readonly most: Buffer; readonly count: number },
): Promise<void> {
  const sockets: Socket[] = [];
  const waitsMs: number[] = [];
  let failures = 0;
  let answered = 0;
  const ask = async (): Promise<void> => {
    const askedAt = performance.now();
    const { codes } = await client.ask('{ balance { minutes } }');
    waitsMs.push(performance.now() - askedAt);
    if (codes.length > 0) failures += 1;
  };
  for (let number = 0; number < count; number += 1) {
    sockets.push(
      connect(gateway.port, '127.0.0.1')
        .on('error', () => undefined)
        .once('data', () => {
          answered += 1;
        })
        .resume(),
    );
    sockets.at(-1)?.write(most);
    if (number % 50 === 0) await ask();
  }
  const deadline = performance.now() + HOLDING_MS;
  while (performance.now() < deadline) {
    await ask();
    await pause(20);
  }
  for (const socket of sockets) socket.destroy();
  if (name === 'bodies') findings.atLeast(`of ${count} senders answered`, answered, count * ANSWERED, '');
  findings.atMost(`of ${waitsMs.length} queries beside ${count} ${name} that never end failed`, failures, 0, '');
  findings.note('p95 of their answers', `${quantile(waitsMs, 0.95).toFixed(0)} ms`);
}
