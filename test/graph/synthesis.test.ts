import { createHash } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import busboy from 'busboy';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxRequest } from '../../src/sandbox/journal.ts';
import type { Mishap } from '../../src/sandbox/misfortune.ts';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { speak, wavOf } from '../kit/speech.ts';

const PATH = '/api/v1/cloning/synthesize';
const LARGEST = 52_428_800;

let folder = '';
let gateway: TestGateway;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'speech-test-'));
  gateway = await startGateway({ env: { AUDIO_STORE: folder } });
});
afterEach(async () => {
  await gateway[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const requests = (): SandboxRequest[] => gateway.sandbox.requests.filter(({ path }) => path === PATH);

/** The form of a request, read with a form parser. */
async function formOf({ headers, body }: SandboxRequest) {
  const fields: Record<string, string> = {};
  const files: { name: string; sha256: string }[] = [];
  const parser = busboy({ headers: { ...headers }, defParamCharset: 'utf8' });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  parser.on('field', (name, value) => {
    fields[name] = value;
  });
  parser.on('file', (_field, stream, { filename }) => {
    const hash = createHash('sha256');
    stream.on('data', (chunk: Buffer) => hash.update(chunk));
    stream.on('end', () => files.push({ name: filename ?? '', sha256: hash.digest('hex') }));
  });
  parser.on('close', resolve).on('error', reject).end(body);
  await promise;
  return { fields, files };
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

describe('synthesizeSpeech', () => {
  it('gives the file as text only where it is short: a long one stays at its address', async () => {
    const { result, errors } = await speak(gateway, { text: 'x'.repeat(1000) });
    expect(result.audio).toMatchObject({ durationSeconds: 50, base64: null });
    expect(errors).toEqual([
      expect.objectContaining({
        path: ['synthesizeSpeech', 'audio', 'base64'],
        extensions: expect.objectContaining({ code: 'LIMIT_EXCEEDED', actual: result.audio.sizeBytes }),
      }),
    ]);
  });

  it('speaks a text: the WAV is at an address of the gateway, whole and by Range', async () => {
    const { result, errors } = await speak(gateway, { text: 'x'.repeat(40) });
    expect(errors).toEqual([]);
    const { audio } = result;
    expect(audio).toMatchObject({ contentType: 'audio/wav', sampleRateHz: 44_100, durationSeconds: 2 });
    expect(audio.url).toMatch(new RegExp(`^${gateway.url}/audio/[\\w-]{43}$`));
    const inMs = Date.parse(audio.expiresAt) - Date.now();
    expect(inMs).toBeGreaterThan(3_500_000);
    expect(inMs).toBeLessThanOrEqual(3_600_000);

    const whole = Buffer.from(await (await fetch(audio.url)).arrayBuffer());
    expect(whole.length).toBe(audio.sizeBytes);
    expect(whole.toString('base64')).toBe(audio.base64);
    expect(whole.toString('latin1', 0, 4) + whole.toString('latin1', 8, 16)).toBe('RIFFWAVEfmt ');
    const part = await fetch(audio.url, { headers: { range: 'bytes=44-99' } });
    expect(part.status).toBe(206);
    expect(Buffer.from(await part.arrayBuffer())).toEqual(whole.subarray(44, 100));
  });

  it('gives each its own address', async () => {
    const urls = (await Promise.all([speak(gateway), speak(gateway)])).map(({ result }) => result.audio.url);
    expect(new Set(urls).size).toBe(2);
  });

  it.for([
    ['line feeds', 'one\ntwo\n\nthree\n'],
    ['carriage returns', 'one\r\ntwo\rthree'],
    ['emoji and accents, composed or not', 'Ünïcode 👩‍👩‍👧 🐟 e\u0301 é'],
    ['what a form is made of', '--boundary\r\ncontent-disposition: form-data; name="x"\r\n\r\nvalue'],
    ['white space around it', '  \t text \n'],
    ['5000 characters outside the first plane', '🐟'.repeat(5000)],
  ])('passes the text on as it was given: %s', async ([, text]) => {
    const { result } = await speak(gateway, { text: text! });
    expect(result.__typename).toBe('SynthesizeSpeechPayload');
    const { fields } = await formOf(requests()[0]!);
    expect(fields).toEqual({ text, language: 'en-US' });
  });

  it('passes reference files on to the byte, in their order, with their names', async () => {
    const references = [
      { name: 'b Ünïcode "quoted".wav', bytes: wavOf(Buffer.from(Array.from({ length: 70_000 }, (_, i) => i % 256))) },
      { name: 'a.mp3', bytes: new Uint8Array(Buffer.from('ID3\x04 and the rest\r\n--x--\r\n')) },
      { name: 'c', bytes: new Uint8Array(Buffer.from('fLaC and the rest')) },
    ];
    const { result } = await speak(gateway, {}, references);
    expect(result.__typename).toBe('SynthesizeSpeechPayload');
    const { files } = await formOf(requests()[0]!);
    expect(files.map((file) => file.sha256)).toEqual(references.map(({ bytes }) => sha256(bytes)));
    expect(files.map((file) => file.name)).toEqual(['b Ünïcode %22quoted%22.wav', 'a.mp3', 'c']);
  });

  it('sends the caller’s idempotency key, or one of its own', async () => {
    await speak(gateway, { idempotencyKey: 'my-key' });
    await speak(gateway);
    expect(requests()[0]?.headers['idempotency-key']).toBe('my-key');
    expect(requests()[1]?.headers['idempotency-key']).toMatch(/.{16,}/);
  });

  it('tells all that is wrong at once, without asking the service to speak', async () => {
    const { result } = await speak(gateway, { text: '', language: 'xx-XX', idempotencyKey: 'a\nb' }, [
      { name: 'notes.wav', bytes: new Uint8Array(Buffer.from('These are only notes.')) },
      { name: 'fine.wav', bytes: wavOf() },
      { name: 'empty.wav', bytes: new Uint8Array() },
    ]);
    expect(result).toMatchObject({ __typename: 'ValidationError', code: 'VALIDATION_FAILED' });
    const paths = result.issues.map(({ path }: { path: string[] }) => path.join('.'));
    expect(paths.toSorted()).toEqual(['idempotencyKey', 'language', 'referenceAudio.0', 'referenceAudio.2', 'text']);
    expect(requests()).toEqual([]);
  });

  it('refuses 5001 characters, and no files, before the service is asked', async () => {
    const long = await speak(gateway, { text: 'x'.repeat(5001) });
    expect(long.result.issues).toEqual([{ path: ['text'], message: expect.stringContaining('5001') }]);
    const none = await speak(gateway, {}, []);
    expect(none.result.issues).toEqual([{ path: ['referenceAudio'], message: expect.any(String) }]);
    expect(requests()).toEqual([]);
  });

  it('takes a file of exactly 50 MB', async () => {
    const { result } = await speak(gateway, {}, [{ name: 'large.wav', bytes: sized(LARGEST) }]);
    expect(result.__typename).toBe('SynthesizeSpeechPayload');
    expect(requests()[0]?.bodySize).toBeGreaterThan(LARGEST);
  });

  it('refuses a file of a byte more, and tells of no other', async () => {
    const { result, errors } = await speak(gateway, {}, [
      { name: 'fine.wav', bytes: wavOf() },
      { name: 'large.wav', bytes: sized(LARGEST + 1) },
      { name: 'later.wav', bytes: wavOf() },
    ]);
    expect(errors).toEqual([]);
    expect(result).toMatchObject({ __typename: 'ValidationError' });
    expect(result.issues).toEqual([{ path: ['referenceAudio', '1'], message: expect.stringContaining('52428800') }]);
    expect(requests()).toEqual([]);
  });

  it('never sends what was not received, though another mutation had the file that was too large', async () => {
    const query = `mutation ($a: SynthesizeSpeechInput!, $b: SynthesizeSpeechInput!) {
      a: synthesizeSpeech(input: $a) { ... on ValidationError { issues { path } } }
      b: synthesizeSpeech(input: $b) { ... on ValidationError { issues { path } } }
    }`;
    const input = { text: 'x', language: 'en-US', referenceAudio: [null] };
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables: { a: input, b: input } }));
    form.set('map', '{"0":["variables.a.referenceAudio.0"],"1":["variables.b.referenceAudio.0"]}');
    form.set('0', new Blob([sized(LARGEST + 1)]));
    form.set('1', new Blob([wavOf()]));
    const headers = { 'apollo-require-preflight': '1' };
    const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: form });
    const issues = [{ path: ['referenceAudio', '0'] }];
    expect(await response.json()).toEqual({ data: { a: { issues }, b: { issues } } });
    expect(requests()).toEqual([]);
  });

  it('takes no JSON for a file', async () => {
    const input = {
      text: 'x',
      language: 'en-US',
      referenceAudio: [{ path: '/etc/passwd', fileName: 'x', sizeBytes: 1 }],
    };
    const query = 'mutation ($input: SynthesizeSpeechInput!) { synthesizeSpeech(input: $input) { __typename } }';
    const { errors } = await gateway.ask(query, { variables: { input } });
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(['BAD_USER_INPUT']);
  });
});

