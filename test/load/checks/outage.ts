import { setTimeout as pause } from 'node:timers/promises';
import { MISHAP_WORDS } from '../../../src/sandbox/faults.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import type { Mishap } from '../../../src/sandbox/misfortune.ts';
import { TRANSPORTS } from '../../kit/subscribe.ts';
import { breaking } from '../breakable-service.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { inLanes, settled } from '../measuring.ts';
import { openReader, type Reader } from '../reader.ts';
import { PROJECT, putArtifacts, putProjects, putVideos, startStillService, until } from '../watched.ts';

const EACH = 7;
/** The list of all projects, each artifact, each video, and the balance: for each of them the service is asked by itself. */
const WATCHES = 2 + 2 * EACH;
const OPENING_AT_ONCE = 50;
const SECOND_MS = 1_000;
const RECOVERY_MS = 30_000;
/** In the second after it is back, over what there is in each second anyway: a look for each watch. */
const MOST_A_SECOND = 2 * WATCHES;
const ENV = {
  WATCH_MIN_INTERVAL_MS: '250',
  WATCH_MAX_INTERVAL_MS: '1000',
  READ_MAX_AGE_MS: '0',
  UPSTREAM_TIMEOUT_MS: '1000',
  LOG_LEVEL: 'debug',
};

/** Passing failures, and how they show; the words are those of the sandbox's misfortunes. */
const WAYS: Readonly<Record<string, 'STALE' | 'THROTTLED'>> = {
  'error-503': 'STALE',
  timeout: 'STALE',
  html: 'STALE',
  'rate-limited': 'THROTTLED',
  'error-500': 'STALE',
  'error-502': 'STALE',
  'error-504': 'STALE',
  reset: 'STALE',
  'lost-answer': 'STALE',
  'slow-answer': 'STALE',
  empty: 'STALE',
  stalled: 'STALE',
  truncated: 'STALE',
  garbled: 'STALE',
  'no-credit': 'STALE',
};
const WAYS_OF_SHORT = 2;
/** Permanent failures: each stream ends, with a code. */
const ENDS: Readonly<Record<string, string>> = {
  unauthorized: 'SERVICE_KEY_REJECTED',
  'bad-token': 'SERVICE_KEY_REJECTED',
  forbidden: 'FORBIDDEN',
};
/** Words of the service in its failures; no caller may see them. */
const WORDS =
  /worker\.js|lb\.js|Upstream\.connect|Bad Gateway|Internal Server Error|Service Unavailable|Gateway Timeout|<h1>|Rate limit exceeded|Not enough minutes/;

