import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  begin,
  END,
  field,
  file,
  fileHead,
  MULTIPART,
  RECEIVE,
  type Received,
  startUploadBench,
  UPLOAD_HEADERS,
  type UploadBench,
  until,
} from './upload-bench.ts';

const LARGEST = 52_428_800;
const MIB = Buffer.alloc(1024 * 1024, 'speech');

const opening = (count: number) =>
  Buffer.concat([
    field('operations', { query: RECEIVE, variables: { files: Array(count).fill(null) } }),
    field('map', Object.fromEntries(Array.from({ length: count }, (_, i) => [i, [`variables.files.${i}`]]))),
  ]);
const small = Buffer.concat([opening(1), file('0', 'x'), END]);
const post = (bench: UploadBench, body: Buffer<ArrayBuffer>) => bench.post(body, { 'content-type': MULTIPART });

/** Writes as a chunk of a body of unknown length, and waits until the system has taken it. */
async function write(socket: Socket, bytes: Buffer): Promise<void> {
  socket.write(`${bytes.length.toString(16)}\r\n`);
  socket.write(bytes);
  if (socket.write('\r\n')) return;
  const listening = new AbortController();
  const { signal } = listening;
  await Promise.race([once(socket, 'drain', { signal }), once(socket, 'close', { signal })]).catch(() => {});
  listening.abort();
}

async function writeMany(socket: Socket, bytes: number): Promise<void> {
  for (let left = bytes; left > 0; left -= MIB.length) await write(socket, MIB.subarray(0, Math.min(left, MIB.length)));
}

const beginChunked = (bench: UploadBench) => begin(bench, `${UPLOAD_HEADERS}transfer-encoding: chunked\r\n`);

/** The answer, once it has come whole. */
async function answerOf(received: () => string): Promise<{ head: string; received: Received[]; errors: unknown }> {
  await until(() => /\r\n\r\n\{.*\}$/s.test(received()));
  const [head = '', body = ''] = received().split(/\r\n\r\n(?=\{)/);
  const { data, errors } = JSON.parse(body);
  return { head, received: data?.receive ?? [], errors };
}

describe('the size of a file', () => {
  it('may be exactly 50 MB', async () => {
    await using bench = await startUploadBench();
    const { socket, received } = beginChunked(bench);
    await write(socket, opening(1));
    await write(socket, fileHead('0'));
    await writeMany(socket, LARGEST);
    await write(socket, Buffer.concat([Buffer.from('\r\n'), END]));
    socket.write('0\r\n\r\n');
    const answer = await answerOf(received);
    expect(answer.received).toMatchObject([{ sizeBytes: LARGEST, isTooLarge: false, isReceived: true }]);
    socket.destroy();
  });

  it('may not be a byte more: the operation is told so while the rest is yet to come', async () => {
    await using bench = await startUploadBench();
    const { socket, received, closed } = beginChunked(bench);
    await write(socket, opening(3));
    await write(socket, file('0', 'x'));
    await write(socket, fileHead('1'));
    await writeMany(socket, LARGEST + 1);
    const answer = await answerOf(received);
    expect(answer.head).toMatch(/^HTTP\/1\.1 200 .*connection: close/is);
    expect(answer.received).toMatchObject([
      { fileName: '0.wav', isTooLarge: false, isReceived: true },
      { fileName: '1.wav', isTooLarge: true, isReceived: true, sizeBytes: LARGEST + 1 },
      { isTooLarge: false, isReceived: false },
    ]);
    await until(async () => (await bench.spooled()).length === 0);
    socket.end();
    await closed;
  });

  it('is told to a sender who reads nothing before all is sent', async () => {
    await using bench = await startUploadBench();
    const { socket, received } = beginChunked(bench);
    socket.pause();
    await write(socket, opening(1));
    await write(socket, fileHead('0'));
    await writeMany(socket, LARGEST + 20 * MIB.length);
    await write(socket, Buffer.concat([Buffer.from('\r\n'), END]));
    socket.write('0\r\n\r\n');
    socket.resume();
    expect((await answerOf(received)).received).toMatchObject([{ isTooLarge: true }]);
    socket.destroy();
  });

  it('does not keep a sender who never ends', async () => {
    await using bench = await startUploadBench();
    const { socket, received, closed } = beginChunked(bench);
    await write(socket, opening(1));
    await write(socket, fileHead('0'));
    while (!socket.destroyed) await write(socket, MIB);
    await closed;
    expect(received()).toContain('"isTooLarge":true');
  });
});

/** A place is given back once its folder is gone from the disk, a moment later. */
const untilRoomForAll = (bench: UploadBench) =>
  until(async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(bench, small)));
    return answers.every(({ status }) => status === 200);
  });

