import { getEventListeners } from 'node:events';
import { beforeEach, describe, expect, it } from 'vitest';
import { UpstreamUnavailableError } from '../../src/errors.ts';
import { createLedger } from '../../src/upstream/quota/ledger.ts';
import { SlidingWindow } from '../../src/upstream/quota/sliding-window.ts';
import type { Ledger } from '../../src/upstream/service.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { runs } from '../kit/runs.ts';
import { rejection, startAsking } from './asking.ts';
import { json } from './fake-service.ts';

const never = new AbortController().signal;

let clock: HandClock;

function open(perMinute: number, perDay: number, closing: AbortSignal = never): Ledger {
  return createLedger({ quota: { perMinute, perDay }, clock, closing });
}

/** How many places of this kind are given out at once. */
async function takeAll(ledger: Ledger, priority: 'interactive' | 'polling'): Promise<number> {
  for (let taken = 0; ; taken += 1) {
    try {
      await ledger.take(priority, never);
    } catch {
      return taken;
    }
  }
}

/** The state of a promise by now: every promise that could settle has. */
async function stateOf(promise: Promise<unknown>): Promise<string> {
  const state = promise.then(
    () => 'served',
    (error) => error.code ?? error.message,
  );
  await clock.pass(0);
  return await Promise.race([state, Promise.resolve('waiting')]);
}

/** A day after the hand clock's start: the last request of the day's window is a day old then. */
const TOMORROW = '2025-01-02T00:00:00.000Z';

describe('A ticket', () => {
  it('is larger than those taken before, also where the clock stands still, and tells the time', async () => {
    const clock = createHandClock();
    const ledger = createLedger({ quota: { perMinute: 0, perDay: 0 }, clock, closing: never });
    const take = () => ledger.take('interactive', never);
    const tickets = [await take(), ledger.stamp(), await take(), ledger.stamp()];
    clock.advance(5);
    tickets.push(await take());
    expect(tickets).toEqual(tickets.toSorted((a, b) => a - b));
    expect(new Set(tickets).size).toBe(5);
    expect(tickets.at(-1)).toBe(clock.now() * 1_000);
  });
});

