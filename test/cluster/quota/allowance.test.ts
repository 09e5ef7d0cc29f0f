/** What may be sent, against a model that counts one by one. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LogAllowance, type Part, type QuotaWindow, WHOLE } from '../../../src/cluster/quota/allowance.ts';
import { type SentRequest, sentRequest } from '../../../src/cluster/quota/request-log.ts';
import { createLedger } from '../../../src/upstream/quota/ledger.ts';
import { pollingShare } from '../../../src/upstream/quota/quota-rules.ts';
import { createHandClock } from '../../kit/hand-clock.ts';
import { runs } from '../../kit/runs.ts';

const START = Date.UTC(2030, 0, 1);
const CLIENTS = ['ann', 'bob', 'cy'] as const;

const requestAt = (ms: number, client = 'ann'): SentRequest =>
  sentRequest(`${Math.round((START + ms) * 1_000)}:instance:${client}`);

const world = fc.record({
  times: fc.array(fc.tuple(fc.nat(1_000), fc.constantFrom(...CLIENTS)), { maxLength: 40 }),
  windows: fc.array(fc.record({ limit: fc.integer({ min: 1, max: 30 }), spanMs: fc.integer({ min: 20, max: 600 }) }), {
    maxLength: 2,
  }),
  part: fc.oneof(
    fc.constant(WHOLE),
    fc
      .record({ sinceMs: fc.nat(1_000), of: fc.integer({ min: 1, max: 5 }), parts: fc.nat(4) })
      .map(({ sinceMs, of, parts }): Part => ({ sinceMs: START + sinceMs, of, parts: 1 + (parts % of) })),
  ),
  priority: fc.constantFrom('interactive' as const, 'polling' as const),
  ahead: fc.nat(2),
});

/** Whether one more may be sent at that time, by the words of the rule. */
function isAllowed(
  requests: readonly SentRequest[],
  { limit, spanMs }: QuotaWindow,
  { sinceMs, parts, of }: Part,
  ahead: number,
  ms: number,
): boolean {
  const inside = requests.filter(({ ticket }) => ticket / 1_000 > ms - spanMs);
  const together = inside.filter(({ ticket }) => ticket / 1_000 <= sinceMs).length;
  const own = inside.length - together;
  return own + ahead + 1 <= ((limit - together) * parts) / of;
}

describe('The allowance of a quota', () => {
  it('begins at the first millisecond at which one more stays within every window', () => {
    fc.assert(
      fc.property(world, ({ times, windows, part, priority, ahead }) => {
        const requests = times.map(([ms, client]) => requestAt(ms, client)).toSorted((a, b) => a.ticket - b.ticket);
        const now = START + 1_000;
        const allowance = new LogAllowance({ requests, windows, part, isShared: false, blockedUntilMs: 0 });
        const turn = allowance.turnAt({ priority }, ahead, now);
        const shares = windows.map(({ limit, spanMs }) => ({
          limit: priority === 'polling' ? pollingShare(limit) : limit,
          spanMs,
        }));
        const turns = shares.map((window) => {
          const open = (_: unknown, ms: number) => isAllowed(requests, window, part, ahead, now + ms);
          const first = Array.from({ length: window.spanMs }, open).indexOf(true);
          return now + (first === -1 ? window.spanMs : first);
        });
        expect(turn).toBe(Math.max(now, ...turns));
      }),
      { numRuns: runs(3_000) },
    );
  });

  it('gives all parts together no more than what was left, whenever each of them is used', () => {
    fc.assert(
      fc.property(
        fc.record({
          together: fc.array(fc.nat(500), { maxLength: 30 }),
          limit: fc.integer({ min: 1, max: 30 }),
          spanMs: fc.integer({ min: 20, max: 600 }),
          attempts: fc.array(fc.tuple(fc.nat(2), fc.nat(60)), { maxLength: 120 }),
        }),
        ({ together, limit, spanMs, attempts }) => {
          const base = together.map((ms) => requestAt(ms)).toSorted((a, b) => a.ticket - b.ticket);
          const window = { limit, spanMs };
          // What was sent before the division kept the limit as well.
          fc.pre(
            base.every((_, end) => isAllowed(base.slice(0, end), window, WHOLE, 0, (base[end]?.ticket ?? 0) / 1_000)),
          );
          const logs = [0, 1, 2].map(() => [...base]);
          const all = [...base];
          let now = START + 500;
          for (const [instance, pause] of attempts) {
            now += pause;
            const requests = logs[instance] ?? [];
            const part = { sinceMs: START + 500 - 0.001, parts: 1, of: 3 };
            const allowance = new LogAllowance({
              requests,
              windows: [window],
              part,
              isShared: false,
              blockedUntilMs: 0,
            });
            if (allowance.turnAt({ priority: 'interactive' }, 0, now) > now) continue;
            const request = requestAt(now - START);
            requests.push(request);
            all.push(request);
            expect(all.filter(({ ticket }) => ticket / 1_000 > now - spanMs).length).toBeLessThanOrEqual(limit);
          }
        },
      ),
      { numRuns: runs(2_000) },
    );
  });

  it('is that of the ledger in memory, with its outlook and its shares of clients, whatever is sent', async () => {
    const attempt = fc.record({
      pause: fc.nat(20_000),
      priority: fc.constantFrom('interactive' as const, 'polling' as const),
      client: fc.constantFrom(...CLIENTS),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(attempt, { maxLength: 60 }),
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        async (attempts, perMinute, isShared) => {
          const clock = createHandClock(START);
          const { signal } = new AbortController();
          const ledger = createLedger({ quota: { perMinute, perDay: 30 }, isShared, clock, closing: signal });
          const windows = [
            { limit: perMinute, spanMs: 60_000 },
            { limit: 30, spanMs: 86_400_000 },
          ];
          const requests: SentRequest[] = [];
          for (const { pause, priority, client } of attempts) {
            clock.advance(pause);
            const now = clock.now();
            const allowance = new LogAllowance({ requests, windows, part: WHOLE, isShared, blockedUntilMs: 0 });
            const { openAt, windows: outlook } = ledger.outlook();
            expect(allowance.turnAt({ priority: 'polling' }, 0, now)).toBe(openAt);
            expect(windows.map((window) => allowance.pollingRoom(window, 48, now))).toEqual(
              outlook.map(({ room }) => room),
            );
            const { remainingThisMinute, remainingToday } = ledger.budget();
            expect(windows.map((window) => allowance.remaining(window, now))).toEqual([
              remainingThisMinute,
              remainingToday,
            ]);
            const share = priority === 'polling' ? now : allowance.shareAt(client, now);
            if (Math.max(allowance.turnAt({ priority }, 0, now), share) > now) continue;
            await ledger.take(priority, signal, client);
            requests.push(requestAt(now - START, client));
          }
        },
      ),
      { numRuns: runs(1_000) },
    );
  });
});
