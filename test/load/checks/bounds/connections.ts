import { get } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { createGraphClient } from '../../graph-client.ts';
import { startService } from '../../service.ts';
import { maskedFrame, OPCODES } from '../../wire.ts';

const KEYS = ['greedy', 'modest'] as const;
const [GREEDY, MODEST] = KEYS;
const ENV = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
const WANTED = 25_000;
const SHORT_WANTED = 2_000;
/** As many as this process may hold by itself. */
const AT_ONCE = 15_000;
const BURST = 200;
const ADDRESSES = 10;

const UPGRADE =
  'GET /graphql HTTP/1.1\r\nhost: localhost\r\nupgrade: websocket\r\nconnection: upgrade\r\nsec-websocket-version: 13\r\n' +
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\nsec-websocket-protocol: graphql-transport-ws\r\n\r\n';
const STREAM = `{"query":"subscription { balanceUpdated { kind } }"}`;
const INIT = maskedFrame(OPCODES.text, `{"type":"connection_init","payload":{"authorization":"Bearer ${GREEDY}"}}`);

/** The connections that one client wants: sockets that say who they are, streams, and some that say nothing. */
const BEGINNINGS: readonly (string | Buffer)[] = [
  Buffer.concat([Buffer.from(UPGRADE), INIT]),
  `POST /graphql HTTP/1.1\r\nhost: localhost\r\naccept: text/event-stream\r\nauthorization: Bearer ${GREEDY}\r\ncontent-type: application/json\r\ncontent-length: ${STREAM.length}\r\n\r\n${STREAM}`,
  '',
];

/** One client wants all connections: another one, and a health probe, get in all the same, each time. */
export const connections: Check = {
  name: 'connections',
  async run(findings, { isShort }) {
    const wanted = isShort ? SHORT_WANTED : WANTED;
    await using sandbox = await startService({ keys: [...KEYS] });
    await using gateway = await startGatewayProcess({ service: sandbox, env: ENV });
    const before = gateway.residentMb();
    const held: Socket[] = [];
    let others = 0;
    const failures: string[] = [];
    for (let number = 0; number < wanted; number += 1) {
      held.push(open(gateway, number));
      // The oldest are given up, as this process may hold no more itself.
      if (held.length > AT_ONCE) held.shift()?.destroy();
      if (number % BURST !== 0) continue;
      others += 1;
      const failure = await visit(gateway);
      if (failure !== null) failures.push(`${number}: ${failure}`);
    }
    await pause(2_000);
    for (let time = 0; time < 20; time += 1) {
      others += 1;
      const failure = await visit(gateway);
      if (failure !== null) failures.push(`afterwards: ${failure}`);
    }
    findings.note('connections at the gateway, of all that were wanted', `${gateway.openFiles()} of ${wanted}`);
    findings.atMost(
      `of ${others} visits of others, with a probe each, failed ${failures.slice(0, 3)}`,
      failures.length,
      0,
      '',
    );
    findings.note('RSS over the start', `${(gateway.peakResidentMb() - before).toFixed(0)} MB`);
    for (const socket of held) socket.destroy();
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

/** From several addresses, since one has no more than 28,000 ports. */
function open({ port }: GatewayProcess, number: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', localAddress: `127.0.0.${2 + (number % ADDRESSES)}` });
  socket.on('error', () => undefined).resume();
  const beginning = BEGINNINGS[number % BEGINNINGS.length] ?? '';
  if (beginning.length > 0) socket.write(beginning);
  return socket;
}

/** A new connection of another client, and one of a probe. @returns what failed */
async function visit({ url }: GatewayProcess): Promise<string | null> {
  await using client = createGraphClient(url, MODEST);
  try {
    const { codes } = await client.ask('{ balance { minutes } }');
    if (codes.length > 0) return codes.join();
    const status = await probe(`${url}/health/live`);
    return status === 200 ? null : `probe ${status}`;
  } catch (error) {
    return String(error);
  }
}

const probe = (url: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on('error', reject);
  });