describe('a caller who leaves in the middle', () => {
  it('leaves nothing behind, fifty times', async () => {
    await using bench = await startUploadBench();
    const torn = Array.from({ length: 50 }, async (_, index) => {
      const { socket, closed } = begin(bench, `${UPLOAD_HEADERS}content-length: 5000000\r\n`);
      socket.write(Buffer.concat([opening(2), file('0', 'x'), fileHead('1'), MIB.subarray(0, index * 1000)]));
      // In pairs, since there is not room for all.
      if (index % 2 === 0) await until(async () => (await bench.spooled()).length > 0);
      if (index % 3 === 0) socket.end();
      else socket.destroy();
      await closed;
    });
    await Promise.all(torn);
    await until(async () => (await bench.spooled()).length === 0);
    expect(bench.runs.begun).toBe(0);
    await untilRoomForAll(bench);
    expect(bench.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('leaves nothing behind where all has been sent and not all has been read', async () => {
    await using bench = await startUploadBench();
    const whole = Buffer.concat([opening(1), file('0', MIB), END]);
    for (let round = 0; round < 4; round += 1) {
      const left = Array.from({ length: 12 }, async (_, index) => {
        const { socket, closed } = begin(bench, `${UPLOAD_HEADERS}content-length: ${whole.length}\r\n`);
        await new Promise((resolve) => socket.write(whole, resolve));
        if (index % 2 === 0) socket.end();
        else socket.resetAndDestroy();
        await closed;
      });
      await Promise.all(left);
    }
    await until(async () => (await bench.spooled()).length === 0);
    await untilRoomForAll(bench);
  });

  it('keeps the files of what was begun until it has ended', async () => {
    await using bench = await startUploadBench();
    const gate = Promise.withResolvers<void>();
    bench.hold = gate.promise;
    const { socket, closed } = begin(bench, `${UPLOAD_HEADERS}content-length: ${small.length}\r\n`);
    socket.write(small);
    await until(() => bench.runs.begun === 1);
    bench.hold = undefined;
    socket.destroy();
    await closed;
    await until(bench.runs.isLeft);
    // A whole life of another one later they are still there.
    expect((await post(bench, small)).status).toBe(200);
    await until(async () => (await bench.spooled()).length <= 1);
    expect(await bench.spooled()).toHaveLength(1);
    gate.resolve();
    await until(async () => (await bench.spooled()).length === 0);
  });
});

describe('a body that comes slowly', () => {
  const pace = { idleMs: 300, graceMs: 600, leastBytesPerSecond: 100 };

  it('is given up when nothing comes', async () => {
    await using bench = await startUploadBench({ pace });
    const { socket, received, closed } = begin(bench, `${UPLOAD_HEADERS}content-length: 5000000\r\n`);
    socket.write(Buffer.concat([opening(1), fileHead('0'), MIB]));
    await until(() => received().includes('"BAD_REQUEST"'));
    expect(received()).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
    expect(await bench.spooled()).toEqual([]);
    socket.end();
    await closed;
  });

  it('is given up when a byte comes now and then', async () => {
    await using bench = await startUploadBench({ pace: { ...pace, leastBytesPerSecond: 1_000_000 } });
    const { socket, received, closed } = begin(bench, `${UPLOAD_HEADERS}content-length: 5000000\r\n`);
    socket.write(Buffer.concat([opening(1), fileHead('0')]));
    const drip = setInterval(() => socket.write('x'), 50);
    await until(() => received().includes('"BAD_REQUEST"'));
    clearInterval(drip);
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    socket.end();
    await closed;
  });

  it('is waited for as long as it comes', async () => {
    await using bench = await startUploadBench({ pace });
    const { socket, received } = begin(bench, `${UPLOAD_HEADERS}content-length: ${small.length}\r\n`);
    // Longer than the grace, and than several times the patience with silence.
    const size = Math.ceil(small.length / 16);
    let sent = 0;
    const drip = setInterval(() => {
      socket.write(small.subarray(sent, sent + size));
      sent += size;
    }, 60);
    const { received: files } = await answerOf(received);
    clearInterval(drip);
    expect(files).toMatchObject([{ sizeBytes: 1 }]);
    socket.destroy();
  });

  it.each([
    ['of an announced length', 'content-length: 1000\r\n', '{', ' '],
    ['of no announced length', 'transfer-encoding: chunked\r\n', '', '1\r\n \r\n'],
  ])('is given up after the grace if it has no files and is %s', async (_, length, first, next) => {
    await using bench = await startUploadBench({ pace });
    const { socket, received, closed } = begin(bench, `content-type: application/json\r\n${length}`);
    socket.write(first);
    const drip = setInterval(() => socket.write(next), 50);
    await until(() => received().includes('"BAD_REQUEST"'));
    clearInterval(drip);
    expect(received()).toMatch(/^HTTP\/1\.1 408 .*connection: close/is);
    socket.end();
    await closed;
  });
});

describe('the room for files', () => {
  it('is for so many uploads at once, whose operations have not ended; others are told when to come again', async () => {
    await using bench = await startUploadBench({ spoolRoom: { uploads: 2 } });
    const gate = Promise.withResolvers<void>();
    bench.hold = gate.promise;
    const held = [post(bench, small), post(bench, small)];
    await until(() => bench.runs.begun === 2);
    const refused = await post(bench, small);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      errors: [{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 10, requestId: expect.any(String) } }],
    });
    expect((await fetch(`${bench.url}/graphql?query={hello}`)).status).toBe(200);
    gate.resolve();
    for (const response of await Promise.all(held)) expect(response.status).toBe(200);
    await until(async () => (await post(bench, small)).status === 200);
  });

  it('is for so many bytes, and given back', async () => {
    await using bench = await startUploadBench({ spoolRoom: { bytes: 1_000_000 } });
    for (let round = 0; round < 3; round++) {
      const refused = await post(bench, Buffer.concat([opening(1), file('0', MIB), END]));
      expect(refused.status).toBe(429);
      const answer = await post(bench, Buffer.concat([opening(1), file('0', MIB.subarray(0, 900_000)), END]));
      expect(answer.status).toBe(200);
    }
    await until(async () => (await bench.spooled()).length === 0);
  });

  it('is where the system says it is; if that cannot be written to, that is a failure of the gateway', async () => {
    const parent = join(tmpdir(), `not-there-${process.pid}`);
    await using bench = await startUploadBench({ spoolFolder: parent, spoolRoom: { uploads: 1 } });
    for (let round = 0; round < 2; round++) {
      const response = await post(bench, small);
      expect(response.status).toBe(500);
      const text = await response.text();
      expect(text).toContain('"INTERNAL_SERVER_ERROR"');
      expect(text).not.toContain('not-there');
    }
    expect(bench.lines.some(({ level, msg }) => level === 'error' && msg === 'operation failed')).toBe(true);
    await mkdir(parent);
    expect((await post(bench, small)).status).toBe(200);
    await rm(parent, { recursive: true });
  });

  it('is free again after an operation that fails', async () => {
    await using bench = await startUploadBench();
    const query = 'mutation ($file: File) { fail(file: $file) }';
    const parts = [field('operations', { query, variables: { file: null } }), field('map', { 0: ['variables.file'] })];
    const response = await post(bench, Buffer.concat([...parts, file('0', 'x'), END]));
    expect(await response.json()).toMatchObject({ data: { fail: null } });
    await until(async () => (await bench.spooled()).length === 0);
  });

  it('is a private folder, which goes with the server', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'upload-parent-'));
    const bench = await startUploadBench({ spoolFolder: parent });
    await post(bench, small);
    const [name = ''] = await readdir(parent);
    expect(((await stat(join(parent, name))).mode & 0o777).toString(8)).toBe('700');
    await bench[Symbol.asyncDispose]();
    expect(await readdir(parent)).toEqual([]);
    await rm(parent, { recursive: true });
  });
});

