import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AccountStore } from '../../src/sandbox/account-store.ts';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { type Fault, type FaultProxy, startFaultProxy, WORKED_FAULTS, WORKLESS_FAULTS } from '../kit/fault-proxy.ts';
import { type Answer, startGateway, type TestGateway } from '../kit/gateway.ts';
import { hasFullVolume } from '../kit/runs.ts';
import { write } from '../kit/writing.ts';

const RUNS = hasFullVolume ? 20_000 : 300;
const AT_ONCE = 60;
const TIMEOUT_MS = 1_000;
const MINUTES = 2;

/** Codes of errors that mean: nothing was done. A check before the creation may time out. */
const NOT_DONE = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'RATE_LIMITED'];
/** How often a call is repeated whose outcome stays unknown, on a machine that is too busy. */
const MAX_CALLS = 100;

/** How to create each thing, and how many of a name the service has. */
const CREATIONS = {
  createDubbingProject: {
    input: {
      sourceLanguage: 'en',
      targetLanguage: 'fr-FR',
      sourceVideoUrl: `https://media.example.com/a.mp4?minutes=${MINUTES}`,
    },
    idOf: ({ project }: Answer): string => project.id.replace('DubbingProject:', ''),
    things: ({ dubbingProjects }: AccountStore) => dubbingProjects,
  },
  createArtifact: {
    input: { type: 'VIDEO', source: { url: 'https://media.example.com/a.mp4' } },
    idOf: ({ artifact }: Answer): string => artifact.id.replace('Artifact:', ''),
    things: ({ artifacts }: AccountStore) => artifacts,
  },
  createVideo: {
    input: {
      projectId: SEEDED.studioProjects.demo,
      workflowType: 'DUBBING',
      sourceArtifactId: SEEDED.artifacts.video,
      sourceLanguage: 'en',
      targetLanguages: ['fr-FR'],
    },
    idOf: ({ video }: Answer): string => video.id.replace('Video:', '').split('/')[1] ?? '',
    things: ({ videos }: AccountStore) => videos,
  },
} as const;
type Creation = keyof typeof CREATIONS;

const history = fc.record({
  creation: fc.constantFrom<Creation[]>('createDubbingProject', 'createArtifact', 'createVideo'),
  hasKey: fc.boolean(),
  faults: fc.array(fc.constantFrom<Fault[]>(...WORKLESS_FAULTS, ...WORKED_FAULTS), { maxLength: 4 }),
});
type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

interface World {
  readonly gateway: TestGateway;
  readonly account: AccountStore;
  readonly proxies: readonly FaultProxy[];
  /** How many dubbing projects were created. */
  projects: number;
}

describe('Whatever becomes of the tries of a creation', () => {
  it('what is charged is paid out, or named with its key; nothing is charged twice, nor reported as not done', {
    timeout: 3_600_000,
  }, async () => {
    await using started = new AsyncDisposableStack();
    const service = started.use(await startGateway());
    const { dubbingUrl, studioUrl } = service.sandbox;
    const dubbing = started.use(await startFaultProxy(dubbingUrl, 2 * TIMEOUT_MS));
    const studio = started.use(await startFaultProxy(studioUrl, 2 * TIMEOUT_MS));
    const env = {
      DUBBING_API_URL: dubbing.url,
      STUDIO_API_URL: studio.url,
      UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS),
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      LOG_LEVEL: 'error',
    };
    const gateway = started.use(await startGateway({ env }));
    const account = service.sandbox.account();
    account.balanceMinutes = 10 * MINUTES * RUNS;
    const world = { gateway, account, proxies: [dubbing, studio], projects: 0 };
    const before = account.balanceMinutes;
    const histories = fc.sample(history, RUNS).entries();
    const failures: string[] = [];
    const play = async (): Promise<void> => {
      for (const [index, each] of histories) {
        await expectHonest(world, `History ${index}`, each).catch((error: Error) => {
          failures.push(`${JSON.stringify(each)}: ${error.message}`);
        });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, play));
    expect(failures).toEqual([]);
    expect(account.balanceMinutes).toBe(before - MINUTES * world.projects);
  });
});

async function expectHonest(world: World, name: string, { creation, hasKey, faults }: History): Promise<void> {
  for (const proxy of world.proxies) proxy.plan(name, faults);
  let outcome = await create(world, creation, name, hasKey ? `key of ${name}` : undefined);
  if (isUnknown(outcome)) {
    const { idempotencyKey } = outcome.result;
    expect(idempotencyKey).toEqual(hasKey ? `key of ${name}` : expect.stringMatching(/^[\w-]{20,}$/));
    for (const proxy of world.proxies) proxy.plan(name, []);
    // A call that was not done says nothing of the one before it.
    for (let calls = 1; calls < MAX_CALLS && !isPaidOut(outcome); calls += 1)
      outcome = await create(world, creation, name, idempotencyKey);
  }
  expectOutcome(world, creation, name, outcome);
  // The service is to be no slower for the next.
  const { things } = CREATIONS[creation];
  for (const [id, thing] of things(world.account)) {
    if (thing.name !== name) continue;
    things(world.account).delete(id);
    if (creation === 'createDubbingProject') world.projects += 1;
  }
}

const isPaidOut = ({ result }: Outcome): boolean => result?.__typename?.endsWith('Payload') === true;
const isUnknown = ({ result }: Outcome): boolean => result?.__typename === 'OutcomeUnknownError';

interface Outcome {
  readonly result: Answer;
  readonly codes: readonly string[];
}

async function create({ gateway }: World, creation: Creation, name: string, idempotencyKey?: string): Promise<Outcome> {
  const input = { ...CREATIONS[creation].input, name, ...(idempotencyKey !== undefined && { idempotencyKey }) };
  const { result, answer } = await write(gateway, creation, input);
  return { result, codes: answer.errors.map(({ extensions }) => extensions.code) };
}

function expectOutcome({ account }: World, creation: Creation, name: string, { result, codes }: Outcome): void {
  const { idOf, things } = CREATIONS[creation];
  const ids = [...things(account).values()].filter((thing) => thing.name === name).map(({ id }) => id);
  if (isPaidOut({ result, codes })) expect(ids).toEqual([idOf(result)]);
  else {
    expect({ ids, result, codes }).toMatchObject({ ids: [] });
    if (result === null || result === undefined) expect(NOT_DONE).toEqual(expect.arrayContaining([...codes]));
    else expect(result.__typename).toMatch(/^(Rejected|Validation)Error$/);
  }
}
