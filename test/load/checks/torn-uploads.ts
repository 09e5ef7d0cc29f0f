import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { seeded } from '../../upstream/under-fire.ts';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { inLanes, settled } from '../measuring.ts';
import { startService } from '../service.ts';
import { lengthOf, pieces, type SpeechUpload, sendUpload, UPLOAD_HEADERS } from '../upload.ts';

/** Below the 16 that the gateway takes at once, so that most are torn off and not refused. */
const LANES = 12;
const PLACES = 16;
const LARGEST_FILE_BYTES = 2 * 1024 * 1024;
/** A caller whose upload is whole leaves at once, or while the service is being asked. */
const LATE_STEP_MS = 100;
const SETTLING_MS = 20_000;

/** Callers who break off anywhere in their upload leave no file, no socket and no taken place behind. */
export const tornUploads: Check = {
  name: 'torn-uploads',
  async run(findings, { isShort }) {
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({ service: sandbox });
    await sendUpload(gateway.url, { number: 0, text: 'The first.', sizes: [1000] });
    const filesBefore = gateway.openFiles();
    const random = seeded(3);
    const count = isShort ? 50 : 500;
    await inLanes(count, LANES, (number) => {
      const sizes = Array.from({ length: 1 + (number % 3) }, () => Math.ceil(random() * LARGEST_FILE_BYTES));
      // Some of them after the last byte, when the service is being asked.
      const share = number % 10 === 9 ? 1 : random();
      return tearOff(gateway, { number, text: 'Never to be heard.', sizes }, share);
    });
    const unanswered = () => sandbox.requests.filter(({ status }) => status === null).length;
    const left = await settled(() => gateway.openFiles() - filesBefore, 0, SETTLING_MS);
    findings.note(`of ${count} uploads, all torn off, reached the service`, String(sandbox.requestCount - 2));
    findings.atMost('files and sockets left open', left, 0, '');
    const spooled = await settled(async () => (await gateway.spooledFiles()).length, 0, SETTLING_MS);
    findings.atMost('files left in the spool', spooled, 0, '');
    findings.atMost('requests to the service without an end', unanswered(), 0, '');

    const codes: string[] = [];
    await inLanes(PLACES, PLACES, async (number) => {
      const upload = { number, text: 'Heard at last.', sizes: [LARGEST_FILE_BYTES] };
      const answer = await sendUpload(gateway.url, upload);
      codes.push(...answer.codes);
    });
    findings.atMost(`of ${PLACES} whole uploads at once afterwards refused ${codes.slice(0, 3)}`, codes.length, 0, '');
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

/** Sends that share of it, then ends the connection in one of the ways in which connections end. */
async function tearOff({ port }: GatewayProcess, upload: SpeechUpload, share: number): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume();
  const headers = Object.entries({ host: 'localhost', ...UPLOAD_HEADERS, 'content-length': lengthOf(upload) });
  socket.write(`POST /graphql HTTP/1.1\r\n${headers.map((header) => header.join(': ')).join('\r\n')}\r\n\r\n`);
  let left = Math.ceil(lengthOf(upload) * share);
  for (const piece of pieces(upload)) {
    if (left <= 0 || socket.destroyed) break;
    await write(socket, piece.subarray(0, left));
    left -= piece.length;
  }
  if (share === 1) await pause((upload.number % 7) * LATE_STEP_MS);
  if (upload.number % 3 === 0) socket.end();
  else if (upload.number % 3 === 1) socket.resetAndDestroy();
  else socket.destroy();
  // Not `once`, which an error of the connection would make reject.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
}

/** Resolves once the system has taken it, or the connection has ended. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  if (socket.write(bytes) || socket.destroyed) return;
  const waiting = new AbortController();
  const { signal } = waiting;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() => {});
  waiting.abort();
}
