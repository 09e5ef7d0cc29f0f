import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { quantile, settled } from '../measuring.ts';
import { startService } from '../service.ts';

const BYTE_EVERY_MS = 5_000;
const LONGEST_S = 60;
const ASK_EVERY_MS = 100;
/** For somebody else, with a core of a busy machine to themselves at best. */
const MEDIAN_MS = 100;

/** The beginning of each third of the connections: nothing, the head of a query, or of an upload. */
const BEGINNINGS: readonly string[] = [
  '',
  'POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  'POST /graphql HTTP/1.1\r\nhost: localhost\r\ngraphql-require-preflight: 1\r\ncontent-length: 1000000\r\n' +
    'content-type: multipart/form-data; boundary=slow\r\n\r\n--slow\r\n',
];
/** Bytes of a head that never ends; in a body they mean nothing. */
const DRIP = 'GET /graphql?query=a-very-slow-one HTTP/1.1';

/** Connections that send a byte now and then hold nobody up, and are closed. */
export const slowConnections: Check = {
  name: 'slow-connections',
  async run(findings, { isShort }) {
    const count = isShort ? 50 : 500;
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({ service: sandbox });
    await using client = createGraphClient(gateway.url);
    await client.ask('{ balance { minutes } }');
    const filesBefore = gateway.openFiles();
    const startedAt = performance.now();
    const sockets = Array.from({ length: count }, (_, number) => openSlowly(gateway, BEGINNINGS[number % 3] ?? ''));
    const open = () => sockets.filter(({ destroyed }) => !destroyed).length;
    const waitsMs: number[] = [];
    let failures = 0;
    let most = 0;
    while (open() > 0 && performance.now() - startedAt < LONGEST_S * 1000) {
      const askedAt = performance.now();
      const { codes } = await client.ask('{ balance { minutes } }');
      waitsMs.push(performance.now() - askedAt);
      if (codes.length > 0) failures += 1;
      most = Math.max(most, gateway.openFiles() - filesBefore);
      await pause(ASK_EVERY_MS);
    }
    findings.atLeast('slow connections at once', most, count * 0.9, '');
    findings.atMost(`of ${waitsMs.length} queries beside them failed`, failures, 0, '');
    findings.atMost('median of their answers', quantile(waitsMs, 0.5), MEDIAN_MS, 'ms');
    findings.atMost(`still open after ${LONGEST_S} s`, open(), 0, '');
    findings.note('the last was closed after', `${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    for (const socket of sockets) socket.destroy();
    const left = await settled(() => gateway.openFiles() - filesBefore, 0, 10_000);
    findings.atMost('sockets left in the gateway', left, 0, '');
  },
};

function openSlowly({ port }: GatewayProcess, beginning: string): Socket {
  const socket = connect(port, '127.0.0.1');
  let sent = 0;
  socket.write(beginning);
  const drip = setInterval(() => socket.write(DRIP[sent++ % DRIP.length] ?? ''), BYTE_EVERY_MS);
  // It need not read what it is told: that it is closed is what counts.
  socket.resume();
  socket.on('error', () => {});
  socket.once('end', () => socket.destroy());
  socket.once('close', () => clearInterval(drip));
  return socket;
}
