import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger } from '../../src/upstream/quota/ledger.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { runs } from '../kit/runs.ts';
import { rejection } from './asking.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;

/** A ledger whose key several clients share, and a clock that is moved. */
function open(perMinute: number, perDay = 0, isShared = true) {
  const clock = createHandClock(Date.UTC(2025, 0, 1));
  const ledger = createLedger({ quota: { perMinute, perDay }, isShared, clock, closing: never });
  const take = (client?: string) =>
    ledger.take('interactive', never, client).then(
      () => true,
      () => false,
    );
  /** How many places a client is given at once. */
  const takeAll = async (client?: string) => {
    let taken = 0;
    while (await take(client)) taken += 1;
    return taken;
  };
  return { clock, ledger, take, takeAll };
}

describe('A quota that several clients share', () => {
  it('keeps the last third of a window for those who have used little', async () => {
    const { takeAll } = open(60);
    expect(await takeAll('greedy')).toBe(40);
    expect(await takeAll('second')).toBe(10);
    expect(await takeAll('third')).toBe(5);
    expect(await takeAll('greedy')).toBe(0);
    expect(await takeAll('fourth')).toBeGreaterThan(0);
  });

  it('keeps the last third of a day in the same way', async () => {
    const { takeAll } = open(0, 1_000);
    expect(await takeAll('greedy')).toBe(666);
    expect(await takeAll('second')).toBe(167);
  });

  it('counts what is asked for nobody by name as one client', async () => {
    const { takeAll } = open(60);
    expect(await takeAll()).toBe(40);
    expect(await takeAll('somebody')).toBe(10);
  });

  it('is all of one client where clients are not told apart', async () => {
    const { takeAll } = open(60, 0, false);
    expect(await takeAll('only')).toBe(60);
  });

  it.each([1, 2, 3, 4])('of %i places has one for the first who asks', async (perMinute) => {
    const { takeAll } = open(perMinute);
    expect(await takeAll('first')).toBeGreaterThan(0);
  });

  it('says when the share of a client has room again', async () => {
    const { clock, ledger, takeAll } = open(6);
    expect(await takeAll('greedy')).toBe(4);
    clock.advance(20_000);
    expect(await rejection(ledger.take('interactive', never, 'greedy'))).toMatchObject({
      code: 'RATE_LIMITED',
      retryAfterSeconds: 40,
    });
    clock.advance(40_000);
    expect(await takeAll('greedy')).toBe(4);
  });

  it('does not let one who waits for a share of its own hold up others', async () => {
    const { clock, ledger, take, takeAll } = open(6);
    await takeAll('greedy');
    clock.advance(MINUTE - 1_500);
    const waiting = ledger.take('interactive', never, 'greedy');
    expect(await take('other')).toBe(true);
    await clock.pass(1_500);
    await waiting;
  });

  it('never gives out more than there is, and always finds some for one who comes next', async () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 9_000 })), {
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 8, max: 70 }), async (asked, perMinute) => {
        const { clock, take } = open(perMinute);
        const served: number[] = [];
        for (const [client, pauseMs] of asked) {
          // A client who waits is one who is not served now.
          const outcome = await Promise.race([take(`client ${client}`), Promise.resolve().then(() => null)]);
          if (outcome === true) served.push(clock.now());
          clock.advance(pauseMs);
        }
        for (const [index, at] of served.entries()) {
          const later = served[index + perMinute];
          if (later !== undefined) expect(later - at).toBeGreaterThanOrEqual(MINUTE);
        }
      }),
      { numRuns: runs(2_000) },
    );
  });
});
