import { GraphQLObjectType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { askBy, DOORS } from '../kit/doors.ts';
import { startGateway } from '../kit/gateway.ts';
import { listed, readyProject, voices } from '../kit/service-bodies.ts';
import { refusal } from '../kit/writing.ts';

const COST = { 'x-cost': '1' };
const PAGE = '{ dubbingProjects { nodes { id completedAt } } balance { minutes } requestBudget { remainingToday } }';

async function startWithProjects(env: Record<string, string> = {}) {
  const gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0', ...env } });
  const ids = ['p1', 'p2', 'p3'];
  gateway.serviceAnswers('/api/v1/projects', { projects: ids.map((id) => listed(id)) });
  for (const id of ids) gateway.serviceAnswers(`/api/v1/projects/${id}`, readyProject());
  gateway.serviceAnswers('/api/v1/voices', { voices });
  return gateway;
}

describe('extensions.cost', () => {
  it('has what the operation has sent to the service, and what it has found in memory', async () => {
    await using gateway = await startWithProjects({ READ_MAX_AGE_MS: '600000' });
    const first = await gateway.ask(PAGE, { headers: COST });
    expect(first.extensions).toEqual({ cost: { requests: 5, fromMemory: 0 } });
    const second = await gateway.ask(PAGE, { headers: COST });
    expect(second.extensions).toEqual({ cost: { requests: 0, fromMemory: 5 } });
    expect(second.data).toEqual(first.data);
  });

  it('is not there unless it is asked for, and costs nothing itself', async () => {
    await using gateway = await startWithProjects({ READ_MAX_AGE_MS: '600000' });
    await gateway.ask(PAGE, { headers: COST });
    for (const headers of [{}, { 'x-cost': '0' }]) {
      expect((await gateway.ask(PAGE, { headers })).extensions).toBeUndefined();
    }
    expect((await gateway.ask(PAGE, { headers: COST })).extensions.cost.requests).toBe(0);
  });

  it('counts what an operation shares with another as found in memory', async () => {
    await using gateway = await startWithProjects({ READ_MAX_AGE_MS: '0' });
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, answer: { kind: 'delay', ms: 300 } });
    const both = await Promise.all([0, 1].map(() => gateway.ask('{ balance { minutes } }', { headers: COST })));
    const costs = both.map(({ extensions }) => extensions.cost);
    expect(costs.toSorted((a, b) => a.requests - b.requests)).toEqual([
      { requests: 0, fromMemory: 1 },
      { requests: 1, fromMemory: 0 },
    ]);
  });

  it('counts the catalogue of voices once, however many speakers it is joined to', async () => {
    await using gateway = await startWithProjects();
    const speakers = '{ dubbingProject(id: "p1") { output { targetScript { speaker { voice { name } } } } } }';
    expect((await gateway.ask(speakers, { headers: COST })).extensions.cost).toEqual({ requests: 2, fromMemory: 0 });
    const again = await gateway.ask(speakers, { headers: { ...COST, 'cache-control': 'no-cache' } });
    expect(again.extensions.cost).toEqual({ requests: 1, fromMemory: 1 });
  });

  it('counts retries as requests', async () => {
    await using gateway = await startWithProjects();
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, answer: { status: 503 } });
    expect((await gateway.ask('{ balance { minutes } }', { headers: COST })).extensions.cost.requests).toBe(2);
  });

  it.each(DOORS.filter((door) => !door.endsWith('GET')))('can be asked for by an extension over %s', async (door) => {
    await using gateway = await startWithProjects();
    const params = { query: '{ balance { minutes } }', extensions: { cost: true } };
    const { text } = await askBy(door, gateway.url, params);
    expect(text).toContain('"extensions":{"cost":{"requests":1,"fromMemory":0}}');
  });
});

describe('the header Retry-After', () => {
  const limited = { ...refusal(429, {}), headers: { 'retry-after': '42' } };

  it('comes where the whole answer is RATE_LIMITED', async () => {
    await using gateway = await startWithProjects();
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, answer: limited });
    const { headers, errors } = await gateway.ask('{ balance { minutes } }');
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 42 } }]);
    expect(headers.get('retry-after')).toBe('42');
  });

  it('does not come where there is anything else in it', async () => {
    await using gateway = await startWithProjects();
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, answer: limited });
    const { headers, data } = await gateway.ask('{ balance { minutes } requestBudget { blockedUntil } }');
    expect(data).toMatchObject({ balance: null, requestBudget: expect.anything() });
    expect(headers.get('retry-after')).toBeNull();
  });
});

describe('the description of a field', () => {
  it.each([
    ['Query', ['node', 'nodes', 'balance', 'requestBudget', 'viewer', 'options', 'language', 'voices', 'voice']],
    ['Query', ['dubbingProjects', 'dubbingProject', 'retranslationCheck', 'studioProject', 'video', 'artifact']],
    ['DubbingProject', ['mixingMode', 'estimatedCompletionAt', 'completedAt', 'output', 'errorMessage']],
    ['Video', ['progress', 'state']],
    ['StudioProject', ['video']],
    ['TargetSpeaker', ['voice']],
    ['Language', ['voices']],
  ])('of %s says what %j cost', (type, names) => {
    const { [type]: object } = schema.getTypeMap();
    const fields = object instanceof GraphQLObjectType ? object.getFields() : {};
    for (const name of names) expect(`${name}: ${fields[name]?.description}`).toMatch(/costs? (one|no) request/i);
  });

  it('of each field that may ask the service says so', () => {
    const silent = Object.values(schema.getTypeMap())
      .filter((type) => type instanceof GraphQLObjectType)
      .flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })))
      .filter(({ field }) => Number(field.extensions['cost']) === 20)
      .filter(({ field }) => !/costs? (one|no) request/i.test(field.description ?? ''));
    expect(silent.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([]);
  });
});
