import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { open, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { basename, dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import busboy from 'busboy';
import { describe, expect, it } from 'vitest';
import type { NewSpeech } from '../../src/domain/writes.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import type { Mishap } from '../../src/sandbox/misfortune.ts';
import { type Asking, type AskingOptions, KEY, rejection, startAsking } from './asking.ts';
import { html, json, type SentRequest } from './fake-service.ts';
import { IDEMPOTENCY_KEY, openSpool, postCall, type Spool, wavLike } from './writing.ts';

const MAKE_PIPE = 'mkfifo';
const WAV = wavLike(3000);
const wav = (body: Uint8Array = WAV) => ({ headers: { 'content-type': 'audio/wav' }, body });

async function speech(spool: Spool, of: Partial<NewSpeech> = {}): Promise<NewSpeech> {
  return { text: 'Hello', language: 'en-US', referenceAudio: [await spool.put('a.wav', wavLike(200))], ...of };
}

async function synthesize(asking: Asking, spool: Spool, of: Partial<NewSpeech> = {}) {
  return asking.service.writes.synthesis.synthesize(await speech(spool, of), spool.to, postCall(asking));
}

/** The spooled files are still there, and nothing else. */
async function leftIn(spool: Spool): Promise<string[]> {
  return (await readdir(dirname(spool.to))).filter((name) => !name.startsWith('spooled-'));
}

interface Part {
  readonly name: string;
  readonly fileName?: string | undefined;
  readonly contentType: string;
  readonly content: Buffer;
}

/** A request, read by a form parser that is not ours. */
function parse({ headers, body }: SentRequest): Promise<Part[]> {
  const parts: Part[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Part[]>();
  const parser = busboy({ headers: Object.fromEntries(headers), defParamCharset: 'utf8' });
  parser.on('field', (name, value, { mimeType }) => {
    parts.push({ name, contentType: mimeType, content: Buffer.from(value) });
  });
  parser.on('file', (name, stream, { filename, mimeType }) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      parts.push({ name, fileName: filename, contentType: mimeType, content: Buffer.concat(chunks) });
    });
  });
  parser.on('close', () => resolve(parts));
  parser.on('error', reject);
  parser.end(body);
  return promise;
}

describe('A synthesis', () => {
  it('is a form with the text, the language and each file, and brings a file', async () => {
    await using asking = await startAsking(() => wav());
    await using spool = await openSpool();
    const mp3 = Buffer.from([0xff, 0xfb, 0x90, 0x00, 0x0d, 0x0a, 0x2d, 0x2d]);
    const referenceAudio = [await spool.put('a.wav', wavLike(200)), await spool.put('b.mp3', mp3)];
    const text = 'One\nTwo\r\nThree "é" 🎙 --';
    expect(await synthesize(asking, spool, { text, referenceAudio })).toEqual({ sizeBytes: WAV.length });
    expect(await readFile(spool.to)).toEqual(WAV);
    const [sent] = asking.fake.requests;
    expect(await parse(sent as SentRequest)).toEqual([
      { name: 'text', contentType: 'text/plain', content: Buffer.from(text) },
      { name: 'language', contentType: 'text/plain', content: Buffer.from('en-US') },
      { name: 'reference_audio_files', fileName: 'a.wav', contentType: 'audio/wav', content: wavLike(200) },
      { name: 'reference_audio_files', fileName: 'b.mp3', contentType: 'audio/mpeg', content: mp3 },
    ]);
  });

  it('is sent with its exact length and no more headers than a form needs', async () => {
    await using asking = await startAsking(() => wav());
    await using spool = await openSpool();
    await synthesize(asking, spool);
    const sent = asking.fake.requests[0] as SentRequest;
    const [line, ...headers] = sent.raw.trimEnd().split('\r\n');
    const boundary = /boundary=(\S+)/.exec(sent.raw)?.[1];
    expect(line).toBe('POST /api/v1/cloning/synthesize HTTP/1.1');
    expect(headers.filter((header) => !header.startsWith('host: '))).toEqual([
      'connection: keep-alive',
      `authorization: Bearer ${KEY}`,
      'accept: audio/wav, application/json',
      'accept-encoding: identity',
      'user-agent: dubbing-gateway',
      `content-type: multipart/form-data; boundary=${boundary}`,
      `idempotency-key: ${IDEMPOTENCY_KEY}`,
      `content-length: ${sent.body.length}`,
    ]);
    expect(sent.body.toString('latin1')).toMatch(new RegExp(`^--${boundary}\r\n[^]*\r\n--${boundary}--\r\n$`));
  });

  it.each([
    ['plain.wav', 'plain.wav'],
    ['ünï 日本.wav', 'ünï 日本.wav'],
    ['a"b.wav', 'a%22b.wav'],
    ['a\r\nX-Evil: 1.wav', 'a%0D%0AX-Evil: 1.wav'],
    ['nul\0.wav', 'nul%00.wav'],
    ['ends with\\', 'ends with%5C'],
    ['half \ud800.wav', 'half \ufffd.wav'],
    ['', 'reference.wav'],
  ])('calls a file %j so that it stays a name', async (fileName, received) => {
    await using asking = await startAsking(() => wav());
    await using spool = await openSpool();
    await synthesize(asking, spool, { referenceAudio: [await spool.put(fileName, wavLike(50))] });
    const parts = await parse(asking.fake.requests[0] as SentRequest);
    expect(parts.map((part) => part.fileName)).toEqual([undefined, undefined, received]);
    expect(parts[2]?.content).toEqual(wavLike(50));
  });

  it.each([
    ['ID3', Buffer.from('ID3\x04rest'), 'audio/mpeg'],
    ['fLaC', Buffer.from('fLaC rest'), 'audio/flac'],
    ['ftyp', Buffer.from('\0\0\0\x20ftypM4A rest'), 'audio/mp4'],
    ['nothing known', Buffer.from('rest'), 'application/octet-stream'],
  ])('tells the type of a file that begins with %s', async (_, content, contentType) => {
    await using asking = await startAsking(() => wav());
    await using spool = await openSpool();
    await synthesize(asking, spool, { referenceAudio: [await spool.put('a', content)] });
    const parts = await parse(asking.fake.requests[0] as SentRequest);
    expect(parts[2]).toMatchObject({ contentType, content });
  });

  it('whose spooled file has gone or changed fails by itself, not by the service', async () => {
    await using asking = await startAsking(() => wav());
    await using spool = await openSpool();
    const input = await speech(spool);
    await writeFile(input.referenceAudio[0]?.path ?? '', 'short');
    const error = await rejection(asking.service.writes.synthesis.synthesize(input, spool.to, postCall(asking)));
    expect(error.name).toBe('RequestBodyError');
    expect(asking.sent.count).toBe(1);
  });

  it('has a time of its own', async () => {
    const late = () => new Promise<ReturnType<typeof wav>>((resolve) => setTimeout(() => resolve(wav()), 150));
    await using asking = await startAsking(late, { timeoutMs: 100, synthesisTimeoutMs: 5_000 });
    await using spool = await openSpool();
    expect(await synthesize(asking, spool)).toEqual({ sizeBytes: WAV.length });
    expect(asking.fake.requests).toHaveLength(1);
  });
});

