import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { MISHAP_WORDS } from '../../../src/sandbox/faults.ts';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { seeded } from '../../upstream/under-fire.ts';
import { breaking } from '../breakable-service.ts';
import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, makeFolder, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import type { Counts } from '../inside.ts';
import { quantile, settled } from '../measuring.ts';
import { startService } from '../service.ts';
import { move, settle, sweep, TENANT_KEYS, type Tenant, type TenantFiles, type Trouble } from '../tenants.ts';
import { anyActivity, type Book, countWrong, fillMemory } from '../visitors.ts';

const ENV = {
  AUTH_MODE: 'tokens',
  DUBBING_API_KEY: '',
  WATCH_MIN_INTERVAL_MS: '500',
  WATCH_MAX_INTERVAL_MS: '2000',
  UPSTREAM_TIMEOUT_MS: '5000',
  SYNTHESIS_TIMEOUT_MS: '5000',
  AUDIO_TTL_MS: '5000',
};
/** The longest remains once all have left: an unwatched thing, a connection to the service, a file of audio. */
const SETTLING_MS = 20_000;
const RSS_GROWTH_PERCENT = 15;
const HEAP_GROWTH_MB = 5;
const MOVE_EVERY_MS = 200;
const SWEEP_EVERY_MS = 1_000;
const MADE_STAY_MS = 5_000;
const FAILING = /^(error-5|reset|lost|timeout|slow|html|empty|stalled|truncated|garbled)/;

/** A great many callers of all kinds, a service that fails now and then, and attackers: nothing goes wrong that was not made to, and nothing stays. */
export const hour: Check = {
  name: 'hour',
  async run(findings, { isShort, minutes = 10 }) {
    const { visitors, warmUpMs, forMs, restMs } = isShort
      ? { visitors: 100, warmUpMs: 3_000, forMs: 10_000, restMs: 6_000 }
      : { visitors: 2_000, warmUpMs: 6_000 * minutes, forMs: 60_000 * minutes, restMs: SETTLING_MS };
    await using sandbox = await startService({ keys: TENANT_KEYS });
    const { tenants, files } = settle(sandbox);
    await using folder = await makeFolder();
    const env = { ...ENV, ...(await writeFiles(folder.path, files)) };
    await using gateway = await startGatewayProcess({ service: sandbox, env, looksInside: true });
    const book: Book = { counts: new Map(), wrong: new Map() };
    const day = { gateway, sandbox, tenants, visitors, book };

    await pass(day, warmUpMs);
    await using client = createGraphClient(gateway.url, tenants[0]?.writer);
    await fillMemory(client);
    const before = await rest(gateway, restMs);
    const resident = await pass(day, forMs);
    const after = await rest(gateway, restMs, before);

    for (const [what, times] of [...book.counts].toSorted()) findings.note(what, times.toLocaleString('en'));
    for (const [kind, { times, examples }] of book.wrong) {
      findings.note(`wrong: ${kind}`, String(times));
      for (const example of examples) findings.note('  such as', example);
    }
    findings.note('longest pause of the check itself', `${Math.round(longestPause.max / 1e6)} ms`);
    findings.atMost('answers, updates and ends that are wrong', book.wrong.size, 0, '');
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    const [, second = Number.NaN] = resident;
    const last = resident.at(-1) ?? Number.NaN;
    findings.note('RSS, median of each fifth', `${resident.map((mb) => mb.toFixed(0)).join(', ')} MB`);
    if (!isShort && minutes >= 10)
      findings.atMost(
        'RSS growth from the second fifth to the last',
        (last / second - 1) * 100,
        RSS_GROWTH_PERCENT,
        '%',
      );
    compare(findings, before, after);
  },
};

interface Day {
  readonly gateway: GatewayProcess;
  readonly sandbox: Sandbox;
  readonly tenants: readonly Tenant[];
  readonly visitors: number;
  readonly book: Book;
}

async function writeFiles(folder: string, { tokens, accounts }: TenantFiles) {
  const write = async (name: string, content: unknown): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, JSON.stringify(content));
    return path;
  };
  return {
    AUTH_TOKENS_FILE: await write('tokens.json', tokens),
    ACCOUNTS_FILE: await write('accounts.json', accounts),
  };
}

const FIFTHS = 5;
/** The pause of the check's own process, with the service in it: where it is long, the machine is too busy for this check. */
const longestPause = monitorEventLoopDelay();

/** Lets visitors come and go for so long; resolves, when all have left, with the resident memory of each fifth of it. */
async function pass(day: Day, forMs: number): Promise<readonly number[]> {
  const { gateway, tenants, visitors } = day;
  const until = performance.now() + forMs;
  await using clients = new AsyncDisposableStack();
  const clientOf = new Map<string, GraphClient>(
    tenants.flatMap(({ reader, writer }) =>
      [reader, writer].map((token) => [token, clients.use(createGraphClient(gateway.url, token))] as const),
    ),
  );
  using _moving = every(MOVE_EVERY_MS, (number) => {
    for (const tenant of tenants) move(tenant, number);
  });
  using _sweeping = every(SWEEP_EVERY_MS, () => {
    for (const tenant of tenants) sweep(tenant, Date.now() - MADE_STAY_MS);
  });
  longestPause.enable();
  const samples: number[] = [];
  using _sampling = every(forMs / FIFTHS / 20, () => samples.push(gateway.residentMb()));
  const troubles = trouble(day, until);
  await Promise.all(Array.from({ length: visitors }, (_, index) => visit(day, index, until, clientOf)));
  await troubles;
  for (const tenant of tenants) sweep(tenant, Number.POSITIVE_INFINITY);
  const fifth = Math.ceil(samples.length / FIFTHS);
  return Array.from({ length: FIFTHS }, (_, index) => quantile(samples.slice(index * fifth, (index + 1) * fifth), 0.5));
}