const sized = (size: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(size);
  bytes.set(wavOf());
  return bytes;
};

describe('a synthesis that goes wrong', () => {
  const NOT_ENABLED = JSON.stringify({ error: 'Contact with sales manager for enable API' });
  const half = (body: Buffer) => body.subarray(0, body.length / 2);
  const json = { 'content-type': 'application/json' };

  it.for<[string, Mishap, string]>([
    ['an error with 200', { status: 200, headers: json, body: '{"error":"Oops"}' }, 'RejectedError'],
    ['not enabled, with 200', { status: 200, headers: json, body: NOT_ENABLED }, 'NotEnabledError'],
    ['not enabled, with 400', { status: 400, headers: json, body: NOT_ENABLED }, 'NotEnabledError'],
    ['not enabled, with 403', { status: 403, headers: json, body: NOT_ENABLED }, 'NotEnabledError'],
    ['refused', { status: 400, headers: json, body: '{"error":"ValidationError","message":"No."}' }, 'ValidationError'],
    ['half an answer', { kind: 'truncate' }, 'OutcomeUnknownError'],
    ['no answer after the work', { kind: 'reset-after-work' }, 'OutcomeUnknownError'],
    ['500', { status: 500, body: '<html>' }, 'OutcomeUnknownError'],
    ['503', { status: 503, body: '<html>' }, 'UPSTREAM_UNAVAILABLE'],
    ['an empty body', { status: 200, headers: { 'content-type': 'audio/wav' }, body: '' }, 'OutcomeUnknownError'],
    ['a page', { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>' }, 'OutcomeUnknownError'],
    [
      'a page that says it is a WAV',
      { status: 200, headers: { 'content-type': 'audio/wav' }, body: '<html>' },
      'OutcomeUnknownError',
    ],
    ['half a WAV that says it is whole', { kind: 'transform', body: half }, 'OutcomeUnknownError'],
  ])('is told by its kind, and leaves nothing: %s', async ([, answer, expected]) => {
    gateway.sandbox.misfortune({ on: { path: PATH }, times: Number.POSITIVE_INFINITY, answer });
    const { status, result, errors } = await speak(gateway, { idempotencyKey: 'my-key' });
    expect(status).toBe(200);
    expect([result?.__typename, ...errors.map(({ extensions }) => extensions.code)].filter(Boolean)).toEqual([
      expected,
    ]);
    if (expected === 'OutcomeUnknownError') expect(result.idempotencyKey).toBe('my-key');
    expect(JSON.stringify([result, errors])).not.toContain('<html>');
    expect(await readdir(folder)).toEqual([]);
  });

  it('that came whole is served with true lengths, whatever its header and its content type say', async () => {
    gateway.sandbox.misfortune({
      on: { path: PATH },
      answer: {
        kind: 'transform',
        headers: { 'content-type': 'text/plain' },
        body: (body) => {
          const streamed = Buffer.from(body);
          for (const at of [4, 40]) streamed.writeUInt32LE(0xffffffff, at);
          return streamed;
        },
      },
    });
    const { result } = await speak(gateway, { text: 'x'.repeat(40) });
    expect(result.audio).toMatchObject({ contentType: 'audio/wav', durationSeconds: 2 });
    const served = Buffer.from(await (await fetch(result.audio.url)).arrayBuffer());
    expect(served.length).toBe(result.audio.sizeBytes);
    expect([served.readUInt32LE(4), served.readUInt32LE(40)]).toEqual([served.length - 8, served.length - 44]);
  });

  it('does not mind that its folder has been cleaned away: it is made again', async () => {
    await rm(folder, { recursive: true });
    expect((await speak(gateway)).result.__typename).toBe('SynthesizeSpeechPayload');
    expect(await readdir(folder)).toHaveLength(1);
  });

  it('is not asked for where its folder cannot be used', async () => {
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file');
    const { result, errors } = await speak(gateway);
    expect(result).toBeNull();
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 60 } }]);
    expect(requests()).toEqual([]);
    await rm(folder);
    await mkdir(folder);
  });

  it('that cannot be kept once it is spoken has an outcome that nobody knows, with the key', async () => {
    gateway.sandbox.misfortune({
      on: { path: PATH },
      answer: {
        kind: 'transform',
        body: (body) => {
          rmSync(folder, { recursive: true });
          return body;
        },
      },
    });
    const { result } = await speak(gateway);
    expect(result).toMatchObject({
      __typename: 'OutcomeUnknownError',
      idempotencyKey: expect.stringMatching(/.{16,}/),
    });
    expect(requests()).toHaveLength(1);
    await mkdir(folder);
  });

  it('is told of silence once it has lasted for as long as is waited', async () => {
    await using impatient = await startGateway({ env: { AUDIO_STORE: folder, SYNTHESIS_TIMEOUT_MS: '200' } });
    impatient.sandbox.misfortune({ on: { path: PATH }, times: Number.POSITIVE_INFINITY, answer: { kind: 'silence' } });
    const { result } = await speak(impatient);
    expect(result.__typename).toBe('OutcomeUnknownError');
    expect(await readdir(folder)).toEqual([]);
  });

  it('is tried again with the same key and the same whole form', async () => {
    gateway.sandbox.misfortune({ on: { path: PATH }, answer: { status: 503 } });
    gateway.sandbox.misfortune({ on: { path: PATH }, answer: { kind: 'reset', afterBytes: 1000 } });
    const { result } = await speak(gateway, {}, [{ name: 'a.wav', bytes: wavOf('x'.repeat(200_000)) }]);
    expect(result.__typename).toBe('SynthesizeSpeechPayload');
    expect(requests()).toHaveLength(3);
    expect(new Set(requests().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    const [first, , third] = requests();
    expect(first?.bodySha256).toBe(third?.bodySha256);
  });
});

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

