import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLedger } from '../../src/upstream/quota/ledger.ts';
import { SlidingWindow } from '../../src/upstream/quota/sliding-window.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { rejection } from './asking.ts';

const never = new AbortController().signal;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.UTC(2025, 0, 1);

/** A ledger, and a clock that is moved. */
function open(perMinute: number, perDay: number) {
  const clock = createHandClock(START);
  return { clock, ledger: createLedger({ quota: { perMinute, perDay }, clock, closing: never }) };
}

/** Pauses between requests. */
const pauses = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 60 });

describe('What polling has before it', () => {
  it('is its whole share where nothing has been sent', () => {
    const { ledger } = open(60, 1_000);
    const { openAt, sent, windows } = ledger.outlook();
    expect([openAt, sent]).toEqual([START, 0]);
    expect(windows.map(({ spanMs, room }) => [spanMs, new Set(room)])).toEqual([
      [MINUTE, new Set([42])],
      [DAY, new Set([700])],
    ]);
  });

  it('has no bounds without a quota', () => {
    expect(open(0, 0).ledger.outlook()).toEqual({ openAt: START, sent: 0, windows: [] });
  });

  it('is closed while the key is blocked', () => {
    const { ledger } = open(60, 1_000);
    ledger.block(30_000);
    expect(ledger.outlook().openAt).toBe(START + 30_000);
  });

  it('is what comes back of a window as it slides, whoever has sent it', async () => {
    await fc.assert(
      fc.asyncProperty(pauses, fc.constantFrom('interactive' as const, 'polling' as const), async (all, priority) => {
        const { ledger, clock } = open(100, 0);
        const sent: number[] = [];
        for (const pause of all) {
          clock.advance(pause);
          await ledger.take(priority, never);
          sent.push(clock.now());
        }
        const [minute] = ledger.outlook().windows;
        const parts = minute?.room.length ?? 0;
        const expected = Array.from({ length: parts }, (_, part) => {
          const then = clock.now() + ((part + 1) * MINUTE) / parts;
          return 70 - sent.filter((at) => at + MINUTE > then).length;
        });
        expect(minute?.room).toEqual(expected);
        expect(ledger.outlook().sent).toBe(sent.length);
      }),
    );
  });

  it('is open when a polling request finds a place, and not before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 30 }), pauses, async (perMinute, all) => {
        const { ledger, clock } = open(perMinute, 0);
        for (const pause of all) {
          clock.advance(pause);
          const { openAt } = ledger.outlook();
          if (openAt <= clock.now()) {
            await ledger.take('polling', never);
            continue;
          }
          await rejection(ledger.take('polling', never));
          clock.advance(openAt - 1 - clock.now());
          await rejection(ledger.take('polling', never));
          clock.advance(1);
          await ledger.take('polling', never);
        }
      }),
    );
  });

  it('is never told to be more than it is, however large the quota', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 500 }), (all) => {
        const window = new SlidingWindow(100_000, MINUTE);
        let now = START;
        const sent = all.map((pause) => {
          now += pause;
          window.add(now);
          return now;
        });
        const parts = 48;
        for (const [part, used] of window.fading(parts, now).entries()) {
          const then = now + ((part + 1) * MINUTE) / parts;
          const grain = MINUTE / 4_096;
          // All but what the coarse count lets leave a moment later.
          expect(used).toBeGreaterThanOrEqual(part === parts - 1 ? 0 : sent.filter((at) => at + MINUTE > then).length);
          expect(used).toBeLessThanOrEqual(sent.filter((at) => at + MINUTE + grain >= then).length);
        }
      }),
    );
  });
});
