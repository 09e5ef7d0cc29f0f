/** The way to Redis of one instance, against a real server. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import { RedisAwayError } from '../../src/cluster/redis-errors.ts';
import type { RedisScript } from '../../src/cluster/redis-session.ts';
import { type StartedCluster, startCluster } from '../../src/cluster/start-cluster.ts';
import { readConfig } from '../../src/config/index.ts';
import { NO_MEASUREMENTS } from '../../src/contracts/measurements.ts';
import { createLog } from '../../src/observability/log.ts';
import { PATIENCE } from '../kit/watching.ts';
import { rejection } from '../upstream/asking.ts';
import { hasRedis, type RedisServer, startRedis } from './kit/redis-server.ts';
import { startTcpProxy } from './kit/tcp-proxy.ts';

const COUNT: RedisScript = { name: 'count', keys: 1, lua: `return redis.call('INCRBY', KEYS[1], ARGV[1])` };

const join = (url: string, env: Readonly<Record<string, string>> = {}): Promise<StartedCluster> => {
  const settings = readConfig({ REDIS_URL: url, ...env }).redis;
  if (settings === null) throw new Error('no address');
  return startCluster(settings, {
    log: createLog({ level: 'silent' }),
    clock: createSystemClock(),
    measurements: NO_MEASUREMENTS,
  });
};

/** Resolves when the link is in that state. */
const state = ({ link }: StartedCluster, expected: 'alone' | 'joined') =>
  expect.poll(() => link.state, { interval: 10 }).toBe(expected);

