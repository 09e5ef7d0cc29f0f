import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES } from '../../src/errors.ts';
import { MISHAP_WORDS } from '../../src/sandbox/faults.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { askBy, DOORS, type Door } from '../kit/doors.ts';
import type { GraphError } from '../kit/gateway.ts';

const KEY = 'the-key-of-the-service';
/** After a 429 nothing is sent for a while, so that nothing else goes wrong. */
const THROTTLING = 'rate-limited';
const WORDS = MISHAP_WORDS.map(({ word }) => word).filter((word) => word !== THROTTLING);
/** One of each code: libraries behave by NODE_ENV, while what the gateway makes of a misfortune does not depend on it. */
const OF_EACH_CODE = ['error-500', 'timeout', 'html', 'garbled', 'unauthorized', 'not-enabled', 'refused'];
/** Each request with one of these takes as long as it may. */
const SLOW = ['timeout', 'slow-answer', 'stalled'];
/** Whose words are meant for whoever asked: the message of a refusal (BEHAVIOUR.md, "Failures"). */
const REFUSALS = /Refused by the word (refused|error-200)/g;
/** The words of a service or a balancer about itself, and what the gateway knows of them. */
const OF_THE_SERVICE =
  /worker\.js|lb\.js|Bad Gateway|<!doctype|<html|Internal Server Error|Gateway Timeout|Upstream\.connect/;
const OF_THE_GATEWAY = /ECONN|EPIPE|UND_ERR|undici|SocketError|\bat \S+ \(|\.[tj]s:\d|node:|node_modules|127\.0\.0\.1/;

interface Process extends AsyncDisposable {
  readonly url: string;
  /** All that it has written. */
  log(): string;
}

/** The gateway as a process of its own: libraries look at NODE_ENV when they are loaded. */
async function startProcess(sandbox: Sandbox, nodeEnv: string): Promise<Process> {
  const child: ChildProcess = spawn(process.execPath, ['src/start.js'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: {
      PATH: process.env['PATH'],
      ...(nodeEnv && { NODE_ENV: nodeEnv }),
      PORT: '0',
      AUTH_MODE: 'open',
      DUBBING_API_URL: sandbox.dubbingUrl,
      STUDIO_API_URL: sandbox.studioUrl,
      DUBBING_API_KEY: KEY,
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      READ_MAX_AGE_MS: '0',
      UPSTREAM_TIMEOUT_MS: '500',
      LOG_LEVEL: 'trace',
      // Streams may be open at the end, and nobody waits for them.
      SHUTDOWN_GRACE_MS: '200',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text) => {
      log += text;
    });
  }
  const listening = () => log.split('\n').find((line) => line.includes('"msg":"listening"') && line.endsWith('}'));
  while (!listening()) await once(child.stdout!, 'data');
  return {
    url: JSON.parse(listening()!).url,
    log: () => log,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await once(child, 'close');
    },
  };
}

const READ = 'query ($id: ID!) { artifact(id: $id) { name status } }';
const READ_DETAILS = 'query ($id: ID!) { dubbingProject(id: $id) { mixingMode output { videoUrl } } }';
const WATCH = 'subscription ($id: ID!) { artifactUpdated(id: $id) { kind artifact { status } } }';
const CREATE = `mutation ($name: String!) {
  createArtifact(input: { name: $name, type: VIDEO, source: { url: "https://media.example.com/a.mp4" } }) {
    __typename ... on UserError { code message }
  }
}`;
const UPLOAD = `mutation ($name: String!) {
  requestArtifactUpload(fileName: $name) { __typename ... on UserError { code message } }
}`;

/** The operations that a door carries: a mutation not by GET, a subscription by a stream only. */
function operationsFor(door: Door): readonly string[] {
  const reads = [READ, READ_DETAILS];
  if (door.endsWith('GET')) return door.startsWith('SSE') ? [...reads, WATCH] : reads;
  return door === 'POST' ? [...reads, CREATE, UPLOAD] : [...reads, CREATE, UPLOAD, WATCH];
}

