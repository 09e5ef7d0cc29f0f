import { setTimeout as pause } from 'node:timers/promises';
import { readyProject } from '../../../kit/service-bodies.ts';
import type { Check, Findings } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../../graph-client.ts';
import { quantile } from '../../measuring.ts';
import { startService } from '../../service.ts';
import { openSocketClient } from '../../socket-client.ts';

const KEYS = ['many', 'other'] as const;
const [MANY, OTHER] = KEYS;
const ENV = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
const HEAP_MB = 512;
const GROWTH_MB = 512;
const PROJECTS = 300;
/** Less than a burst. */
const SHORT_PAGE = 190;
const FIELDS = [...'abcdefghijklmnop'].map((name) => `${name}: name`).join(' ');
const SLOW_MS = 2_000;
const P95_MS = 250;
const LONGEST_MS = 500;
const PAUSE_MS = 20;

interface Kind {
  /** No two are equal. */
  readonly operation: (number: number) => string;
  readonly sockets: number;
  /** At most 10 of them run at once. */
  readonly onSocket: number;
}

const page = (first: number, number: number): string =>
  `x: dubbingProjects(first: ${first}) { edges { cursor node { id z${number}: status ${FIELDS} } } }`;

const DETAILS = `id name state projectId status rawStatus mixingMode costMinutes createdAt estimatedCompletionAt completedAt
  errorMessage checkedAt sourceLanguage { code name nativeName } targetLanguage { code name nativeName }`;

/** Some 1,500 fields, in some 2,500 tokens. */
const many = (number: number): string => {
  const projects = Array.from(
    { length: 82 },
    (_, field) => `p${number}_${field}: dubbingProject(id: "p1") { ${DETAILS} }`,
  );
  return `{ ${projects.join(' ')} balance { minutes } }`;
};

const update = (number: number): string => {
  const projects = Array.from({ length: 80 }, (_, field) => `p${number}_${field}: project { ${DETAILS} }`);
  const slow = 'slow: project { output { targetSpeakers { voice { name } } } }';
  return `subscription { dubbingProjectUpdated(id: "ready") { ${projects.join(' ')} ${slow} } }`;
};

const list = (number: number): string =>
  `subscription { dubbingProjectsUpdated { p${number}: projects { id ${FIELDS} } } }`;

/** In each of these, something is made, and then waits: for its turn, or for the service. */
const KINDS: Readonly<Record<string, Kind>> = {
  'long lists': { sockets: 300, onSocket: 10, operation: (number) => `{ ${page(PROJECTS, number)} }` },
  'lists, with a slow field': {
    ...{ sockets: 300, onSocket: 10 },
    operation: (number) => `{ ${page(SHORT_PAGE, number)} balance { minutes } }`,
  },
  'many fields, with a slow one': { sockets: 80, onSocket: 10, operation: many },
  'the same, most of them waiting for a place on their sockets': { sockets: 6, onSocket: 150, operation: many },
  'updates of long documents, with a slow field': { sockets: 6, onSocket: 150, operation: update },
  'updates of long lists': { sockets: 10, onSocket: 200, operation: list },
};

/** Operations of one client, all of them begun and none of them over: what they have made is bounded. */
export const halfDone: Check = {
  name: 'half-done',
  async run(findings, { isShort }) {
    for (const [name, kind] of Object.entries(KINDS)) {
      const sockets = isShort ? kind.sockets / 2 : kind.sockets;
      await judge(findings, { ...kind, name, isShort, sockets });
    }
  },
};

interface Judged extends Kind {
  readonly name: string;
  readonly isShort: boolean;
}

async function judge(findings: Findings, { name, isShort, ...kind }: Judged): Promise<void> {
  await using sandbox = await startService({ keys: [...KEYS] });
  for (let number = 0; number < PROJECTS; number += 1)
    sandbox.account(MANY).putDubbingProject({ id: `p${number}`, name: `Episode ${number}` });
  const on = { path: /^\/api\/v1\/(balance|voices)/, key: MANY };
  sandbox.misfortune({ on, times: Infinity, answer: { kind: 'delay', ms: SLOW_MS } });
  const body = JSON.stringify(readyProject());
  sandbox.misfortune({ on: { path: '/api/v1/projects/ready' }, times: Infinity, answer: { status: 200, body } });
  const nodeOptions = [`--max-old-space-size=${HEAP_MB}`];
  await using gateway = await startGatewayProcess({ service: sandbox, env: ENV, nodeOptions });
  await using other = createGraphClient(gateway.url, OTHER);
  await other.ask('{ balance { minutes } }');
  const before = gateway.residentMb();
  const asking = askAll(gateway, kind);
  const waitsMs = await waitsOf(other, asking);
  const codes = await asking;

  const failed = codes.filter((code) => code !== null && code !== 'RATE_LIMITED');
  findings.atMost(`${name}: failures ${failed.slice(0, 1)}`, failed.length, 0, '');
  findings.atLeast(`${name}: answered`, codes.filter((code) => code === null).length, 1, '');
  const [p95, longest] = [quantile(waitsMs, 0.95), Math.max(...waitsMs)];
  // The full form has a quiet machine; the short form runs wherever tests run.
  if (isShort)
    findings.note(`${name}: another client waits, p95 and longest`, `${p95.toFixed(0)}, ${longest.toFixed(0)} ms`);
  else {
    findings.atMost(`${name}: another client waits, p95`, p95, P95_MS, 'ms');
    findings.atMost(`${name}: longest`, longest, LONGEST_MS, 'ms');
  }
  findings.atMost(`${name}: RSS over ${before.toFixed(0)} MB`, gateway.peakResidentMb() - before, GROWTH_MB, 'MB');
}

/** Each of some thousand operations once, all at once. @returns the code of the first error of each; null for none */
async function askAll(
  { url }: GatewayProcess,
  { sockets: count, onSocket, operation }: Kind,
): Promise<(string | null)[]> {
  await using sockets = new AsyncDisposableStack();
  const asked: Promise<string | null>[] = [];
  for (let socket = 0; socket < count; socket += 1) {
    const client = sockets.use(await openSocketClient(url, MANY));
    for (let number = 0; number < onSocket; number += 1) {
      const query = operation(socket * onSocket + number);
      asked.push(
        client.ask(JSON.stringify({ query })).then(
          (codes) => codes[0] ?? null,
          (error: unknown) => String(error),
        ),
      );
    }
  }
  return await Promise.all(asked);
}

async function waitsOf(client: GraphClient, until: Promise<unknown>): Promise<readonly number[]> {
  const waitsMs: number[] = [];
  let isOver = false;
  void until.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const askedAt = performance.now();
    const { codes } = await client.ask('{ balance { minutes } }');
    waitsMs.push(codes.length > 0 ? Number.POSITIVE_INFINITY : performance.now() - askedAt);
    await pause(PAUSE_MS);
  }
  return waitsMs;
}