const AUDIO = { headers: { 'content-type': 'audio/wav' } };

describe('Speech is known by its bytes', () => {
  const body = wavLike(70_000);
  it.each([
    ['without a content type', { body }],
    ['as binary/octet-stream', { headers: { 'content-type': 'binary/octet-stream' }, body }],
    ['as text/plain', { headers: { 'content-type': 'text/plain' }, body }],
    ['as JSON', { headers: { 'content-type': 'application/json' }, body }],
    ['at 201', { ...AUDIO, status: 201, body }],
    ['compressed by gzip', { headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) }],
    ['compressed by br', { headers: { 'content-encoding': 'br' }, body: brotliCompressSync(body) }],
    ['compressed by deflate', { headers: { 'content-encoding': 'deflate' }, body: deflateSync(body) }],
    ['deflated without a header', { headers: { 'content-encoding': 'deflate' }, body: deflateRawSync(body) }],
    ['compressed twice', { headers: { 'content-encoding': 'gzip, gzip' }, body: gzipSync(gzipSync(body)) }],
    ['compressed without a word of it', { ...AUDIO, body: gzipSync(body) }],
    ['said to be compressed, and not', { headers: { 'content-encoding': 'gzip' }, body }],
  ])('and kept: %s', async (_, answer) => {
    await using asking = await startAsking(() => answer);
    await using spool = await openSpool();
    expect(await synthesize(asking, spool)).toEqual({ sizeBytes: body.length });
    expect((await readFile(spool.to)).equals(body)).toBe(true);
    expect(await leftIn(spool)).toEqual([basename(spool.to)]);
  });

  it.each(['RIFX', 'RF64', 'BW64'])('and kept as %s', async (container) => {
    const other = Buffer.concat([Buffer.from(container), body.subarray(4)]);
    await using asking = await startAsking(() => ({ body: other }));
    await using spool = await openSpool();
    expect(await synthesize(asking, spool)).toEqual({ sizeBytes: other.length });
  });

  it('that the disk does not take has an outcome that nobody knows, and is not asked for again', async () => {
    await using spool = await openSpool();
    await using asking = await startAsking(async () => {
      await rm(dirname(spool.to), { recursive: true });
      return wav();
    });
    expect(await rejection(synthesize(asking, spool))).toMatchObject({
      name: 'OutcomeUnknownError',
      idempotencyKey: IDEMPOTENCY_KEY,
    });
    expect(asking.fake.requests).toHaveLength(1);
  });
});

