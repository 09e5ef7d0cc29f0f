/** One suite over both stores: in the memory of a test, and in a real Redis. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createSystemClock } from '../../../src/clock.ts';
import { accountNames } from '../../../src/cluster/account-names.ts';
import { ReconnectingLink } from '../../../src/cluster/redis-link.ts';
import { encodeValue } from '../../../src/cluster/value-codec.ts';
import { RedisWatchStore } from '../../../src/cluster/watches/redis-watch-store.ts';
import type { Publication, WatchMessage, WatchStore } from '../../../src/cluster/watches/watch-store.ts';
import { readConfig } from '../../../src/config/index.ts';
import { NO_MEASUREMENTS } from '../../../src/contracts/measurements.ts';
import type { Want } from '../../../src/contracts/watch-sharing.ts';
import { createLog } from '../../../src/observability/log.ts';
import { createMemoryBoard } from '../kit/memory-watch-store.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';

const DEMAND = { asked: 3, notSeenMs: 1000, at: 5 };
const PROJECT: Want = { thing: { kind: 'DubbingProject', projectId: 'p1' }, details: true };
const NOTHING = { added: [], gone: [], looks: [] };

/** An answer that was asked for then, and came at once. */
const placeOf = (asked: number) => ({ asked, answered: asked, at: asked, by: 'a' });

/** An answer that was asked for in this place, with a value of its own. */
function answer(asked: number, value: object, fields: Partial<Publication> = {}): Publication {
  const state = encodeValue({ asked, value, ages: null });
  return {
    address: 'artifact a1',
    answer: { ...placeOf(asked), valueAsked: asked, state },
    plan: null,
    failure: null,
    isKept: true,
    ...fields,
  };
}

const valuesIn = (messages: readonly WatchMessage[]) =>
  messages
    .flatMap((message) => (message.is === 'publications' ? message.entries : []))
    .map(({ answer }) => answer?.state?.value);