/** One visitor after the other, at one place. */
async function visit(
  day: Day,
  index: number,
  until: number,
  clientOf: ReadonlyMap<string, GraphClient>,
): Promise<void> {
  const { gateway, tenants, book } = day;
  const random = seeded(index + 1);
  const leftMs = (): number => until - performance.now();
  await pause(random() * Math.min(THINKING_MS, leftMs() / 2));
  for (let number = index; leftMs() > 0; number += day.visitors) {
    const tenant = tenants[Math.floor(random() * tenants.length)]!;
    const mayWrite = random() < 0.7;
    const token = mayWrite ? tenant.writer : tenant.reader;
    const client = clientOf.get(token)!;
    const stayMs = Math.min(STAY_MS, leftMs());
    const { port, url } = gateway;
    const activity = anyActivity(random);
    const circumstances = () => circumstancesOf(day, tenant);
    const parts = { port, url, tenant, token, mayWrite, client, random, number, stayMs, book, circumstances };
    await activity(parts).catch((error: unknown) => countWrong(parts, `${activity.name}: ${error}`));
    await pause(Math.max(0, Math.min(random() * 2 * THINKING_MS, leftMs())));
  }
}

const THINKING_MS = 5_000;
const STAY_MS = 30_000;

/** Lets the service fail for all but the first tenant now and then, in all ways that pass. */
async function trouble({ sandbox, tenants }: Day, until: number): Promise<void> {
  const random = seeded(99);
  const ways = MISHAP_WORDS.filter(({ word }) => FAILING.test(word));
  const ofWhom = tenants.slice(1);
  for (let time = 0; performance.now() < until; time += 1) {
    await pause(Math.min(BETWEEN_TROUBLES_MS * (0.5 + random()), Math.max(0, until - performance.now())));
    const tenant = ofWhom[time % ofWhom.length]!;
    const service = breaking(sandbox, tenant.key);
    const { word, mishap } = ways[Math.floor(random() * ways.length)]!;
    const current: Trouble = { word, since: performance.now(), mendedAt: Number.POSITIVE_INFINITY };
    tenant.trouble = current;
    service.breakBy(mishap);
    await pause(500 + random() * 2_500);
    service.mend();
    current.mendedAt = performance.now();
  }
}

/** Each of the troubled tenants is well for half of the time, so that what fails long after is seen. */
const BETWEEN_TROUBLES_MS = 15_000;
const JOURNAL_MS = 20_000;
const JOURNAL_ENTRIES = 4;

/** The moment, the tenant's last trouble, and its last requests at the service that went wrong or are not answered. */
function circumstancesOf({ sandbox }: Day, { name, key, trouble }: Tenant): string {
  const now = performance.now();
  const ago = (at: number): string => `${((now - at) / 1000).toFixed(1)} s ago`;
  const last =
    trouble === null
      ? 'never troubled'
      : `${trouble.word} since ${ago(trouble.since)}, mended ${ago(trouble.mendedAt)}`;
  const since = sandbox.clock.now() - JOURNAL_MS;
  const requests = sandbox.requests
    .filter((request) => request.key === key && request.receivedAt > since && (request.status ?? 500) >= 400)
    .slice(-JOURNAL_ENTRIES)
    .map(({ method, path, status, receivedAt }) => {
      const seconds = ((sandbox.clock.now() - receivedAt) / 1000).toFixed(1);
      return `${method} ${path} ${status ?? 'unanswered'} ${seconds} s ago`;
    });
  const pausedMs = Math.round(longestPause.max / 1e6);
  return `${new Date().toISOString()} tenant ${name}, ${last}; requests [${requests.join(', ')}]; the check paused ${pausedMs} ms at most`;
}

interface State {
  readonly counts: Counts;
  readonly heapMb: number;
  readonly files: number;
}

/** How the gateway is once all have left. */
async function rest(gateway: GatewayProcess, restMs: number, like?: State): Promise<State> {
  await pause(restMs);
  const files = await settled(() => gateway.openFiles(), like?.files ?? 0, SETTLING_MS);
  return { counts: await gateway.counts(), heapMb: await gateway.heapMb(), files };
}

function compare(findings: Findings, before: State, after: State): void {
  for (const kind of ['watches', 'feeds', 'calls', 'timers'] as const) {
    findings.atMost(`${kind} left once all have left`, after.counts[kind] - before.counts[kind], 0, '');
  }
  findings.atMost('files and sockets left open', after.files - before.files, 0, '');
  findings.note(
    'heap once all have left, before and after',
    `${before.heapMb.toFixed(1)}, ${after.heapMb.toFixed(1)} MB`,
  );
  findings.atMost('heap growth', after.heapMb - before.heapMb, HEAP_GROWTH_MB, 'MB');
}

function every(ms: number, run: (number: number) => void): Disposable {
  let number = 0;
  const timer = setInterval(() => {
    number += 1;
    run(number);
  }, ms);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
