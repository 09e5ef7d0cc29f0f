import type { Sandbox } from '../../../src/sandbox/index.ts';
import { anyMishap, seeded, TIMEOUT_MS } from '../../upstream/under-fire.ts';
import type { Check, Findings } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import { inLanes, settled } from '../measuring.ts';
import { startService } from '../service.ts';

const LANES = 40;
const MINUTES_AT_FIRST = 1_000_000;
const SEED = 11;

const CREATE = `mutation ($input: CreateDubbingProjectInput!) {
  createDubbingProject(input: $input) {
    __typename
    ... on CreateDubbingProjectPayload { project { projectId } costMinutes balance { minutes } }
    ... on UserError { code message }
    ... on OutcomeUnknownError { idempotencyKey }
  }
}`;

/** The outcome of a creation for its caller. */
type Told =
  | { readonly kind: 'created'; readonly projectId: string }
  | { readonly kind: 'unknown'; readonly idempotencyKey: string | null }
  /** By a member of the union, or the code of an error: it was not done. */
  | { readonly kind: 'not-done'; readonly code: string }
  | { readonly kind: 'nothing' };

/** Creations through GraphQL at a service that fails in every way it knows: each is charged once, or its caller knows. */
export const creationsUnderFire: Check = {
  name: 'creations-under-fire',
  async run(findings, { isShort }) {
    await using sandbox = await startService({ populate: false });
    sandbox.account().balanceMinutes = MINUTES_AT_FIRST;
    await using gateway = await startGatewayProcess({
      service: sandbox,
      env: { UPSTREAM_TIMEOUT_MS: String(TIMEOUT_MS) },
    });
    await using client = createGraphClient(gateway.url);
    const fire = setOnFire(sandbox);
    const told = new Map<string, Told>();
    await inLanes(isShort ? 100 : 1000, LANES, async (number) => {
      const name = `Creation ${number}.`;
      told.set(name, await create(client, name, number % 2 === 0 ? `key-of-creation-${number}` : undefined));
    });
    await workDone(sandbox);
    judge(findings, sandbox, told);

    fire.putOut();
    const unknown = [...told].filter(([, { kind }]) => kind === 'unknown');
    const settledLater = new Map<string, Told>();
    await inLanes(unknown.length, LANES, async (index) => {
      const [name, fate] = unknown[index]!;
      if (fate.kind !== 'unknown') return;
      settledLater.set(name, await create(client, name, fate.idempotencyKey ?? undefined));
    });
    const stillUnknown = [...settledLater.values()].filter(({ kind }) => kind !== 'created');
    findings.atMost('not created when asked again with the key told', stillUnknown.length, 0, '');
    judge(findings, sandbox, new Map([...told, ...settledLater]));
    findings.atMost(`warnings and errors ${complaintsOf(gateway)}`, complaintsOf(gateway).length, 0, '');
  },
};

const complaintsOf = ({ complaints }: { readonly complaints: readonly string[] }) =>
  complaints.filter((line) => !line.startsWith('{')).slice(0, 3);

/** From now on most creations meet a misfortune, the same in each run. */
function setOnFire(sandbox: Sandbox): { putOut(): void } {
  const random = seeded(SEED);
  let isBurning = true;
  sandbox.misfortune({
    on: { method: 'POST' },
    times: Number.POSITIVE_INFINITY,
    get answer() {
      return isBurning ? anyMishap(random) : { kind: 'delay' as const, ms: 0 };
    },
  });
  return {
    putOut() {
      isBurning = false;
    },
  };
}

async function create(client: GraphClient, name: string, idempotencyKey: string | undefined): Promise<Told> {
  const sourceVideoUrl = 'https://media.example.com/a.mp4?minutes=1';
  const input = { name, sourceLanguage: 'en', targetLanguage: 'fr-FR', sourceVideoUrl, idempotencyKey };
  const { data, codes } = await client.ask(CREATE, { input });
  const result = data?.createDubbingProject;
  if (result?.project) return { kind: 'created', projectId: result.project.projectId };
  if (result?.__typename === 'OutcomeUnknownError') return { kind: 'unknown', idempotencyKey: result.idempotencyKey };
  const code = result?.code ?? codes[0];
  return code === undefined ? { kind: 'nothing' } : { kind: 'not-done', code };
}

/** Every request has been answered, but the work of a delayed one may still be to come. */
async function workDone(sandbox: Sandbox): Promise<void> {
  const { dubbingProjects } = sandbox.account();
  let before = -1;
  const isGrowing = (): number => {
    const grown = dubbingProjects.size - before;
    before = dubbingProjects.size;
    return grown;
  };
  await new Promise((resolve) => setTimeout(resolve, 4 * TIMEOUT_MS));
  await settled(isGrowing, 0, 10_000);
}

function judge(findings: Findings, sandbox: Sandbox, told: ReadonlyMap<string, Told>): void {
  const account = sandbox.account();
  const made = Map.groupBy(account.dubbingProjects.values(), ({ name }) => name);
  const fates = [...told].map(([name, fate]) => ({ fate, ids: (made.get(name) ?? []).map(({ id }) => id) }));
  const count = (kind: Told['kind']) => fates.filter(({ fate }) => fate.kind === kind).length;
  findings.note(
    `of ${told.size} creations, in ${sandbox.requestCount} requests`,
    `${count('created')} were told of, ${count('not-done')} were told not done, ${count('unknown')} unknown`,
  );
  findings.atMost('created twice', fates.filter(({ ids }) => ids.length > 1).length, 0, '');
  const lost = fates.filter(({ fate, ids }) => ids.length > 0 && fate.kind !== 'unknown' && fate.kind !== 'created');
  findings.atMost('created, though the caller was told not', lost.length, 0, '');
  const other = fates.filter(({ fate, ids }) => fate.kind === 'created' && ids[0] !== fate.projectId);
  findings.atMost('told of as another project than was made', other.length, 0, '');
  const silent = fates.filter(
    ({ fate }) => fate.kind === 'nothing' || (fate.kind === 'unknown' && !fate.idempotencyKey),
  );
  findings.atMost('ended without a project, a key or a code', silent.length, 0, '');
  const charged = MINUTES_AT_FIRST - account.balanceMinutes;
  findings.atMost('minutes charged beyond the projects', Math.abs(charged - account.dubbingProjects.size), 0, '');
}