describe.skipIf(!hasRedis)('the link to Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis[Symbol.asyncDispose]());

  it('runs scripts, also when the server has forgotten them', async () => {
    await using cluster = await join(redis.url);
    expect(await cluster.link.run(COUNT, ['count'], [2])).toBe(2);
    await redis.admin.script('FLUSH');
    expect(await cluster.link.run(COUNT, ['count'], [3])).toBe(5);
  });

  it('reports a faulty script as what it is, and stays joined', async () => {
    await using cluster = await join(redis.url);
    const error = await rejection(cluster.link.run({ name: 'faulty', keys: 0, lua: 'return nothing()' }, [], []));
    expect(error).not.toBeInstanceOf(RedisAwayError);
    expect(cluster.link.state).toBe('joined');
  });

  it('brings a message that is sent after the subscription has resolved', async () => {
    await using cluster = await join(redis.url);
    const messages: string[] = [];
    await cluster.link.subscribe('news', (message) => messages.push(message));
    await redis.admin.publish('news', 'first');
    await expect.poll(() => messages).toEqual(['first']);
  });

  it('keeps a channel as long as one listener is left', async () => {
    await using cluster = await join(redis.url);
    const messages: string[] = [];
    const first = await cluster.link.subscribe('shared', (message) => messages.push(`first ${message}`));
    const second = await cluster.link.subscribe('shared', (message) => messages.push(`second ${message}`));
    first[Symbol.dispose]();
    await redis.admin.publish('shared', 'x');
    await expect.poll(() => messages).toEqual(['second x']);
    second[Symbol.dispose]();
    await expect.poll(() => redis.admin.pubsub('NUMSUB', 'shared')).toEqual(['shared', 0]);
  });

  it('is alone when its connections break, and joined again, with its subscriptions, before anybody hears of it', async () => {
    await using proxy = await startTcpProxy(redis.url);
    await using cluster = await join(proxy.url);
    const heard: string[] = [];
    await cluster.link.subscribe('again', (message) => heard.push(message));
    cluster.link.observe({
      onLost: () => heard.push('lost'),
      onJoined: () => {
        heard.push('joined');
        void redis.admin.publish('again', 'message');
      },
    });
    proxy.cut();
    await state(cluster, 'alone');
    expect(await rejection(cluster.link.run(COUNT, ['count'], [1]))).toBeInstanceOf(RedisAwayError);
    await cluster.link.subscribe('again too', () => undefined);
    proxy.mend();
    await expect.poll(() => heard, PATIENCE).toEqual(['lost', 'joined', 'message']);
    expect(await redis.admin.pubsub('NUMSUB', 'again too')).toEqual(['again too', 1]);
  });

  it.each(['pause', 'swallow'] as const)('is alone within half a second of a Redis that hangs (%s)', async (how) => {
    await using server = await startRedis();
    await using proxy = await startTcpProxy(server.url);
    await using cluster = await join(proxy.url);
    if (how === 'pause') server.pause();
    else proxy.swallow();
    const startedAt = performance.now();
    const error = await rejection(cluster.link.run(COUNT, ['count'], [1]));
    expect(error).toBeInstanceOf(RedisAwayError);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
    expect(cluster.link.state).toBe('alone');
    expect(await rejection(cluster.link.run(COUNT, ['count'], [1]))).toBeInstanceOf(RedisAwayError);
    server.resume();
    proxy.mend();
    await state(cluster, 'joined');
  });

  it('keeps its two connections, is joined once and hears each message once after a Redis that hung', async () => {
    await using server = await startRedis();
    const cluster = await join(`${server.url}/3`);
    const connections = async () => String(await server.admin.client('LIST')).match(/db=3 /g)?.length ?? 0;
    const heard: string[] = [];
    await cluster.link.subscribe('hung', (message) => heard.push(message));
    cluster.link.observe({ onLost: () => heard.push('lost'), onJoined: () => heard.push('joined') });
    server.pause();
    await state(cluster, 'alone');
    server.resume();
    await state(cluster, 'joined');
    // The lost connection for messages is read for a moment.
    await expect.poll(connections).toBe(2);
    await server.admin.publish('hung', 'message');
    await expect.poll(() => heard.includes('message')).toBe(true);
    expect(heard).toEqual(['lost', 'joined', 'message']);
    await cluster[Symbol.asyncDispose]();
    await expect.poll(connections).toBe(0);
  });

  it.each(['', 'secret'])(
    'gives a Redis more time to take its connections than to answer a command (password: %j)',
    async (password) => {
      await using server = await startRedis({ args: password === '' ? [] : ['--requirepass', password] });
      await using proxy = await startTcpProxy(server.url);
      await using cluster = await join(proxy.url.replace('//', `//:${password}@`), { REDIS_TIMEOUT_MS: '100' });
      const joined = new Promise<void>((resolve) => {
        cluster.link.observe({ onLost: () => undefined, onJoined: resolve });
      });
      proxy.delay(150);
      await state(cluster, 'alone');
      await joined;
    },
  );

  it('is alone when messages do not come any more, though commands are answered', async () => {
    await using proxy = await startTcpProxy(redis.url);
    await using cluster = await join(proxy.url);
    await cluster.link.subscribe('deaf', () => undefined);
    proxy.deafen();
    await state(cluster, 'alone');
    expect(await redis.admin.ping()).toBe('PONG');
    proxy.mend();
    await state(cluster, 'joined');
  });

  it('knows how many instances there are, of those that stop as well', async () => {
    await using first = await join(`${redis.url}/1`);
    const second = await join(`${redis.url}/1`);
    await expect.poll(() => [first.membership.alive, second.membership.alive], PATIENCE).toEqual([2, 2]);
    await second[Symbol.asyncDispose]();
    await expect.poll(() => first.membership.alive).toBe(1);
    expect(first.membership.missing).toEqual([]);
  });

  it('leaves no connection when it is disposed of', async () => {
    const cluster = await join(`${redis.url}/2`);
    const connections = async () => String(await redis.admin.client('LIST')).match(/db=2 /g)?.length ?? 0;
    expect(await connections()).toBe(2);
    await cluster[Symbol.asyncDispose]();
    await expect.poll(connections).toBe(0);
  });
});
