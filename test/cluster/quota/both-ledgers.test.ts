/** What a ledger does, in memory and over Redis. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UpstreamUnavailableError } from '../../../src/errors.ts';
import type { Ledger } from '../../../src/upstream/service.ts';
import { rejection } from '../../upstream/asking.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';
import { type LedgerWorld, type OpenLedger, openInMemory, openOverRedis } from './ledger-world.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

type Priority = 'interactive' | 'polling';

/** How many places are given out at once. */
async function takeAll(ledger: Ledger, priority: Priority, client?: string): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    try {
      await ledger.take(priority, AbortSignal.timeout(300), client);
    } catch {
      return taken;
    }
  }
}

async function outcomeOf(world: LedgerWorld, promise: Promise<unknown>, ms: number): Promise<string> {
  const outcome = promise.then(
    () => 'served',
    (error) => error.name,
  );
  await world.pass(ms);
  return Promise.race([outcome, Promise.resolve('waiting')]);
}

/** So long ago that the place comes back in so many milliseconds. */
const backIn = (ms: number): number => MINUTE - ms;

function describeLedger(open: OpenLedger): void {
  it('gives out tickets that grow, also without a quota', async () => {
    await using world = await open({ perMinute: 0 });
    const tickets: number[] = [];
    for (let n = 0; n < 5; n += 1) tickets.push(await world.ledger.take('interactive', never), world.ledger.stamp());
    expect(tickets).toEqual(tickets.toSorted((a, b) => a - b));
    expect(new Set(tickets).size).toBe(10);
    expect(world.ledger.budget()).toMatchObject({ remainingThisMinute: null, remainingToday: null });
    expect(world.ledger.outlook().windows).toEqual([]);
  });

  it('gives out as many places as there are in a minute, and counts them', async () => {
    await using world = await open({ perMinute: 4, perDay: 100 });
    const tickets = await Promise.all([1, 2, 3, 4].map(() => world.ledger.take('interactive', never)));
    expect(new Set(tickets).size).toBe(4);
    expect(world.ledger.budget()).toMatchObject({ remainingThisMinute: 0, remainingToday: 96 });
    expect(await rejection(world.ledger.take('interactive', never))).toMatchObject({
      name: 'RateLimitedError',
      retryAfterSeconds: expect.closeTo(60, -1),
    });
    expect(world.ledger.outlook().sent).toBe(4);
  });

  it('counts what was sent in the last minute, and in the last day', async () => {
    await using world = await open({ perMinute: 4, perDay: 5, sent: [90_000, 80_000, 50_000, 40_000] });
    expect(world.ledger.budget()).toMatchObject({ remainingThisMinute: 2, remainingToday: 1 });
    await world.ledger.take('interactive', never);
    expect(await rejection(world.ledger.take('interactive', never))).toMatchObject({ name: 'RateLimitedError' });
  });

  it('keeps 30 % of a window for interactive requests', async () => {
    await using world = await open({ perMinute: 10 });
    expect(world.ledger.outlook().windows[0]?.room.at(-1)).toBe(7);
    expect(await takeAll(world.ledger, 'polling')).toBe(7);
    expect(world.ledger.outlook().openAt).toBeGreaterThan(0);
    expect(await takeAll(world.ledger, 'interactive')).toBe(3);
  });

  it('lets an interactive request wait for a place that comes back in time', async () => {
    await using world = await open({ perMinute: 1, sent: [backIn(300)] });
    const waiting = world.ledger.take('interactive', never);
    expect(await outcomeOf(world, waiting, 50)).toBe('waiting');
    expect(await outcomeOf(world, waiting, 800)).toBe('served');
  });

  it('turns polling away, and who would wait for more than two seconds', async () => {
    await using world = await open({ perMinute: 2, sent: [backIn(30_000), backIn(1_000)] });
    expect(await rejection(world.ledger.take('polling', never))).toMatchObject({ name: 'RateLimitedError' });
    const first = world.ledger.take('interactive', never);
    expect(await outcomeOf(world, world.ledger.take('interactive', never), 50)).toBe('RateLimitedError');
    expect(await outcomeOf(world, first, 1_500)).toBe('served');
  });

  it('serves who waits before polling', async () => {
    await using world = await open({ perMinute: 10, sent: [backIn(200), ...Array.from({ length: 9 }, () => 1_000)] });
    const waiting = world.ledger.take('interactive', never);
    expect(await outcomeOf(world, world.ledger.take('polling', never), 20)).toBe('RateLimitedError');
    expect(await outcomeOf(world, waiting, 800)).toBe('served');
  });

  it('keeps no place for one that has left', async () => {
    await using world = await open({ perMinute: 1, sent: [backIn(300)] });
    const leaving = new AbortController();
    const left = rejection(world.ledger.take('interactive', leaving.signal));
    await world.pass(20);
    leaving.abort(new Error('left'));
    expect(await left).toMatchObject({ message: 'left' });
    expect(await outcomeOf(world, world.ledger.take('interactive', never), 900)).toBe('served');
  });

  it('turns all away who wait when the gateway stops', async () => {
    await using world = await open({ perMinute: 1, sent: [backIn(1_000)] });
    const waiting = rejection(world.ledger.take('interactive', never));
    world.closing.abort(new UpstreamUnavailableError());
    expect(await waiting).toBeInstanceOf(UpstreamUnavailableError);
    expect(await rejection(world.ledger.take('interactive', never))).toBeInstanceOf(UpstreamUnavailableError);
  });

  it('sends nothing while the key is blocked; who may wait for the end of it does', async () => {
    await using world = await open({ perMinute: 10 });
    world.ledger.block(600);
    world.ledger.block(200);
    const waiting = world.ledger.take('interactive', never);
    expect(await rejection(world.ledger.take('polling', never))).toMatchObject({ name: 'RateLimitedError' });
    expect(world.ledger.budget().blockedUntil).not.toBeNull();
    expect(await outcomeOf(world, waiting, 300)).toBe('waiting');
    expect(await outcomeOf(world, waiting, 600)).toBe('served');
    world.ledger.block(30_000);
    expect(await rejection(world.ledger.take('interactive', never))).toMatchObject({ retryAfterSeconds: 30 });
  });

  it('keeps the last third of a window for clients who have used little', async () => {
    await using world = await open({ perMinute: 12, isShared: true });
    expect(await takeAll(world.ledger, 'interactive', 'greedy')).toBe(8);
    expect(await takeAll(world.ledger, 'interactive', 'second')).toBe(2);
    expect(await takeAll(world.ledger, 'interactive', 'third')).toBe(1);
  });
}

describe('A ledger in memory', () => describeLedger(openInMemory));

describe.skipIf(!hasRedis)('A ledger over Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedis();
  });
  afterAll(() => redis[Symbol.asyncDispose]());
  describeLedger(openOverRedis(() => redis));
});