describe.skipIf(!CHROMIUM)('speech in Chromium (skipped where there is none)', () => {
  let browser: Browser;
  beforeAll(async () => {
    const quiet = ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'];
    const audible = ['--autoplay-policy=no-user-gesture-required', '--mute-audio'];
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: [...quiet, ...audible] });
  });
  afterAll(() => browser?.close());

  it('is heard to its end, after a jump to the middle of what was not loaded', async () => {
    // Four minutes, 21 MB: more than a player loads beforehand.
    const { result } = await speak(gateway, { text: 'x'.repeat(4800) });
    const page = await browser.newPage();
    const ranges: string[] = [];
    page.on('response', async (response) => {
      const range = (await response.allHeaders())['content-range'];
      if (response.status() === 206 && range) ranges.push(range);
    });
    // Another origin than the gateway's, as a front end has.
    await page.setContent('<audio controls></audio>');
    const heard = await page.evaluate(async (url) => {
      // biome-ignore lint/suspicious/noExplicitAny: runs in the page, whose types the tests do not have
      const audio = (globalThis as any).document.querySelector('audio');
      const event = (name: string) =>
        new Promise((resolve, reject) => {
          audio.addEventListener(name, resolve, { once: true });
          audio.addEventListener('error', () => reject(new Error(audio.error.message)), { once: true });
        });
      const ready = event('loadedmetadata');
      audio.src = url;
      await ready;
      const ended = event('ended');
      audio.currentTime = audio.duration - 0.5;
      await audio.play();
      await ended;
      return { duration: audio.duration, at: audio.currentTime };
    }, result.audio.url);
    expect(heard.duration).toBeCloseTo(result.audio.durationSeconds, 2);
    expect(heard.at).toBeCloseTo(heard.duration, 1);
    expect(ranges.some((range) => !range.startsWith('bytes 0-'))).toBe(true);
    await page.close();
  });
});
