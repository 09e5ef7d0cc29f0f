/** How an instance starts with a Redis that cannot be used, and joins as soon as it can. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { freePort } from '../kit/free-port.ts';
import { PATIENCE } from '../kit/watching.ts';
import { type InstanceInProcess, startCountedService, startInstance } from './kit/instances.ts';
import { hasRedis, startRedis } from './kit/redis-server.ts';
import { startTcpProxy } from './kit/tcp-proxy.ts';

let service: Sandbox;
beforeAll(async () => {
  service = await startCountedService();
});
afterAll(() => service[Symbol.asyncDispose]());

const start = (redisUrl: string) => startInstance({ service, redisUrl });
const warnings = ({ logLines }: InstanceInProcess) =>
  logLines.filter(({ level, msg }) => level === 'warn' && msg.includes('Redis')).map(({ msg }) => msg);
const redisOf = async (instance: InstanceInProcess) => (await instance.health()).redis;

/** It serves, says why it is alone in one line, and nothing more. */
async function expectAlone(instance: InstanceInProcess, reason: RegExp): Promise<void> {
  expect(await redisOf(instance)).toBe('alone');
  expect((await instance.ask('{ balance { minutes } }')).errors).toEqual([]);
  expect(warnings(instance)).toEqual([expect.stringMatching(reason)]);
}

describe.skipIf(!hasRedis)('an instance with REDIS_URL', () => {
  it('is one of those that have the same Redis', async () => {
    await using redis = await startRedis();
    await using first = await start(redis.url);
    await using second = await start(redis.url);
    expect(await first.health()).toMatchObject({ redis: 'connected' });
    await expect.poll(async () => (await first.health()).instances, PATIENCE).toBe(2);
    expect((await first.health()).instance).not.toBe((await second.health()).instance);
  });

  it('starts alone where nobody answers, and joins when somebody does', async () => {
    await using redis = await startRedis();
    await redis.stop();
    await using instance = await start(redis.url);
    await expectAlone(instance, /does not answer \(ECONNREFUSED\)/);
    await redis.start();
    await expect.poll(() => redisOf(instance), PATIENCE).toBe('connected');
  });

  it('starts alone with a wrong password, and joins with the right one', async () => {
    await using redis = await startRedis({ args: ['--requirepass', 'right-password'] });
    await using wrong = await start(redis.url.replace('//', '//:wrong-password@'));
    await expectAlone(wrong, /refuses the user or the password.*REDIS_URL/);
    expect(JSON.stringify(wrong.logLines)).not.toContain('wrong-password');
    await using missing = await start(redis.url);
    await expectAlone(missing, /refuses the user or the password.*REDIS_URL/);
    await using right = await start(redis.url.replace('//', '//:right-password@'));
    expect(await redisOf(right)).toBe('connected');
  });

  it('signs in as a user', async () => {
    await using redis = await startRedis();
    await redis.admin.acl('SETUSER', 'gate', 'on', '>p@ss/word', '~*', '&*', '+@all');
    await using instance = await start(redis.url.replace('//', `//gate:${encodeURIComponent('p@ss/word')}@`));
    expect(await redisOf(instance)).toBe('connected');
  });

  it('starts alone where keys are evicted, and joins when they are not any more', async () => {
    await using redis = await startRedis({ args: ['--maxmemory-policy', 'allkeys-lru'] });
    await using instance = await start(redis.url);
    await expectAlone(instance, /evicts keys.*set maxmemory-policy noeviction/);
    await redis.admin.config('SET', 'maxmemory-policy', 'noeviction');
    await expect.poll(() => redisOf(instance), PATIENCE).toBe('connected');
  });

  it('starts alone with a Redis that is too old, whatever it can do', async () => {
    await using redis = await startRedis();
    const rewrite = (text: string) => text.replace(/redis_version:\d/, 'redis_version:6');
    await using proxy = await startTcpProxy(redis.url, { rewrite });
    await using instance = await start(proxy.url);
    await expectAlone(instance, /its version is 6\.[\d.]+: install Redis 7\.0 or newer, or Valkey/);
  });

  it('starts alone with a certificate of an unknown authority', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gateway-certificate-'));
    try {
      const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
      const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=localhost'];
      execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
      const port = await freePort();
      const tls = ['--tls-port', String(port), '--tls-cert-file', certificate, '--tls-key-file', key];
      await using _redis = await startRedis({ args: [...tls, '--tls-auth-clients', 'no'] });
      await using instance = await start(`rediss://localhost:${port}`);
      await expectAlone(instance, /certificate is refused.*NODE_EXTRA_CA_CERTS/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('REDIS_URL', () => {
  it('starts alone with a server that is no Redis', async () => {
    await using instance = await start(service.dubbingUrl.replace('http', 'redis'));
    expect(await redisOf(instance)).toBe('alone');
    expect(warnings(instance)).toHaveLength(1);
  });
});