describe('What a 200 brings instead of speech', () => {
  it.each([
    ['an error as JSON', json({ error: 'ValidationError', message: 'm' }), 'ValidationError'],
    [
      'the words of sales',
      json({ error: 'Contact with sales manager for enable API' }, 200, { 'content-type': 'application/json' }),
      'NotEnabledError',
    ],
    [
      'an error as JSON that calls itself audio',
      { ...json({ error: 'ValidationError' }), ...AUDIO },
      'ValidationError',
    ],
    ['a page', html(200), 'OutcomeUnknownError'],
    ['a page that calls itself audio', { ...AUDIO, body: '<html>' }, 'OutcomeUnknownError'],
    ['nothing', wav(Buffer.alloc(0)), 'OutcomeUnknownError'],
    ['204', { status: 204 }, 'OutcomeUnknownError'],
    ['a redirect', { status: 302, headers: { location: '/' } }, 'OutcomeUnknownError'],
    [
      'what is said to be compressed, and is nothing at all',
      { headers: { 'content-type': 'audio/wav', 'content-encoding': 'gzip' }, body: 'rest' },
      'OutcomeUnknownError',
    ],
    [
      'a bomb',
      { headers: { 'content-encoding': 'gzip' }, body: gzipSync(gzipSync(WAV).subarray(4)) },
      'OutcomeUnknownError',
    ],
    [
      'a long page, of which little is read',
      { headers: { 'content-type': 'text/html' }, body: '<html>'.repeat(100_000) },
      'OutcomeUnknownError',
    ],
  ])('is judged by what it is: %s', async (_, answer, name) => {
    await using asking = await startAsking(() => answer);
    await using spool = await openSpool();
    expect((await rejection(synthesize(asking, spool))).name).toBe(name);
    expect(await leftIn(spool)).toEqual([]);
  });

  it('is not more than there is room for', async () => {
    await using asking = await startAsking((_request, _nth, socket) => {
      socket.write(`HTTP/1.1 200 OK\r\ncontent-type: audio/wav\r\ncontent-length: ${2 ** 29 + 1}\r\n\r\nRIFF`);
      return undefined;
    });
    await using spool = await openSpool();
    expect(await rejection(synthesize(asking, spool))).toMatchObject({
      name: 'OutcomeUnknownError',
      idempotencyKey: IDEMPOTENCY_KEY,
    });
    expect(await leftIn(spool)).toEqual([]);
  });

  it('at 502 is no malformed answer, however long its page is', async () => {
    await using asking = await startAsking(() => ({ status: 502, body: '<html>'.repeat(100_000) }));
    await using spool = await openSpool();
    expect((await rejection(synthesize(asking, spool))).name).toBe('OutcomeUnknownError');
    expect(asking.fake.requests).toHaveLength(3);
  });
});