describe('The quota of a key', () => {
  beforeEach(() => {
    clock = createHandClock(Date.UTC(2025, 0, 1));
  });

  it('gives out a minute’s places and tells when there will be another', async () => {
    const ledger = open(60, 1_000);
    expect(ledger.budget()).toEqual({
      remainingThisMinute: 60,
      remainingToday: 1_000,
      blockedUntil: null,
      resetsAt: null,
    });
    expect(await takeAll(ledger, 'interactive')).toBe(60);
    expect(ledger.budget()).toEqual({
      remainingThisMinute: 0,
      remainingToday: 940,
      blockedUntil: null,
      resetsAt: TOMORROW,
    });
    await clock.pass(12_400);
    expect(await rejection(ledger.take('interactive', never))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 48,
    });
  });

  it('slides: a place is free a minute after it was taken, not with the clock’s minute', async () => {
    const ledger = open(2, 0);
    await ledger.take('interactive', never);
    await clock.pass(30_000);
    await ledger.take('interactive', never);
    await clock.pass(29_999);
    expect(ledger.budget().remainingThisMinute).toBe(0);
    await clock.pass(1);
    expect(ledger.budget().remainingThisMinute).toBe(1);
    await ledger.take('interactive', never);
    expect(await rejection(ledger.take('interactive', never))).toMatchObject({ retryAfterSeconds: 30 });
  });

  it('counts the day beside the minute', async () => {
    const ledger = open(0, 3);
    expect(await takeAll(ledger, 'interactive')).toBe(3);
    expect(ledger.budget()).toEqual({
      remainingThisMinute: null,
      remainingToday: 0,
      blockedUntil: null,
      resetsAt: TOMORROW,
    });
    expect(await rejection(ledger.take('interactive', never))).toMatchObject({ retryAfterSeconds: 86_400 });
    await clock.pass(86_400_000);
    expect(await takeAll(ledger, 'interactive')).toBe(3);
  });

  it.each([
    [60, 42],
    [10, 7],
    [3, 2],
    [1, 1],
  ])('keeps 30 %% for who waits: of %i places a minute polling gets %i', async (perMinute, polling) => {
    const ledger = open(perMinute, 0);
    expect(await takeAll(ledger, 'polling')).toBe(polling);
    expect(await takeAll(ledger, 'interactive')).toBe(perMinute - polling);
  });

  it('keeps 30 % of the day too', async () => {
    const ledger = open(0, 1_000);
    expect(await takeAll(ledger, 'polling')).toBe(700);
    expect(await takeAll(ledger, 'interactive')).toBe(300);
  });

  it('of 0 is none', async () => {
    const ledger = open(0, 0);
    for (let n = 0; n < 5_000; n += 1) await ledger.take('polling', never);
    expect(ledger.budget()).toEqual({
      remainingThisMinute: null,
      remainingToday: null,
      blockedUntil: null,
      resetsAt: null,
    });
  });

  it('lets an interactive request wait up to 2 s for its place, first come first served, and polling not at all', async () => {
    const ledger = open(2, 0);
    await ledger.take('interactive', never);
    await clock.pass(500);
    await ledger.take('interactive', never);
    await clock.pass(58_000);
    const order: string[] = [];
    const first = ledger.take('interactive', never).then(() => order.push('first'));
    const second = ledger.take('interactive', never).then(() => order.push('second'));
    const third = rejection(ledger.take('interactive', never));
    expect(await third).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    expect(await rejection(ledger.take('polling', never))).toMatchObject({ code: 'RATE_LIMITED' });
    await clock.pass(1_499);
    expect(order).toEqual([]);
    await clock.pass(1);
    expect(order).toEqual(['first']);
    await clock.pass(500);
    expect(order).toEqual(['first', 'second']);
    await Promise.all([first, second]);
    expect(clock.timers).toBe(0);
  });

  it('gives the place of one who has left to the next', async () => {
    const ledger = open(1, 0);
    await ledger.take('interactive', never);
    await clock.pass(58_500);
    const leaving = new AbortController();
    const first = ledger.take('interactive', leaving.signal);
    const reason = rejection(first);
    expect(await rejection(ledger.take('interactive', never))).toMatchObject({ code: 'RATE_LIMITED' });
    leaving.abort(new Error('left'));
    expect((await reason).message).toBe('left');
    expect(getEventListeners(leaving.signal, 'abort')).toEqual([]);
    expect(clock.timers).toBe(0);
    const next = ledger.take('interactive', never);
    expect(await stateOf(next)).toBe('waiting');
    await clock.pass(1_500);
    expect(await stateOf(next)).toBe('served');
  });

  it('refuses an aborted request without taking its place', async () => {
    const ledger = open(1, 0);
    expect((await rejection(ledger.take('interactive', AbortSignal.abort(new Error('left'))))).message).toBe('left');
    expect(ledger.budget().remainingThisMinute).toBe(1);
  });

  it('lets nobody wait any longer once the gateway stops', async () => {
    const closing = new AbortController();
    const ledger = open(0, 0, closing.signal);
    ledger.block(1_000);
    const waiting = rejection(ledger.take('interactive', never));
    await clock.pass(10);
    closing.abort(new UpstreamUnavailableError());
    expect((await waiting).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(clock.timers).toBe(0);
    expect((await rejection(ledger.take('polling', never))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(getEventListeners(closing.signal, 'abort')).toEqual([]);
  });
});

describe('A key that is blocked', () => {
  beforeEach(() => {
    clock = createHandClock(Date.UTC(2025, 0, 1));
  });

  it('is given no place before its time, which the budget tells', async () => {
    const ledger = open(0, 0);
    ledger.block(30_000);
    expect(ledger.budget().blockedUntil).toBe('2025-01-01T00:00:30.000Z');
    expect(await rejection(ledger.take('interactive', never))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 30,
    });
    await clock.pass(28_500);
    const interactive = ledger.take('interactive', never);
    expect(await stateOf(interactive)).toBe('waiting');
    expect(await rejection(ledger.take('polling', never))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 2,
    });
    await clock.pass(1_500);
    expect(await stateOf(interactive)).toBe('served');
    expect(ledger.budget().blockedUntil).toBeNull();
  });

  it('serves who waited before who comes at the very moment when it is free again', async () => {
    const ledger = open(0, 0);
    ledger.block(1_000);
    const order: string[] = [];
    const waiting = ledger.take('interactive', never).then(() => order.push('waited'));
    // The time has come, the timer not yet.
    clock.skip(1_000);
    const late = ledger.take('interactive', never).then(() => order.push('came late'));
    await clock.pass(1_000);
    await Promise.all([waiting, late]);
    expect(order).toEqual(['waited', 'came late']);
  });

  it('stays so for the longest of its times', async () => {
    const ledger = open(0, 0);
    ledger.block(10_000);
    ledger.block(1_000);
    expect(ledger.budget().blockedUntil).toBe('2025-01-01T00:00:10.000Z');
  });

  it('turns away who waits already, if it is for longer than they would wait', async () => {
    const ledger = open(0, 0);
    ledger.block(1_000);
    const waiting = Promise.all([1, 2].map(() => rejection(ledger.take('interactive', never))));
    await clock.pass(500);
    ledger.block(30_000);
    expect(await waiting).toMatchObject([{ retryAfterSeconds: 30 }, { retryAfterSeconds: 30 }]);
    expect(clock.timers).toBe(0);
  });
});

