/** Many creations at a service that fails in every way it knows, and what became of each. */
import { pino } from 'pino';
import { createSystemClock } from '../../src/clock.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import type { Mishap } from '../../src/sandbox/misfortune.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import type { PostCall, Writes } from '../../src/upstream/writes.ts';

export interface UnderFire {
  readonly creations: number;
  readonly seed: number;
  /** How many creations are on their way at once; default 20. */
  readonly atOnce?: number;
}

/** The outcome of a creation for its caller, and how often the service has made it. */
interface Fate {
  readonly name: string;
  /** The id of the project, or the name of the error. */
  readonly told: { readonly projectId: string } | { readonly error: string; readonly idempotencyKey: string | null };
  /** The ids of the projects of that name. */
  readonly made: readonly string[];
}

export interface Report {
  readonly fates: readonly Fate[];
  /** How many requests the service has seen. */
  readonly requests: number;
}

/** How long the gateway is to wait for an answer, so that what happens to it happens in its time. */
export const TIMEOUT_MS = 250;

/** A delay is longer than the gateway waits: the work is done when nobody listens. */
const MISHAPS: readonly Mishap[] = [
  { kind: 'reset' },
  { kind: 'reset-after-work' },
  { kind: 'silence' },
  { kind: 'truncate' },
  { kind: 'delay', ms: TIMEOUT_MS + 150 },
  { kind: 'transform', status: 500 },
  { kind: 'transform', status: 502 },
  { kind: 'transform', status: 504 },
  { status: 500 },
  { status: 502 },
  { status: 504 },
  { status: 429, headers: { 'retry-after': '0' } },
];
const SHARE_WELL = 0.25;
/** So many that some creations meet nothing else. */
const SHARE_UNAVAILABLE = 0.4;
const UNAVAILABLE: Mishap = { status: 503 };
const NO_MISHAP: Mishap = { kind: 'delay', ms: 0 };

export async function createUnderFire({ creations, seed, atOnce = 20 }: UnderFire): Promise<Report> {
  const random = seeded(seed);
  await using sandbox = await startSandbox({ populate: false });
  sandbox.account().balanceMinutes = Number.MAX_SAFE_INTEGER;
  for (let request = 0; request < creations * 3; request += 1) {
    sandbox.misfortune({ on: { method: 'POST' }, answer: anyMishap(random) });
  }
  await using upstream = createUpstream({
    dubbingUrl: sandbox.dubbingUrl,
    studioUrl: sandbox.studioUrl,
    timeoutMs: TIMEOUT_MS,
    clock: createSystemClock(),
    random,
  });
  const { writes } = upstream.forAccount({
    key: 'sandbox-key',
    keyIsCallers: false,
    quota: { perMinute: 0, perDay: 0 },
  });
  const names = Array.from({ length: creations }, (_, n) => `Creation ${n}.`);
  const told = new Map<string, Fate['told']>();
  const waiting = names.values();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const name of waiting) told.set(name, await create(writes, name));
    }),
  );
  await lateWorkDone(sandbox);
  return { fates: names.map((name) => fateOf(sandbox, name, told.get(name))), requests: sandbox.requestCount };
}

/** The misfortunes of one creation: none in a quarter of all cases. */
export function anyMishap(random: () => number): Mishap {
  const throwOfDice = random();
  if (throwOfDice < SHARE_WELL) return NO_MISHAP;
  if (throwOfDice < SHARE_WELL + SHARE_UNAVAILABLE) return UNAVAILABLE;
  return MISHAPS[Math.floor(random() * MISHAPS.length)] ?? NO_MISHAP;
}

/** The same numbers in [0, 1) for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

async function create(writes: Writes, name: string): Promise<Fate['told']> {
  const call: PostCall = {
    signal: new AbortController().signal,
    priority: 'interactive',
    onRequest: () => {},
    log: pino({ enabled: false }),
    idempotencyKey: `key of ${name}`,
  };
  const input = {
    name,
    sourceLanguage: 'en',
    targetLanguage: 'fr-FR',
    sourceVideoUrl: 'https://videos.example/a.mp4?minutes=1',
  };
  try {
    const { projectId } = await writes.dubbingProjects.create(input, call);
    return { projectId };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const key = 'idempotencyKey' in error && typeof error.idempotencyKey === 'string' ? error.idempotencyKey : null;
    return { error: error.name, idempotencyKey: key };
  }
}

/** Every request has ended, but the work of a delayed one may still be to come. */
async function lateWorkDone(sandbox: Sandbox): Promise<void> {
  const projects = sandbox.account().dubbingProjects;
  for (let before = -1; before !== projects.size; ) {
    before = projects.size;
    await new Promise((resolve) => setTimeout(resolve, 2 * TIMEOUT_MS));
  }
}

function fateOf(sandbox: Sandbox, name: string, told: Fate['told'] | undefined): Fate {
  if (told === undefined) throw new Error(`${name} has no end`);
  const projects = [...sandbox.account().dubbingProjects.values()];
  return { name, told, made: projects.filter((project) => project.name === name).map(({ id }) => id) };
}