describe.each<[string, readonly string[]]>([
  ['production', WORDS],
  ['development', OF_EACH_CODE],
  ['', OF_EACH_CODE],
])('with NODE_ENV=%s, of whatever goes wrong at the service', (nodeEnv, words) => {
  let sandbox: Sandbox;
  let gateway: Process;
  beforeAll(async () => {
    sandbox = await startSandbox({ keys: [KEY], populate: false });
    for (const word of [...words, THROTTLING]) {
      sandbox.account().putArtifact({ id: word, name: `Trailer, read-${word}` });
      sandbox.account().putDubbingProject({ id: word, name: `Trailer, read-${word}` });
    }
    gateway = await startProcess(sandbox, nodeEnv);
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await sandbox[Symbol.asyncDispose]();
  });

  const hosts = () => [sandbox.dubbingUrl, sandbox.studioUrl].map((url) => new URL(url).host);

  /** The codes of the answer to an operation about the thing with a word in its name. */
  async function ask(door: Door, query: string, word: string): Promise<string[]> {
    const variables = { id: word, name: `Trailer, ${word}.mp4` };
    const { text, errors } = await askBy(door, gateway.url, { query, variables });
    const told = text.replaceAll(REFUSALS, '');
    const what = `${word}: ${text}`;
    expect(told, what).not.toContain(KEY);
    for (const host of hosts()) expect(told, what).not.toContain(host);
    expect(told, what).not.toMatch(OF_THE_SERVICE);
    expect(told, what).not.toMatch(OF_THE_GATEWAY);
    for (const error of errors) expectMasked(error, what);
    return errors.map(({ extensions }) => extensions.code);
  }

  it('a caller hears a code and the gateway’s own words only, through every door', async () => {
    const codes = new Set<string>();
    const slow = words.filter((word) => SLOW.includes(word));
    const quick = words.filter((word) => !SLOW.includes(word));
    async function askFor(door: Door, query: string, words: readonly string[]): Promise<void> {
      const answers = await Promise.all(words.map((word) => ask(door, query, word)));
      for (const code of answers.flat()) codes.add(code);
    }
    async function askInTurn(door: Door): Promise<void> {
      for (const query of operationsFor(door)) await askFor(door, query, quick);
    }
    const askAtOnce = (door: Door) => Promise.all(operationsFor(door).map((query) => askFor(door, query, slow)));
    await Promise.all(DOORS.flatMap((door) => [askInTurn(door), askAtOnce(door)]));
    expect([...codes]).toEqual(
      expect.arrayContaining([
        'UPSTREAM_UNAVAILABLE',
        'UPSTREAM_TIMEOUT',
        'UPSTREAM_MALFORMED',
        'SERVICE_KEY_REJECTED',
        'FORBIDDEN',
        'BAD_USER_INPUT',
      ]),
    );
  });

  it('a caller hears of a quota that is used up by a code', async () => {
    for (const door of DOORS) {
      for (const query of operationsFor(door).filter((one) => one !== UPLOAD)) {
        expect(await ask(door, query, THROTTLING)).toEqual(['RATE_LIMITED']);
      }
    }
  });

  it('the log tells the causes, and neither the key, nor a signature, nor what the service has said', () => {
    const log = gateway.log();
    expect(log).toContain('operation failed');
    expect(log).toContain('UPSTREAM_TIMEOUT');
    expect(log).not.toContain(KEY);
    expect(log).not.toMatch(/X-Signature|X-Expires/);
    expect(log).not.toMatch(OF_THE_SERVICE);
    expect(log).not.toMatch(/Refused by the word|Contact with sales|Not enough minutes/);
  });
});

function expectMasked({ extensions, ...error }: GraphError, what: string): void {
  expect(ERROR_CODES, what).toContain(extensions.code);
  expect(extensions['requestId'], what).toMatch(/^[\w-]{1,64}$/);
  const known = ['code', 'requestId', 'retryAfterSeconds'];
  expect(
    Object.keys(extensions).filter((name) => !known.includes(name)),
    what,
  ).toEqual([]);
  expect(
    Object.keys(error).filter((name) => !['message', 'path', 'locations'].includes(name)),
    what,
  ).toEqual([]);
}
