/** The whole gateway while Redis is away, and what Redis holds while it is there. */
import { describe, expect, it } from 'vitest';
import { PATIENCE } from '../kit/watching.ts';
import { startCountedService, startInstance, startInstances } from './kit/instances.ts';
import { hasRedis, startRedis } from './kit/redis-server.ts';

const BALANCE = '{ balance { minutes } }';
const BUDGET = '{ requestBudget { remainingThisMinute remainingToday blockedUntil } }';
const NO_CACHE = { headers: { 'cache-control': 'no-cache' } };
const KEY = 'key-of-the-only-account';
const OTHER_KEY = 'key-of-another-account';
const QUOTA = { QUOTA_PER_MINUTE: '60', QUOTA_PER_DAY: '1000' };

type Ask = { ask(query: string, options?: object): Promise<{ readonly data: { requestBudget: object } }> };
const budgetOf = async (instance: Ask) => (await instance.ask(BUDGET)).data.requestBudget;

describe.skipIf(!hasRedis)('A gateway of several instances', () => {
  it.each(['stop', 'pause'] as const)(
    'fails no query while Redis is away (%s), and is one again soon after',
    async (how) => {
      await using redis = await startRedis();
      await using service = await startCountedService();
      const env = { REDIS_TIMEOUT_MS: '500' };
      await using instances = await startInstances(3, { service, redisUrl: redis.url, env });
      const states = () => Promise.all(instances.map(async (instance) => (await instance.health()).redis));
      await instances[0]!.ask(BALANCE);
      if (how === 'stop') await redis.stop();
      else redis.pause();
      for (let n = 0; n < 60; n += 1) {
        const { errors } = await instances[n % 3]!.ask(BALANCE, NO_CACHE);
        expect(errors).toEqual([]);
      }
      expect(await states()).toEqual(['alone', 'alone', 'alone']);
      expect((await instances[0]!.health()).instances).toBe(1);
      if (how === 'stop') await redis.start();
      else redis.resume();
      await expect.poll(states, PATIENCE).toEqual(['connected', 'connected', 'connected']);
      await expect.poll(async () => (await instances[0]!.health()).instances, PATIENCE).toBe(3);
    },
  );

  it('has one budget, which a restart of one and of all does not forget', async () => {
    await using redis = await startRedis();
    await using service = await startCountedService();
    const options = { service, redisUrl: redis.url, env: QUOTA };
    {
      await using first = await startInstance(options);
      await using second = await startInstance(options);
      for (let n = 0; n < 5; n += 1) await first.ask(BALANCE, NO_CACHE);
      expect(await budgetOf(second)).toMatchObject({ remainingThisMinute: 55, remainingToday: 995 });
      await using third = await startInstance(options);
      expect(await budgetOf(third)).toMatchObject({ remainingThisMinute: 55, remainingToday: 995 });
    }
    await using again = await startInstance(options);
    expect(await budgetOf(again)).toMatchObject({ remainingThisMinute: 55, remainingToday: 995 });
  });

  it('pauses everywhere after a 429 on one of them', async () => {
    await using redis = await startRedis();
    await using service = await startCountedService();
    await using instances = await startInstances(2, { service, redisUrl: redis.url, env: QUOTA });
    const answer = { status: 429, headers: { 'retry-after': '30' }, body: '{"error":"Too many requests"}' };
    service.misfortune({ on: { path: '/api/v1/balance' }, answer });
    await instances[0]!.ask(BALANCE);
    const asked = service.requests.length;
    const refused = await instances[1]!.ask('{ options { sourceLanguages { code } } }');
    expect(refused.errors.map(({ extensions }) => extensions.code)).toEqual(['RATE_LIMITED']);
    expect(service.requests.length).toBe(asked);
    expect(await budgetOf(instances[1]!)).toMatchObject({ blockedUntil: expect.any(String) });
  });

  it('keeps no key and no token in Redis, and nothing without its prefix and an expiry', async () => {
    await using redis = await startRedis();
    await using service = await startCountedService({ keys: [KEY, OTHER_KEY] });
    using monitor = await redis.monitor();
    const env = { AUTH_MODE: 'passthrough', REDIS_PREFIX: 'some-gateway', ...QUOTA };
    const everything =
      '{ balance { minutes } options { sourceLanguages { code } } voices(first: 1) { totalCount } dubbingProjects { totalCount } }';
    await using instance = await startInstance({ service, redisUrl: redis.url, env });
    await using other = await startInstance({ service, redisUrl: redis.url, env: { ...env, REDIS_PREFIX: 'another' } });
    for (const key of [KEY, OTHER_KEY]) expect((await instance.ask(everything, { key })).errors).toEqual([]);
    await using stream = instance.subscribe('subscription { dubbingProjectsUpdated { kind } }', { key: KEY });
    await stream.update();
    await expect.poll(async () => (await redis.dump()).some(({ key }) => key.endsWith(':state'))).toBe(true);
    const stored = await redis.dump();
    const text = JSON.stringify(stored) + monitor.lines.join('\n');
    for (const secret of [KEY, OTHER_KEY, 'Bearer']) expect(text).not.toContain(secret);
    expect(stored.filter(({ key }) => !/^(?:some-gateway|another):/.test(key))).toEqual([]);
    expect(stored.filter(({ ttlMs }) => ttlMs <= 0 || ttlMs > 26 * 3_600_000)).toEqual([]);
    // Each account has its own keys, and the other gateway sees nothing of either.
    const accounts = new Set(stored.flatMap(({ key }) => /^some-gateway:(\{.+\}):log$/.exec(key)?.[1] ?? []));
    expect(accounts.size).toBe(2);
    const before = await other.ask(BUDGET, { key: KEY });
    expect(before.data.requestBudget).toMatchObject({ remainingThisMinute: 60, remainingToday: 1000 });
    expect((await other.health()).instances).toBe(1);
  });
});