describe('On the sandbox', () => {
  async function startOn(sandbox: Sandbox, options: AskingOptions = {}) {
    return startAsking(() => undefined, {
      dubbingUrl: sandbox.dubbingUrl,
      account: { key: 'sandbox-key' },
      ...options,
    });
  }
  const sandboxed = () => startSandbox({ populate: false });
  const meet = (sandbox: Sandbox, answer: Mishap, times = 1) =>
    sandbox.misfortune({ on: { path: '/api/v1/cloning/synthesize' }, answer, times });

  it('a file with the text of a boundary, and a long one, arrive whole', async () => {
    await using sandbox = await sandboxed();
    await using asking = await startOn(sandbox);
    await using spool = await openSpool();
    const tricky = Buffer.concat([wavLike(64), Buffer.from('\r\n--dubbing-gateway-\r\n\r\n--')]);
    const referenceAudio = [await spool.put('a.wav', tricky), await spool.put('b.wav', wavLike(3 * 2 ** 20))];
    const { sizeBytes } = await synthesize(asking, spool, { referenceAudio });
    expect((await readFile(spool.to)).length).toBe(sizeBytes);
  });

  it('what breaks off after a megabyte is sent again, whole', async () => {
    await using sandbox = await sandboxed();
    await using asking = await startOn(sandbox);
    await using spool = await openSpool();
    meet(sandbox, { kind: 'reset', afterBytes: 2 ** 20 });
    const content = wavLike(4 * 2 ** 20);
    await synthesize(asking, spool, { referenceAudio: [await spool.put('a.wav', content)] });
    const [broken, whole] = sandbox.requests;
    expect(sandbox.requests).toHaveLength(2);
    expect(broken?.bodySize).toBeLessThan(content.length);
    expect(whole?.headers['content-length']).toBe(String(whole?.bodySize));
    expect(whole?.headers['idempotency-key']).toBe(broken?.headers['idempotency-key']);
  });

  it('each try has the same bytes', async () => {
    await using sandbox = await sandboxed();
    await using asking = await startOn(sandbox);
    await using spool = await openSpool();
    meet(sandbox, { status: 503 }, 2);
    await synthesize(asking, spool, { referenceAudio: [await spool.put('a.wav', wavLike(2 ** 20))] });
    const hashes = sandbox.requests.map(({ bodySha256, bodySize }) => `${bodySha256} ${bodySize}`);
    expect(hashes).toHaveLength(3);
    expect(new Set(hashes).size).toBe(1);
  });

  it('a speech that is cut in half is asked for again, and the file is the second one, whole', async () => {
    await using sandbox = await sandboxed();
    await using asking = await startOn(sandbox);
    await using spool = await openSpool();
    await synthesize(asking, spool, { text: 'x'.repeat(400) });
    const whole = createHash('sha256')
      .update(await readFile(spool.to))
      .digest('hex');
    meet(sandbox, { kind: 'truncate' });
    await synthesize(asking, spool, { text: 'x'.repeat(400) });
    expect(
      createHash('sha256')
        .update(await readFile(spool.to))
        .digest('hex'),
    ).toBe(whole);
    expect(sandbox.requests).toHaveLength(3);
  });

  it.each([
    ['a speech that is cut in half each time', { kind: 'truncate' }],
    ['silence', { kind: 'silence' }],
    ['a connection that breaks after the work', { kind: 'reset-after-work' }],
  ] satisfies [string, Mishap][])('%s leaves no file, and an outcome that nobody knows', async (_, mishap) => {
    await using sandbox = await sandboxed();
    await using asking = await startOn(sandbox, { synthesisTimeoutMs: 500 });
    await using spool = await openSpool();
    meet(sandbox, mishap, 3);
    const error = await rejection(synthesize(asking, spool, { text: 'x'.repeat(400) }));
    expect(error).toMatchObject({ name: 'OutcomeUnknownError', idempotencyKey: IDEMPOTENCY_KEY });
    expect(sandbox.requests).toHaveLength(3);
    expect(await leftIn(spool)).toEqual([]);
  });

  it('an account without cloning is told so', async () => {
    await using sandbox = await sandboxed();
    sandbox.account().features.cloning = false;
    await using asking = await startOn(sandbox);
    await using spool = await openSpool();
    expect((await rejection(synthesize(asking, spool))).name).toBe('NotEnabledError');
  });
});

describe('Memory', () => {
  /** The number of bytes at rest, give or take the test's own memory. */
  async function atRest(read: () => number): Promise<number> {
    for (let before = Number.NaN; ; ) {
      const now = read();
      if (Math.abs(now - before) < 2 ** 16) return now;
      before = now;
      await delay(200);
    }
  }

  it('holds nothing of what the service is too slow for: the file has to wait', async () => {
    const deaf = createServer((socket) => socket.pause().on('error', () => {})).listen(0, '127.0.0.1');
    await once(deaf, 'listening');
    const { port } = deaf.address() as AddressInfo;
    await using spool = await openSpool();
    const reference = { ...(await spool.put('a.wav', wavLike(64))), sizeBytes: 48 * 2 ** 20 };
    await truncate(reference.path, reference.sizeBytes);
    const asking = await startAsking(() => undefined, { dubbingUrl: `http://127.0.0.1:${port}` });
    const before = process.memoryUsage().arrayBuffers;
    const failed = rejection(synthesize(asking, spool, { referenceAudio: [reference] }));
    await once(deaf, 'connection');
    expect((await atRest(() => process.memoryUsage().arrayBuffers)) - before).toBeLessThan(16 * 2 ** 20);
    await asking[Symbol.asyncDispose]();
    expect((await failed).name).toBe('OutcomeUnknownError');
    deaf.close();
  });

  it('holds nothing of what the disk is too slow for: the service has to wait', async () => {
    const answer = wavLike(48 * 2 ** 20);
    let serving: Socket | undefined;
    await using asking = await startAsking((_request, _nth, socket) => {
      serving = socket;
      return wav(answer);
    });
    await using spool = await openSpool();
    // A named pipe: a file that takes no more than its reader does.
    execFileSync(MAKE_PIPE, [spool.to]);
    const slowDisk = open(spool.to);
    const done = synthesize(asking, spool);
    await using disk = await slowDisk;
    expect(await atRest(() => serving?.writableLength ?? 0)).toBeGreaterThan(answer.length / 2);
    const written = await disk.readFile();
    expect(await done).toEqual({ sizeBytes: answer.length });
    expect(written.equals(answer)).toBe(true);
  });
});
