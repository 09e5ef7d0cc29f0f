import { describe, expect, it } from 'vitest';
import { createKeySet } from '../../src/auth/key-set.ts';
import { KeysUnavailableError } from '../../src/auth/keys-unavailable-error.ts';
import { createLog } from '../../src/observability/log.ts';
import { makeKey, type SigningKey } from './issuer.ts';

const MINUTE_MS = 60_000;

/** A set of keys whose address and clock are the test's. */
function arrange(...published: SigningKey[]) {
  const world = { now: 0, asked: 0, changes: 0, isDown: false, published };
  const set = createKeySet({
    fetchKeys: async () => {
      world.asked += 1;
      if (world.isDown) throw new Error('down');
      return JSON.stringify({ keys: world.published.map(({ jwk }) => jwk) });
    },
    onChange: () => {
      world.changes += 1;
    },
    log: createLog({ level: 'silent' }),
    now: () => world.now,
  });
  const find = (kid: string) => set.find({ alg: 'ES256', kid }, { payload: '', signature: '' });
  /** What is done beside the work is done by then. */
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  return Object.assign(world, { set, find, settle });
}

describe('the keys of an issuer', async () => {
  const [one, two] = [await makeKey('ES256', 'one'), await makeKey('ES256', 'two')];

  it('are fetched once, and again beside the work when they are ten minutes old', async () => {
    const world = arrange(one);
    await world.find('one');
    world.now = 9 * MINUTE_MS;
    world.set.keepFresh();
    await world.find('one');
    expect(world).toMatchObject({ asked: 1, changes: 1 });
    world.now = 11 * MINUTE_MS;
    world.published = [two];
    world.set.keepFresh();
    world.set.keepFresh();
    // They are not waited for.
    await world.find('one');
    await world.settle();
    await expect(world.find('one')).rejects.toThrow('no applicable key');
    await world.find('two');
    expect(world.changes).toBe(2);
  });

  it('have not changed if the same are told again', async () => {
    const world = arrange(one);
    await world.find('one');
    world.now = 11 * MINUTE_MS;
    world.set.keepFresh();
    await world.settle();
    expect(world).toMatchObject({ asked: 2, changes: 1 });
  });

  it('serve for a day when they cannot be fetched any more, and not longer', async () => {
    const world = arrange(one);
    await world.find('one');
    world.isDown = true;
    for (let minute = 11; minute < 24 * 60; minute += 1) {
      for (const seconds of [0, 10, 20]) {
        world.now = minute * MINUTE_MS + seconds * 1000;
        world.set.keepFresh();
        await world.settle();
      }
      await world.find('one');
    }
    // It is tried again and again, though not at each occasion.
    expect(world.asked).toBe(1 + (24 * 60 - 11));
    world.now = 25 * 60 * MINUTE_MS;
    await expect(world.find('one')).rejects.toThrow(KeysUnavailableError);
    world.isDown = false;
    world.now += 2000;
    await world.find('one');
  });

  it('are looked through for one that is not there twice a minute at most, and that it is not is told', async () => {
    const world = arrange(one);
    await world.find('one');
    for (let second = 1; second <= 120; second += 1) {
      world.now = second * 1000;
      await expect(world.find('two')).rejects.toThrow('no applicable key');
    }
    expect(world.asked).toBeLessThanOrEqual(1 + 4);
    expect(world.asked).toBeGreaterThan(1);
  });
});