describe('Over HTTP', () => {
  beforeEach(() => {
    clock = createHandClock();
  });

  it('each try takes a place, whichever of the two addresses it goes to', async () => {
    await using asking = await startAsking(
      (_request, nth) => (nth === 0 ? json({}, 503) : json({ error: 'Not Found' }, 404)),
      {
        account: { quota: { perMinute: 4, perDay: 0 } },
      },
    );
    await asking.service.dubbingProjects.read('p', asking.call());
    await asking.service.artifacts.read('a', asking.call());
    expect(asking.service.ledger.budget().remainingThisMinute).toBe(1);
    await asking.service.artifacts.read('a', asking.call());
    expect((await rejection(asking.service.artifacts.read('a', asking.call()))).code).toBe('RATE_LIMITED');
    expect(asking.fake.requests).toHaveLength(4);
    expect(asking.sent.count).toBe(4);
    expect((await rejection(asking.forAccount().balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
  });

  it('nothing more is sent for a key after a 429, while other keys go on', async () => {
    await using asking = await startAsking(
      ({ headers }) =>
        headers.get('authorization') === 'Bearer busy'
          ? json({}, 429, { 'retry-after': 30 })
          : json({ balance_minutes: 5 }),
      { clock },
    );
    const busy = asking.forAccount({ key: 'busy' });
    for (const priority of ['polling', 'interactive', 'polling'] as const) {
      const error = await rejection(busy.balance.read(asking.call({ priority })));
      expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 30 });
    }
    expect(asking.fake.requests).toHaveLength(1);
    expect(Date.parse(busy.ledger.budget().blockedUntil ?? '')).toBe(clock.now() + 30_000);
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
  });

  it('polling does not wait for a 429 that an interactive request would wait out', async () => {
    await using asking = await startAsking(
      (_request, nth) => (nth === 0 ? json({}, 429, { 'retry-after': 1 }) : json({ balance_minutes: 5 })),
      { clock },
    );
    const error = await rejection(asking.service.balance.read(asking.call({ priority: 'polling' })));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
    const reading = asking.service.balance.read(asking.call());
    await clock.pass(999);
    expect(asking.fake.requests).toHaveLength(1);
    await clock.pass(1);
    expect(await reading).toEqual({ minutes: 5 });
  });
});

describe('A sliding window', () => {
  it('never lets more than its limit into any span, in whatever order times pass', () => {
    const span = 1_000;
    for (const limit of [1, 7, 5_000]) {
      const window = new SlidingWindow(limit, span);
      const sent: number[] = [];
      let now = 1_000_000.5;
      for (let n = 0; n < 20_000; n += 1) {
        now += (n % 13) * (span / limit / 9);
        if (window.used(now) < limit) {
          window.add(now);
          sent.push(now);
        }
      }
      expect(sent.length).toBeGreaterThan(limit);
      for (let n = limit; n < sent.length; n += 1)
        expect((sent[n] ?? 0) - (sent[n - limit] ?? 0)).toBeGreaterThanOrEqual(span);
    }
  });

  it('tells the moment from which there is room, to the millisecond for quotas of the usual size', () => {
    const window = new SlidingWindow(3, 1_000);
    for (const at of [100, 200, 300]) window.add(at);
    expect([3, 2, 1, 0].map((limit) => window.roomAt(limit, 400))).toEqual([1_100, 1_200, 1_300, 1_400]);
    expect(window.roomAt(4, 400)).toBe(400);
    expect(window.used(1_100)).toBe(2);
  });

  it('of very many requests a day is not off by more than its buckets', () => {
    const day = 86_400_000;
    const many = runs(1_000_000);
    const window = new SlidingWindow(many, day);
    for (let n = 0; n < many; n += 1) window.add(1_000 + n);
    expect(window.used(2_000_000)).toBe(many);
    const room = window.roomAt(many, 2_000_000);
    expect(room).toBeGreaterThanOrEqual(1_000 + day);
    expect(room).toBeLessThan(1_000 + day + day / 4_000);
    expect(window.used(3_000_000 + day)).toBe(0);
  });
});
