/** Equal reads on several instances, and what they remember together. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import type { GraphAnswer } from '../kit/gateway.ts';
import { PATIENCE } from '../kit/watching.ts';
import { startCountedService, startInstance, startInstanceProcess, startInstances } from './kit/instances.ts';
import { hasRedis, type RedisServer, startRedis } from './kit/redis-server.ts';

const BALANCE = '{ balance { minutes } }';
/** All queries have come by then, also on a busy machine. */
const LONG_MS = 3_000;
const NO_CACHE = { headers: { 'cache-control': 'no-cache' } };

describe.skipIf(!hasRedis)('Equal reads on several instances', () => {
  let redis: RedisServer;
  let service: Sandbox;
  let seen = 0;
  let prefixes = 0;
  beforeAll(async () => {
    redis = await startRedis();
    service = await startCountedService();
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await redis[Symbol.asyncDispose]();
  });
  beforeEach(() => {
    seen = service.requests.length;
    prefixes += 1;
  });

  const options = (env: Readonly<Record<string, string>> = {}) => ({
    service,
    redisUrl: redis.url,
    env: { REDIS_PREFIX: `flights-${prefixes}`, ...env },
  });
  const requests = () => service.requests.slice(seen).map(({ method, path }) => `${method} ${path}`);
  const errorsOf = (answers: readonly GraphAnswer[]) => answers.flatMap(({ errors }) => errors);

  it('are one request: 100 queries at once over three of them', async () => {
    await using instances = await startInstances(3, options());
    const counts = () => Promise.all(instances.map(async (instance) => (await instance.health()).instances));
    await expect.poll(counts, PATIENCE).toEqual([3, 3, 3]);
    service.misfortune({ on: { path: '/api/v1/balance' }, answer: { kind: 'delay', ms: LONG_MS } });
    const queries = Array.from({ length: 100 }, (_, n) => instances[n % 3]!.ask(BALANCE, n % 2 ? NO_CACHE : {}));
    expect(errorsOf(await Promise.all(queries))).toEqual([]);
    expect(requests()).toEqual(['GET /api/v1/balance']);
  });

  it.each([
    ['are answered from what another instance has read a moment ago', '60000', 1],
    ['are not answered from what another instance has read earlier', '100', 2],
  ])('%s', async (_title, maxAge, count) => {
    const env = { READ_MAX_AGE_MS: maxAge };
    await using first = await startInstance(options(env));
    await first.ask(BALANCE);
    await using second = await startInstance(options(env));
    // It counts from when Redis has it.
    if (count > 1) await new Promise((resolve) => setTimeout(resolve, 150));
    await second.ask(BALANCE);
    expect(requests()).toHaveLength(count);
  });

  it('ask for options and voices once', async () => {
    await using first = await startInstance(options());
    await using second = await startInstance(options());
    const query =
      '{ options { sourceLanguages { code } } voices(first: 2) { totalCount nodes { key language { code } } } }';
    const answers = [await first.ask(query), await second.ask(query)];
    expect(errorsOf(answers)).toEqual([]);
    expect(answers[1]?.data).toEqual(answers[0]?.data);
    expect(requests().toSorted()).toEqual(['GET /api/v1/options', 'GET /api/v1/voices']);
  });

  it('that fail are asked for once more by all of them together', async () => {
    await using instances = await startInstances(3, options({ UPSTREAM_TIMEOUT_MS: '500' }));
    service.misfortune({ on: { path: '/api/v1/balance' }, times: 2, answer: { kind: 'silence' } });
    const answers = await Promise.all(instances.map((instance) => instance.ask(BALANCE)));
    expect(requests()).toHaveLength(2);
    expect(errorsOf(answers).map(({ extensions }) => extensions.code)).toEqual(answers.map(() => 'UPSTREAM_TIMEOUT'));
  });

  it('are asked for by another instance when the one that asks has died', async () => {
    await using alive = await startInstance(options());
    await using dying = await startInstanceProcess(options());
    service.misfortune({ on: { path: '/api/v1/balance' }, answer: { kind: 'silence' } });
    const lost = dying.ask(BALANCE).catch(() => null);
    await expect.poll(requests).toHaveLength(1);
    const startedAt = performance.now();
    const answer = alive.ask(BALANCE);
    dying.program.child.kill('SIGKILL');
    expect((await answer).errors).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(10_000);
    expect(requests()).toHaveLength(2);
    await lost;
  });
});