function suite(name: string, isSkipped: boolean, open: () => Promise<(instance: string) => WatchStore>): void {
  describe.skipIf(isSkipped)(`the watches of an account, shared in ${name}`, () => {
    let storeOf: (instance: string) => WatchStore;
    beforeEach(async () => {
      storeOf = await open();
    });

    /** All that an instance hears. */
    async function heardBy(instance: string): Promise<readonly WatchMessage[]> {
      const messages: WatchMessage[] = [];
      await storeOf(instance).listen((message) => messages.push(message));
      return messages;
    }

    it('have one pilot: another instance claims the lease only once it is given back, and hears of that', async () => {
      const [a, b] = [storeOf('a'), storeOf('b')];
      const heard = await heardBy('b');
      const lease = await a.claim();
      expect(lease).toMatch(/^a:/);
      expect([await b.claim(), await b.renew(lease?.replace('a', 'b') ?? '', DEMAND, [])]).toEqual([null, false]);
      expect(await a.renew(lease ?? '', DEMAND, [])).toBe(true);
      await a.release(lease ?? '');
      await expect.poll(() => heard).toEqual([{ from: 'a', is: 'vacant' }]);
      expect(await a.renew(lease ?? '', DEMAND, [])).toBe(false);
      expect(await b.claim()).toMatch(/^b:/);
    });

    it('have another lease each time that it is claimed, so that an old one proves nothing', async () => {
      const first = await storeOf('a').claim();
      const second = await storeOf('a').claim();
      expect(second).not.toBe(first);
      expect(await storeOf('a').renew(first ?? '', DEMAND, [])).toBe(false);
    });

    it('pass the demand on to the next pilot', async () => {
      const lease = await storeOf('a').claim();
      await storeOf('a').renew(lease ?? '', DEMAND, []);
      expect((await storeOf('b').snapshot()).demand).toEqual(DEMAND);
    });

    it('know which instance wants what, until it leaves or is dead', async () => {
      const heard = await heardBy('a');
      const wantsSeenBy = async (instance: string) => [...(await storeOf(instance).snapshot()).wants];
      await storeOf('b').want([PROJECT], { added: [PROJECT], gone: [], looks: ['dubbingProject p1'] });
      await expect
        .poll(() => heard)
        .toEqual([{ from: 'b', is: 'wants', added: [PROJECT], gone: [], looks: ['dubbingProject p1'] }]);
      expect(await wantsSeenBy('a')).toEqual([['b', [PROJECT]]]);
      expect(await wantsSeenBy('b')).toEqual([]);
      await storeOf('b').want(null, NOTHING);
      expect(await wantsSeenBy('a')).toEqual([['b', [PROJECT]]]);
      await storeOf('b').want([], { ...NOTHING, gone: ['x'] });
      expect(await wantsSeenBy('a')).toEqual([]);
      await storeOf('c').want([PROJECT], NOTHING);
      await storeOf('a').renew((await storeOf('a').claim()) ?? '', DEMAND, ['c']);
      expect(await wantsSeenBy('a')).toEqual([]);
    });

    it('never go back: an answer that was asked for earlier is neither kept nor sent', async () => {
      const heard = await heardBy('b');
      await storeOf('a').publish([answer(2, { n: 2 })]);
      await storeOf('c').publish([answer(1, { n: 1 })]);
      await storeOf('c').publish([answer(3, { n: 3 })]);
      await expect.poll(() => valuesIn(heard)).toEqual([{ n: 2 }, { n: 3 }]);
      const { states } = await storeOf('b').snapshot();
      expect(states.map(({ answer }) => answer?.state?.value)).toEqual([{ n: 3 }]);
    });

    it('have the state of a later answer with the same value, and the plan that was published last', async () => {
      await storeOf('a').publish([answer(2, { n: 2 })]);
      await storeOf('a').publish([
        answer(
          5,
          {},
          { answer: { ...placeOf(5), valueAsked: 2, state: null }, plan: { nextAt: 9, isThrottled: true } },
        ),
      ]);
      const { states } = await storeOf('b').snapshot();
      expect(states).toEqual([
        {
          address: 'artifact a1',
          answer: { ...placeOf(5), valueAsked: 2, state: { asked: 2, value: { n: 2 }, ages: null } },
          failure: null,
          plan: { nextAt: 9, isThrottled: true },
        },
      ]);
    });

    it('have no state of an answer whose value is another one than the kept one', async () => {
      await storeOf('a').publish([answer(2, { n: 2 })]);
      await storeOf('a').publish([answer(5, {}, { answer: { ...placeOf(5), valueAsked: 1, state: null } })]);
      const { states } = await storeOf('b').snapshot();
      expect(states.map(({ answer }) => answer?.state)).toEqual([null]);
    });

    it('keep nothing that nobody watches, nor what is forgotten; it is sent all the same', async () => {
      const heard = await heardBy('b');
      await storeOf('a').publish([answer(1, { n: 1 }, { isKept: false })]);
      await expect.poll(() => valuesIn(heard)).toEqual([{ n: 1 }]);
      expect((await storeOf('b').snapshot()).states).toEqual([]);
      await storeOf('a').publish([answer(2, { n: 2 })]);
      await storeOf('a').forget(['artifact a1']);
      expect((await storeOf('b').snapshot()).states).toEqual([]);
    });

    it('carry failures and unreadable numbers as they are', async () => {
      const heard = await heardBy('b');
      const failure = { error: { code: 'RATE_LIMITED', message: 'm', retryAfterSeconds: 3 }, at: 4 } as const;
      await storeOf('a').publish([answer(1, { n: Number.NaN }), { ...answer(0, {}), answer: null, failure }]);
      await expect.poll(() => valuesIn(heard)).toEqual([{ n: Number.NaN }, undefined]);
      expect(heard[0]).toMatchObject({ entries: [{ failure: null }, { failure }] });
    });

    it('send again to one who lacks a state, and keep nothing of that', async () => {
      const heard = await heardBy('b');
      await storeOf('a').send({ is: 'asking', addresses: ['x'] });
      await storeOf('a').send({ is: 'publications', publications: [answer(1, { n: 1 })] });
      await expect.poll(() => heard).toHaveLength(2);
      expect(heard[0]).toEqual({ from: 'a', is: 'asking', addresses: ['x'] });
      expect(valuesIn(heard)).toEqual([{ n: 1 }]);
      expect((await storeOf('b').snapshot()).states).toEqual([]);
    });

    it('know the writes of the last minute', async () => {
      const heard = await heardBy('b');
      const write = { is: 'dubbingProject', about: 'p1', asked: 3, at: 4 } as const;
      await storeOf('a').wrote(write);
      await expect.poll(() => heard).toEqual([{ from: 'a', is: 'wrote', write }]);
      expect((await storeOf('c').snapshot()).writes).toEqual([write]);
    });
  });
}

suite('memory', false, async () => {
  const board = createMemoryBoard(() => performance.now());
  return (instance) => board.storeOf(instance);
});

describe.skipIf(!hasRedis)('in Redis', () => {
  let redis: RedisServer;
  let link: ReconnectingLink;
  let accounts = 0;
  beforeAll(async () => {
    redis = await startRedis();
    const settings = readConfig({ REDIS_URL: redis.url }).redis;
    if (settings === null) throw new Error('no address');
    link = new ReconnectingLink({
      settings,
      clock: createSystemClock(),
      log: createLog({ level: 'silent' }),
      measurements: NO_MEASUREMENTS,
    });
    await link.open();
  });
  afterAll(async () => {
    link[Symbol.dispose]();
    await redis[Symbol.asyncDispose]();
  });

  suite('Redis', false, async () => {
    accounts += 1;
    const names = accountNames('test', `key ${accounts}`);
    return (instance) => new RedisWatchStore({ link, names, instance });
  });

  it('every key expires', async () => {
    const store = new RedisWatchStore({ link, names: accountNames('expiry', 'key'), instance: 'a' });
    const lease = await store.claim();
    await store.renew(lease ?? '', DEMAND, []);
    await store.want([PROJECT], NOTHING);
    await store.publish([answer(1, {})]);
    await store.wrote({ is: 'balance', about: undefined, asked: 1, at: 1 });
    const keys = (await redis.dump()).filter(({ key }) => key.startsWith('expiry:'));
    expect(keys.map(({ key }) => key.split(':').at(-1))).toEqual(['news', 'pilot', 'plan', 'state', 'want']);
    for (const { ttlMs } of keys) expect(ttlMs).toBeGreaterThan(0);
  });
});