describe('what a dead gateway has left', () => {
  it('is removed at the start, and nothing else', async () => {
    const parent = await mkdtemp(join(tmpdir(), 'upload-parent-'));
    const dead = spawnSync(process.execPath, ['--version']).pid;
    const began = Math.round(performance.timeOrigin);
    const gone = [
      `dubbing-gateway-uploads-${dead}-${began}-AbC123`,
      // The same number, in an earlier life of the machine.
      `dubbing-gateway-uploads-${process.pid}-${began - 1}-AbC123`,
      `dubbing-gateway-uploads-${process.ppid}-5-oldOLD`,
    ];
    const kept = [
      `dubbing-gateway-uploads-${process.pid}-${began}-AbC123`,
      `dubbing-gateway-uploads-${process.ppid}-5-AbC123`,
      `dubbing-gateway-uploads-${dead}`,
      `x-dubbing-gateway-uploads-${dead}-${began}-AbC123`,
      'speech.wav',
    ];
    for (const name of [...gone, ...kept]) {
      await mkdir(join(parent, name, '0'), { recursive: true });
      await writeFile(join(parent, name, '0', '0'), 'x');
    }
    const twoDaysAgo = Date.now() / 1000 - 2 * 24 * 60 * 60;
    await utimes(join(parent, gone[2]!), twoDaysAgo, twoDaysAgo);
    await using _bench = await startUploadBench({ spoolFolder: parent });
    expect((await readdir(parent)).toSorted()).toEqual(kept.toSorted());
    await rm(parent, { recursive: true });
  });
});
