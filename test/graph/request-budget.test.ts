import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { subscribe } from '../kit/subscribe.ts';
import { refusal } from '../kit/writing.ts';

const BUDGET = 'remainingThisMinute remainingToday blockedUntil resetsAt';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const FULL = { remainingThisMinute: 60, remainingToday: 1000, blockedUntil: null, resetsAt: null };
const watchBudget = (gateway: { readonly url: string }) =>
  subscribe(gateway, `subscription { requestBudgetUpdated { kind freshness budget { ${BUDGET} } } }`);
const inMs = (clock: { now(): number }, ms: number) => new Date(clock.now() + ms).toISOString();

const startCounted = async () => {
  const clock = createHandClock();
  return { clock, gateway: await startGateway({ clock, env: { QUOTA_PER_MINUTE: '60', QUOTA_PER_DAY: '1000' } }) };
};

describe('RequestBudget.resetsAt', () => {
  it('is when the last request leaves the last window, and null while none was sent', async () => {
    const { clock, gateway } = await startCounted();
    await using _ = gateway;
    const budgetOf = async () => (await gateway.ask(`{ requestBudget { ${BUDGET} } }`)).data.requestBudget;
    expect(await budgetOf()).toEqual(FULL);
    await gateway.ask('{ balance { minutes } }');
    const resetsAt = inMs(clock, DAY_MS);
    expect(await budgetOf()).toEqual({ ...FULL, remainingThisMinute: 59, remainingToday: 999, resetsAt });
    clock.skip(2 * MINUTE_MS);
    expect(await budgetOf()).toEqual({ ...FULL, remainingToday: 999, resetsAt });
    clock.skip(DAY_MS);
    expect(await budgetOf()).toEqual(FULL);
  });

  it('is null without a quota', async () => {
    await using gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0' } });
    await gateway.ask('{ balance { minutes } }');
    expect((await gateway.ask('{ requestBudget { resetsAt } }')).data.requestBudget).toEqual({ resetsAt: null });
  });
});

describe('requestBudgetUpdated', () => {
  it('tells of each request, of a refusal, and of the quota coming back, and costs nothing', async () => {
    const { clock, gateway } = await startCounted();
    await using _ = gateway;
    await using stream = watchBudget(gateway);
    expect(await stream.update()).toEqual({ kind: 'SNAPSHOT', freshness: 'LIVE', budget: FULL });
    expect(gateway.upstreamRequests()).toEqual([]);

    await gateway.ask('{ balance { minutes } }');
    await clock.pass(1000);
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', budget: { remainingThisMinute: 59 } });

    const limited = { ...refusal(429, {}), headers: { 'retry-after': '90' } };
    gateway.sandbox.misfortune({ on: { path: '/api/v1/options' }, answer: limited });
    const blockedUntil = inMs(clock, 90_000);
    await gateway.ask('{ options { sourceLanguages { code } } }');
    await clock.pass(1000);
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', budget: { blockedUntil } });

    await clock.pass(2 * MINUTE_MS);
    const later = await stream.updateWhere(({ budget }) => budget.blockedUntil === null);
    expect(later).toMatchObject({ budget: { remainingThisMinute: 60 } });
    expect(gateway.upstreamRequests()).toHaveLength(2);
  });

  it('leaves nothing behind once its last reader has left', async () => {
    const { clock, gateway } = await startCounted();
    await using _ = gateway;
    const before = clock.timers;
    const streams = [watchBudget(gateway), watchBudget(gateway)];
    await Promise.all(streams.map((stream) => stream.update()));
    for (const stream of streams) stream.close();
    await expect
      .poll(async () => {
        await clock.pass(1000);
        return clock.timers;
      })
      .toBeLessThanOrEqual(before);
  });
});
