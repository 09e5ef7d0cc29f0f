/** Several clients of one account, on several instances. */
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { eventually } from '../auth/eventually.ts';
import { type Folder, makeFolder } from '../auth/folder.ts';
import { AUDIENCE, claims, ISSUER } from '../auth/issuer.ts';
import { type MadeToken, makeToken } from '../auth/tokens-gateway.ts';
import { startCountedService, startInstances } from './kit/instances.ts';
import { hasRedis, type RedisServer, startRedis } from './kit/redis-server.ts';

const QUOTA = 12;
const SECRET = 'a secret that both sides have, long enough for any algorithm of the family that is used';

let redis: RedisServer;
let service: Sandbox;
let folder: Folder;
beforeAll(async () => {
  redis = await startRedis();
  folder = await makeFolder();
});
afterAll(async () => {
  await redis[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});
beforeEach(async () => {
  service = await startCountedService();
  return () => service[Symbol.asyncDispose]();
});

const start = (env: Readonly<Record<string, string>>) =>
  startInstances(2, {
    ...{ service, redisUrl: redis.url },
    env: { REDIS_PREFIX: crypto.randomUUID(), QUOTA_PER_MINUTE: String(QUOTA), ...env },
  });

async function tokenSettings(tokens: readonly MadeToken[]): Promise<Readonly<Record<string, string>>> {
  const content = tokens.map(({ entry }) => entry);
  return { AUTH_MODE: 'tokens', AUTH_TOKENS_FILE: await folder.write('tokens.json', content) };
}

/** Settings of a way to sign in, with the tokens of two clients of one account. */
const MODES = {
  async tokens() {
    const clients = [makeToken('web', ['read']), makeToken('wall', ['read'])];
    return { env: await tokenSettings(clients), keys: clients.map(({ token }) => token) };
  },
  async jwt() {
    const sign = (sub: string) =>
      new SignJWT(claims({ sub })).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));
    const env = { AUTH_MODE: 'jwt', JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_SECRET: SECRET };
    return { env, keys: [await sign('web'), await sign('wall')] };
  },
};

describe.skipIf(!hasRedis)('two clients of one account', () => {
  it.each(Object.entries(MODES))(
    'share its quota over all instances, by %s: one leaves some to the other',
    async (_mode, signIn) => {
      const { env, keys } = await signIn();
      await using instances = await start(env);
      const [greedy, modest] = keys as [string, string];
      let asked = 0;
      const ask = async (key: string, instance: number) => {
        asked += 1;
        const { errors } = await instances[instance]!.ask(`{ artifact(id: "none-${asked}") { id } }`, { key });
        return errors[0]?.extensions?.code ?? 'answered';
      };
      // The share is counted on both instances together, whichever is asked.
      const greedyAnswers = await Promise.all(Array.from({ length: 2 * QUOTA }, (_, n) => ask(greedy, n % 2)));
      const answered = greedyAnswers.filter((outcome) => outcome === 'answered').length;
      expect(new Set(greedyAnswers)).toEqual(new Set(['answered', 'RATE_LIMITED']));
      expect(answered).toBeLessThan(QUOTA);
      expect(await ask(modest, 0)).toBe('answered');
      expect(await ask(modest, 1)).toBe('answered');
      expect(await ask(greedy, 1)).toBe('RATE_LIMITED');
      expect(service.requests.length).toBe(answered + 2);
    },
  );

  it('are each refused on all instances once their token is revoked, and the other is not', async () => {
    const [web, wall] = [makeToken('web', ['read']), makeToken('wall', ['read'])];
    await using instances = await start({ ...(await tokenSettings([web, wall])), QUOTA_PER_MINUTE: '0' });
    const statuses = async ({ token }: MadeToken) =>
      Promise.all(
        instances.map(async (instance) => (await instance.ask('{ balance { minutes } }', { key: token })).status),
      );
    expect(await statuses(web)).toEqual([200, 200]);
    await folder.write('tokens.json', [wall.entry]);
    const revoked = await eventually(
      () => statuses(web),
      (codes) => codes.every((code) => code === 401),
    );
    expect([revoked, await statuses(wall)]).toEqual([
      [401, 401],
      [200, 200],
    ]);
  });
});
