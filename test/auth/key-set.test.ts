import type { KeyObject } from 'node:crypto';
import { errors, jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { createKeySet } from '../../src/auth/key-set.ts';
import { KeysUnavailableError } from '../../src/auth/keys-unavailable-error.ts';
import { createLog } from '../../src/observability/log.ts';
import { makeKey, type SigningKey, sign } from './issuer.ts';

const MINUTE_MS = 60_000;

/** A set of keys whose address and clock are the test's. */
function arrange(...published: readonly SigningKey[]) {
  const world = {
    now: 0,
    asked: 0,
    changes: 0,
    isDown: false,
    published,
    extra: [] as unknown[],
    lines: [] as string[],
  };
  const set = createKeySet({
    fetchKeys: async () => {
      world.asked += 1;
      if (world.isDown) throw new Error('down');
      return JSON.stringify({ keys: [...world.extra, ...world.published.map(({ jwk }) => jwk)] });
    },
    onChange: () => {
      world.changes += 1;
    },
    log: createLog({ level: 'info', destination: { write: (line) => world.lines.push(line) } }),
    now: () => world.now,
  });
  /** Resolves with how many keys were tried for a token, if one of them is the right one. */
  const verify = async (key: SigningKey, kid = key.jwk.kid): Promise<number> => {
    const token = await sign(key, {}, kid);
    let tries = 0;
    await set.try({ alg: key.algorithm, ...(kid !== undefined && { kid }) }, (publicKey: KeyObject) => {
      tries += 1;
      return jwtVerify(token, publicKey);
    });
    return tries;
  };
  /** All background work is done by then. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return Object.assign(world, { set, verify, settle });
}

describe('the keys of an issuer', async () => {
  const [one, two] = [await makeKey('ES256', 'one'), await makeKey('ES256', 'two')];

  it('are fetched once, and again beside the work when they are ten minutes old', async () => {
    const world = arrange(one);
    await world.verify(one);
    world.now = 9 * MINUTE_MS;
    world.set.keepFresh();
    await world.verify(one);
    expect(world).toMatchObject({ asked: 1, changes: 1 });
    world.now = 11 * MINUTE_MS;
    world.published = [two];
    world.set.keepFresh();
    world.set.keepFresh();
    // They are not waited for.
    await world.set.try({ alg: 'ES256', kid: 'one' }, async () => undefined);
    await world.settle();
    await expect(world.verify(one)).rejects.toThrow('no applicable key');
    await world.verify(two);
    expect(world.changes).toBe(2);
  });

  it('have not changed if the same are told again', async () => {
    const world = arrange(one);
    await world.verify(one);
    world.now = 11 * MINUTE_MS;
    world.set.keepFresh();
    await world.settle();
    expect(world).toMatchObject({ asked: 2, changes: 1 });
  });

  it('serve for a day when they cannot be fetched any more, and not longer', async () => {
    const world = arrange(one);
    await world.verify(one);
    world.isDown = true;
    for (let minute = 11; minute < 24 * 60; minute += 1) {
      for (const seconds of [0, 10, 20]) {
        world.now = minute * MINUTE_MS + seconds * 1000;
        world.set.keepFresh();
        await world.settle();
      }
      await world.verify(one);
    }
    // It is tried again and again, though not at each occasion.
    expect(world.asked).toBe(1 + (24 * 60 - 11));
    world.now = 25 * 60 * MINUTE_MS;
    await expect(world.verify(one)).rejects.toThrow(KeysUnavailableError);
    world.isDown = false;
    world.now += 30_000;
    await world.verify(one);
  });

  it('are looked through for one that is not there twice a minute at most, and that it is not is told', async () => {
    const world = arrange(one);
    await world.verify(one);
    for (let second = 1; second <= 120; second += 1) {
      world.now = second * 1000;
      await expect(world.verify(two)).rejects.toThrow('no applicable key');
    }
    expect(world.asked).toBeLessThanOrEqual(1 + 4);
    expect(world.asked).toBeGreaterThan(1);
  });

  it('may have parameters that are null, which are none, and a number for a name', async () => {
    const world = arrange();
    const nulls = { use: null, alg: null, key_ops: null, d: null, x5c: null, x5t: null };
    world.extra = [{ ...one.jwk, ...nulls, kid: 1 }];
    expect(await world.verify(one, '1')).toBe(1);
    expect(world.lines).toEqual([]);
  });

  it('that cannot be used cost themselves only, and are named once', async () => {
    const world = arrange(one);
    const { jwk } = one;
    const short = { kty: 'RSA', e: 'AQAB', n: Buffer.alloc(64, 255).toString('base64url') };
    world.extra = [
      null,
      'x',
      {},
      { ...jwk, use: 'enc' },
      { ...jwk, d: 'AA' },
      { ...jwk, x: 'AA' },
      { ...jwk, alg: 'ES384' },
    ];
    world.extra.push({ kty: 'oct', k: 'c2VjcmV0', kid: 'one' }, { ...jwk, key_ops: ['sign'] }, short);
    expect(await world.verify(one)).toBe(1);
    world.published = [one, two];
    world.now = 11 * MINUTE_MS;
    world.set.keepFresh();
    await world.settle();
    expect(world.changes).toBe(2);
    const named = world.lines.map((line) => JSON.parse(line));
    expect(named).toHaveLength(1);
    expect(named[0]).toMatchObject({ level: 'warn', msg: 'some keys of the issuer are not used' });
    expect(named[0].unusable.map(({ place }: { place: number }) => place)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it('are each tried for a token without a name, a hundred of them at most', async () => {
    const others = await Promise.all(Array.from({ length: 99 }, (_, index) => makeKey('ES256', `other ${index}`)));
    const nameless = { ...one, jwk: { ...one.jwk, kid: undefined } } as unknown as SigningKey;
    expect(await arrange(...others, one).verify(nameless)).toBe(100);
    await expect(arrange(...others, two, one).verify(nameless)).rejects.toThrow(errors.JWSSignatureVerificationFailed);
  });

  it('are fetched anew for a token that none of them has signed, whatever they are called', async () => {
    const nameless = await makeKey('ES256');
    const next = await makeKey('ES256');
    const world = arrange(nameless);
    world.now = 1000;
    await world.verify(nameless);
    world.published = [next];
    world.now = 2000;
    await Promise.all([world.verify(next), world.verify(next)]);
    expect(world.asked).toBe(2);
    world.published = [nameless];
    world.now = 3000;
    await expect(world.verify(nameless)).rejects.toThrow(errors.JWSSignatureVerificationFailed);
    world.now = 32_000;
    await world.verify(nameless);
    expect(world.asked).toBe(3);
  });

  it('are tried for each half minute while their address fails; a token that needs others is not accepted then', async () => {
    const world = arrange(one);
    await world.verify(one);
    world.isDown = true;
    for (let second = 1; second <= 120; second += 1) {
      world.now = second * 1000;
      await expect(world.verify(two)).rejects.toThrow('no applicable key');
    }
    expect(world.asked).toBeLessThanOrEqual(1 + 4);
    expect(world.lines.length).toBe(world.asked - 1);
    world.isDown = false;
    world.published = [one, two];
    world.now += 30_000;
    await world.verify(two);
  });

  it('are tried for at growing pauses, up to half a minute, where there have never been any', async () => {
    const world = arrange(one);
    world.isDown = true;
    for (let second = 0; second <= 300; second += 1) {
      world.now = second * 1000;
      await expect(world.verify(one)).rejects.toThrow(KeysUnavailableError);
    }
    expect(world.asked).toBeLessThanOrEqual(5 + 300 / 30);
    world.isDown = false;
    world.now += 30_000;
    await world.verify(one);
  });
});
