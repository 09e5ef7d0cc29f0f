import { expect, it } from 'vitest';
import type { Plan, PollOutcome } from '../../src/live/schedule/polling.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { createLedger } from '../../src/upstream/quota/ledger.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { observation } from './scheduler-kit.ts';

const never = new AbortController().signal;
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Something that another scheduler has asked for, and a scheduler that goes on with it. */
function resumable(quota = { perMinute: 0, perDay: 0 }) {
  const clock = createHandClock();
  const ledger = createLedger({ quota, clock, closing: never });
  const limits = { minIntervalMs: 2_000, maxIntervalMs: 300_000 };
  const asked: { readonly at: number; readonly priority: string }[] = [];
  const plans: Plan[] = [];
  const pollable = {
    address: 'artifact a1',
    observations: [observation('working', clock.now())],
    answeredAt: clock.now(),
    failures: 0,
    isWatched: true,
    async poll(priority: 'interactive' | 'polling'): Promise<PollOutcome> {
      asked.push({ at: clock.now(), priority });
      pollable.answeredAt = clock.now();
      return 'answered';
    },
    onScheduled: (plan: Plan) => void plans.push(plan),
    onUnwatched: () => undefined,
  };
  const start = (demand?: Parameters<typeof createScheduler>[0]['demand']) =>
    createScheduler({ clock, ledger, limits, random: () => 0.5, demand });
  const pass = (ms: number) => clock.pass(ms);
  return { clock, pollable, asked, plans, start, pass };
}

it('a poll that another scheduler has begun is made when that one would have made it, and not before', async () => {
  const { clock, pollable, asked, plans, start, pass } = resumable();
  using scheduler = start();
  const nextAt = clock.now() + 7_000;
  scheduler.resume(pollable, { nextAt, isThrottled: false });
  await pass(6_900);
  expect({ asked, plans }).toEqual({ asked: [], plans: [{ nextAt, isThrottled: false }] });
  await pass(200);
  expect(asked.map(({ priority }) => priority)).toEqual(['polling']);
});

it('polls that are overdue since the other scheduler has ended go out in their turn, none as if a reader waited', async () => {
  const { clock, pollable, asked, start, pass } = resumable({ perMinute: 60, perDay: 1000 });
  await pass(600_000);
  using scheduler = start();
  for (const address of ['a', 'b', 'c']) {
    scheduler.resume({ ...pollable, address }, { nextAt: clock.now() - 5_000, isThrottled: false });
  }
  await pass(2_500);
  expect(asked.map(({ priority }) => priority)).toEqual(['polling', 'polling', 'polling']);
  expect(new Set(asked.map(({ at }) => at)).size).toBe(3);
});

it('a poll without a plan is planned by its last answer', async () => {
  const { pollable, asked, plans, start, pass } = resumable();
  using scheduler = start();
  scheduler.resume(pollable, null);
  await settled();
  expect(plans).toEqual([{ nextAt: pollable.answeredAt + 2_700, isThrottled: false }]);
  await pass(2_600);
  expect(asked).toEqual([]);
});

it('the demand of a day goes on from one scheduler to the next', async () => {
  const { pollable, start, pass } = resumable({ perMinute: 60, perDay: 1000 });
  using first = start();
  first.add(pollable);
  await pass(1_800_000);
  const { demand } = first;
  expect(demand.asked).toBeGreaterThan(0);
  using second = start(demand);
  expect(second.demand).toEqual(demand);
});