/** The service fails in each way there is, while many watch: they are told once, and once more when it is back. */
export const outage: Check = {
  name: 'outage',
  async run(findings, { isShort }) {
    const {
      streams: count,
      ways,
      forMs,
      longMs,
    } = isShort
      ? { streams: 100, ways: Object.entries(WAYS).slice(0, WAYS_OF_SHORT), forMs: 1_500, longMs: 0 }
      : { streams: 500, ways: Object.entries(WAYS), forMs: 8_000, longMs: 150_000 };
    await using sandbox = await startStillService();
    putThings(sandbox);
    const lines: string[] = [];
    await using gateway = await startGatewayProcess({
      service: sandbox,
      env: ENV,
      onLine: (line) => {
        if (WORDS.test(line)) lines.push(line);
      },
    });
    const streams = await openAll(gateway, count);
    for (const [word, freshness] of ways) await endure(findings, sandbox, streams, { word, freshness, forMs });
    if (longMs > 0) {
      await endure(findings, sandbox, streams, { word: 'error-503', freshness: 'STALE', forMs: longMs });
    }
    for (const [word, code] of Object.entries(ENDS)) await endBy(findings, sandbox, gateway, word, code);
    const told = streams.filter(({ hasWords }) => hasWords).length;
    findings.atMost('streams that were told of its words', told, 0, '');
    findings.atMost(`lines of the log that hold its words ${lines.slice(0, 3)}`, lines.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
    const complaints = gateway.complaints.filter((line) => !line.includes('SERVICE_KEY_REJECTED'));
    findings.atMost(`warnings and errors ${complaints.slice(0, 3)}`, complaints.length, 0, '');
  },
};

interface Stream {
  readonly reader: Reader;
  /** How the state was known, update by update, since it was last looked at. */
  seen: string[];
  readonly ends: string[];
  hasWords: boolean;
}

const QUERIES: readonly { readonly query: string; readonly ids: readonly string[] }[] = [
  { query: PROJECT, ids: numbered('p') },
  {
    query: 'subscription ($id: ID!) { artifactUpdated(id: $id) { kind freshness artifact { name } } }',
    ids: numbered('a'),
  },
  {
    query: `subscription ($id: ID!) {
      videoUpdated(id: $id) { kind freshness video { name } progress { languages { phase eta } } }
    }`,
    ids: numbered('proj_demo/v'),
  },
  { query: 'subscription { dubbingProjectsUpdated { kind freshness projects { name } } }', ids: [''] },
  { query: 'subscription { balanceUpdated { kind freshness balance { minutes } } }', ids: [''] },
];

function numbered(start: string): readonly string[] {
  return Array.from({ length: EACH }, (_, index) => `${start}${index}`);
}

function putThings(sandbox: Sandbox): void {
  putProjects(sandbox, EACH);
  putArtifacts(sandbox, EACH);
  putVideos(sandbox, EACH);
}

async function openAll({ port }: GatewayProcess, count: number): Promise<readonly Stream[]> {
  const streams: Stream[] = [];
  const asked = QUERIES.flatMap(({ query, ids }) =>
    ids.map((id) => ({ query, ...(id !== '' && { variables: { id } }) })),
  );
  await inLanes(count, OPENING_AT_ONCE, async (number) => {
    const stream = { seen: [], ends: [], hasWords: false } as Omit<Stream, 'reader'>;
    const reader = await openReader({
      port,
      transport: TRANSPORTS[number % TRANSPORTS.length] ?? 'SSE',
      ...(asked[Math.floor(number / 2) % asked.length] ?? { query: '' }),
      onResult(result) {
        const text = result.toString();
        stream.seen.push(/"freshness":"(\w+)"/.exec(text)?.[1] ?? text);
        stream.hasWords ||= WORDS.test(text) || text.includes('127.0.0.1');
      },
      onEnd(how) {
        stream.ends.push(how);
        stream.hasWords ||= WORDS.test(how);
      },
    });
    streams.push(Object.assign(stream, { reader }));
  });
  await until(() => streams.every(({ seen }) => seen.length === 1), 'each is told the present state');
  return streams;
}

interface Outage {
  readonly word: string;
  readonly freshness: string;
  readonly forMs: number;
}

/** The service fails for a while, and comes back. */
async function endure(
  findings: Findings,
  sandbox: Sandbox,
  streams: readonly Stream[],
  { word, freshness, forMs }: Outage,
): Promise<void> {
  const what = `${word} for ${(forMs / SECOND_MS).toFixed(0)} s`;
  for (const stream of streams) stream.seen = [];
  const service = breaking(sandbox);
  service.breakBy(mishapOf(word));
  await pause(forMs);
  const told = await settled(() => streams.filter(({ seen }) => seen.length === 0).length, 0, RECOVERY_MS);
  findings.atMost(`${what}: streams that were not told`, told, 0, '');
  sandbox.clearRequests();
  service.mend();
  const late = await settled(
    () => streams.filter(({ seen }) => seen.at(-1) !== 'LIVE').length,
    0,
    RECOVERY_MS + 30_000,
  );
  findings.atMost(`${what}: streams that were not told that it is back`, late, 0, '');
  await pause(2 * SECOND_MS);
  const wrong = streams.filter(({ seen, ends }) => seen.join() !== `${freshness},LIVE` || ends.length > 0);
  const { seen, ends } = wrong[0] ?? { seen: [], ends: [] };
  findings.atMost(`${what}: streams not told just twice ${seen} ${ends}`, wrong.length, 0, '');
  const most = mostInASecond(sandbox.requests.map(({ receivedAt }) => receivedAt));
  findings.atMost(`${what}: requests in a second once it is back`, most, MOST_A_SECOND, '');
}

function mishapOf(word: string): Mishap {
  const found = MISHAP_WORDS.find((entry) => entry.word === word);
  if (!found) throw new Error(`The sandbox knows no ${word}.`);
  return found.mishap;
}

/** @param times in ms, in order */
function mostInASecond(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [index, at] of times.entries()) {
    while ((times[first] ?? at) <= at - SECOND_MS) first += 1;
    most = Math.max(most, index - first + 1);
  }
  return most;
}

/** The service refuses for good: streams of their own end, those that are open already as well. */
async function endBy(
  findings: Findings,
  sandbox: Sandbox,
  gateway: GatewayProcess,
  word: string,
  code: string,
): Promise<void> {
  const streams = await openAll(gateway, 2 * QUERIES.length * EACH);
  const service = breaking(sandbox);
  service.breakBy(mishapOf(word));
  const open = await settled(() => streams.filter(({ ends }) => ends.length === 0).length, 0, RECOVERY_MS);
  service.mend();
  findings.atMost(`${word}: streams that did not end`, open, 0, '');
  const isTold = ({ seen, ends }: Stream) => [...seen, ...ends].some((text) => text.includes(code));
  const wrong = streams.filter((stream) => !isTold(stream));
  findings.atMost(`${word}: streams that ended without ${code} ${wrong[0]?.ends}`, wrong.length, 0, '');
  await pause(2 * SECOND_MS);
}
