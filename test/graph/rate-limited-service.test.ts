import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { subscribe } from '../kit/subscribe.ts';

const MINUTE_S = 60;
const STEP_S = 5;

/** A gateway with watches of three things, on a service that refuses every request from the first look on. */
async function startRefused(answer: {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body: string;
}) {
  await using started = new AsyncDisposableStack();
  const clock = createHandClock();
  const gateway = started.use(await startGateway({ clock, env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0' } }));
  const things = [
    'balanceUpdated { kind freshness }',
    'dubbingProjectsUpdated { kind freshness }',
    'dubbingProjectUpdated(id: "1004") { kind freshness }',
  ];
  const streams = things.map((thing) => started.use(subscribe(gateway, `subscription { update: ${thing} }`)));
  for (const stream of streams) await stream.update();
  gateway.sandbox.misfortune({
    on: {},
    times: Number.POSITIVE_INFINITY,
    answer: { contentType: 'application/json', ...answer },
  });
  gateway.upstreamRequests();
  const pass = async (seconds: number): Promise<string[]> => {
    for (let passed = 0; passed < seconds; passed += STEP_S) {
      await clock.pass(STEP_S * 1000);
      for (let trip = 0; trip < 2; trip += 1) await gateway.ask('{ __typename }');
    }
    return gateway.upstreamRequests();
  };
  const all = started.move();
  return { gateway, streams, pass, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

const REFUSED = '{"error":"Too Many Requests"}';

describe('A service that refuses every request for its rate', () => {
  it.each([
    ['429 without Retry-After', { status: 429, body: REFUSED }],
    ['403 that says so in words', { status: 403, body: '{"error":"API rate limit reached"}' }],
    ['400 that says so in words', { status: 400, body: '{"error":"Bad Request","message":"Too many requests"}' }],
  ])('is asked again after one, two, four and eight minutes: %s', async (_, answer) => {
    await using world = await startRefused(answer);
    const { streams, pass } = world;
    const asked = await pass(15 * MINUTE_S);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(asked.length).toBeLessThanOrEqual(5);
    for (const stream of streams) {
      const freshness = stream.untaken.map(({ data }) => data.update.freshness);
      expect(freshness).toEqual(['THROTTLED']);
    }
  });

  it('is asked again after a minute each time if its Retry-After is absurd', async () => {
    await using world = await startRefused({ status: 429, headers: { 'retry-after': '-1' }, body: REFUSED });
    const asked = await world.pass(5 * MINUTE_S);
    expect(asked.length).toBeGreaterThanOrEqual(3);
    expect(asked.length).toBeLessThanOrEqual(5);
  });

  it('is left alone for a day if it says so', async () => {
    await using world = await startRefused({ status: 429, headers: { 'retry-after': '86400' }, body: REFUSED });
    const { gateway, pass } = world;
    expect((await pass(10 * MINUTE_S)).length).toBe(1);
    const { errors } = await gateway.ask('{ balance { minutes } }', { headers: { 'cache-control': 'no-cache' } });
    expect(errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect(errors[0]?.extensions['retryAfterSeconds']).toBeGreaterThan(80_000);
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('answers a query with RATE_LIMITED without another request', async () => {
    await using world = await startRefused({ status: 429, body: REFUSED });
    const { gateway, pass } = world;
    await pass(30);
    for (let times = 0; times < 5; times += 1) {
      const { errors } = await gateway.ask('{ balance { minutes } voices(first: 1) { totalCount } }');
      expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['RATE_LIMITED']));
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });
});
