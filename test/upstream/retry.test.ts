import { getEventListeners } from 'node:events';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { nextStep } from '../../src/upstream/quota/retry.ts';
import { retryAfterMs } from '../../src/upstream/quota/retry-after.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { runs } from '../kit/runs.ts';
import { rejection, startAsking } from './asking.ts';
import { json } from './fake-service.ts';

const ok = json({ balance_minutes: 5 });

describe('A read', () => {
  it.each([502, 503, 504])('is tried three times while the service answers %i', async (status) => {
    await using asking = await startAsking(() => json({}, status));
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(asking.fake.requests).toHaveLength(3);
  });

  it.each([400, 404, 500, 501])('is tried once when the service answers %i', async (status) => {
    await using asking = await startAsking(() => json({}, status));
    await asking.service.artifacts.read('a', asking.call()).catch(() => null);
    expect(asking.fake.requests).toHaveLength(1);
  });

  it('succeeds where a later try does, and leaves nothing behind of the failed ones', async () => {
    await using asking = await startAsking((_request, nth, socket) => {
      if (nth === 0) return json({}, 503);
      if (nth === 1) return void socket.destroy();
      return ok;
    });
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
    expect(asking.fake.requests).toHaveLength(4);
  });

  it('fails once when the service fails once for good, and succeeds the next time', async () => {
    await using asking = await startAsking((_request, nth) => (nth === 0 ? json({}, 500) : ok));
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
  });

  it('is unavailable when nobody listens, after three tries', async () => {
    await using asking = await startAsking(() => ok, { dubbingUrl: 'http://127.0.0.1:1' });
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(asking.sent.count).toBe(3);
  });

  it('is not tried again after its own timeout, and closes the connection', async () => {
    await using asking = await startAsking(() => undefined, { timeoutMs: 100 });
    const startedAt = performance.now();
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_TIMEOUT');
    expect(performance.now() - startedAt).toBeLessThan(400);
    expect(asking.fake.requests).toHaveLength(1);
    await expect.poll(() => asking.fake.openConnections()).toBe(0);
  });

  it('times out when the answer drips, since the time is for all of it', async () => {
    await using asking = await startAsking(
      (_request, _nth, socket) => {
        socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n');
        const drip = setInterval(() => socket.write(' '), 10);
        socket.on('close', () => clearInterval(drip));
        return undefined;
      },
      { timeoutMs: 200 },
    );
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_TIMEOUT');
  });

  it('loses nothing to a service that closes idle connections at the same moment', async () => {
    await using asking = await startAsking(
      (_request, _nth, socket) => {
        // Closed right behind the answer, with no word of it: the next request meets it, or just misses it.
        const timer = setTimeout(() => socket.destroy(), 1 + Math.random() * 2);
        socket.once('data', () => clearTimeout(timer));
        return ok;
      },
      { timeoutMs: 5_000 },
    );
    for (let n = 0; n < runs(400); n += 1) {
      expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
    }
    expect(asking.fake.connections()).toBeGreaterThan(runs(400) / 20);
  });

  it('goes over a new connection when it is tried again: any that is kept may be about to be closed', async () => {
    const used = new WeakSet<Socket>();
    const isNew: boolean[] = [];
    await using asking = await startAsking((_request, nth, socket) => {
      isNew.push(!used.has(socket));
      used.add(socket);
      return nth === 1 ? json({}, 503) : ok;
    });
    for (let n = 0; n < 2; n += 1) await asking.service.balance.read(asking.call());
    expect(isNew).toHaveLength(3);
    expect(isNew.at(-1)).toBe(true);
  });

  it('does not reuse a connection that the service is about to close by its Keep-Alive', async () => {
    await using asking = await startAsking(() => ({ ...ok, headers: { 'keep-alive': 'timeout=1' } }));
    for (let n = 0; n < 5; n += 1) await asking.service.balance.read(asking.call());
    expect(asking.fake.connections()).toBe(5);
  });
});

describe('A Retry-After', () => {
  it.each<[string, (now: number) => string | number, number]>([
    ['1 second', () => 1, 1_000],
    ['0 seconds, as if it were not there', () => 0, 100],
    ['a date', (now) => new Date(now + 2_000).toUTCString(), 2_000],
    ['a date that is past, as if it were not there', (now) => new Date(now - 60_000).toUTCString(), 100],
  ])('of %s is waited out', async (_, header, pauseMs) => {
    for (const status of [429, 503]) {
      const clock = createHandClock();
      await using asking = await startAsking(
        (_request, nth) => (nth === 0 ? json({}, status, { 'retry-after': header(clock.now()) }) : ok),
        { clock },
      );
      const reading = asking.service.balance.read(asking.call());
      await expect.poll(() => asking.log.length).toBe(1);
      await clock.pass(pauseMs - 1);
      expect(asking.fake.requests).toHaveLength(1);
      await clock.pass(1);
      expect(await reading).toEqual({ minutes: 5 });
      expect(asking.fake.requests).toHaveLength(2);
    }
  });

  it.each<[string | number, number]>([
    [3, 3],
    [30, 30],
    [86_399, 86_399],
    [86_400, 86_400],
    [90_000, 90_000],
    [90_001, 60],
    [-5, 60],
    ['soon', 60],
    ['99999999999999999999', 60],
    ['2 seconds', 60],
    ['Mon, 99 Foo 2025', 60],
  ])('of %j on a 429 is too long to wait out: told to the caller as %i seconds', async (header, seconds) => {
    await using asking = await startAsking(() => json({}, 429, { 'retry-after': header }));
    const error = await rejection(asking.service.balance.read(asking.call()));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: seconds });
    expect(asking.fake.requests).toHaveLength(1);
  });

  it('too long to wait out on a 503 makes the service unavailable', async () => {
    await using asking = await startAsking(() => json({}, 503, { 'retry-after': 30 }));
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(asking.fake.requests).toHaveLength(1);
  });

  it('that is missing on a 429 pauses the key for a minute, without another try', async () => {
    await using asking = await startAsking(() => json({}, 429));
    const error = await rejection(asking.service.balance.read(asking.call()));
    expect(error).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 60 });
    expect(asking.fake.requests).toHaveLength(1);
  });

  it.each([
    json({ error: 'API rate limit reached' }, 403),
    json({ error: 'Forbidden', message: 'Too many requests, slow down' }, 403),
    json({ error: { code: 'rate_limit_exceeded' } }, 400),
    { status: 403, body: '<h1>Too Many Requests</h1>' },
    json({ error: 'Unauthorized', message: 'Rate limit of the key exceeded' }, 401),
  ])('is missing where words alone say that the rate is refused: $status $body', async (answer) => {
    await using asking = await startAsking(() => answer);
    const errors = await Promise.all([1, 2].map(() => rejection(asking.service.balance.read(asking.call()))));
    expect(errors).toMatchObject(Array(2).fill({ code: 'RATE_LIMITED' }));
    const { writes } = asking.service;
    expect((await rejection(writes.dubbingProjects.delete('1', asking.call()))).name).toBe('RateLimitedError');
    expect(asking.fake.requests.length).toBeLessThanOrEqual(2);
    expect(asking.service.ledger.budget().blockedUntil).not.toBeNull();
  });

  it('is missing on a success whose error says so, and not on one that has such words elsewhere', async () => {
    const answer = json({ error: 'Too many requests' });
    await using asking = await startAsking(() => answer);
    const { service } = asking;
    expect((await rejection(service.balance.read(asking.call()))).code).toBe('RATE_LIMITED');
    expect(service.ledger.budget().blockedUntil).not.toBeNull();

    const failed = { id: 'a', status: 'upload_failed', errorMessage: 'rate limit of the storage', error: null };
    await using other = await startAsking(() => json(failed));
    expect(await other.service.artifacts.read('a', other.call())).toMatchObject({ rawStatus: 'upload_failed' });
    expect(other.service.ledger.budget().blockedUntil).toBeNull();
  });

  it('reads only what it says', () => {
    const now = Date.UTC(2025, 0, 1);
    expect(retryAfterMs(undefined, now)).toBeNull();
    expect(retryAfterMs('', now)).toBeNull();
    expect(retryAfterMs('1.5', now)).toBe(1_500);
    expect(retryAfterMs(['2', '9'], now)).toBe(2_000);
    expect(retryAfterMs('Wed, 01 Jan 2025 00:00:03 GMT', now)).toBe(3_000);
    expect(retryAfterMs('2025-01-01T00:00:03Z', now)).toBe(3_000);
    expect(retryAfterMs('Tue, 31 Dec 2024 00:00:00 GMT', now)).toBe(0);
    expect(retryAfterMs('Fri, 03 Jan 2025 00:00:00 GMT', now)).toBe(60_000);
  });
});

describe('The step after a try', () => {
  const tried = { tries: 1, priority: 'interactive', jitter: 0.5, unstatedBlockMs: () => 60_000 } as const;
  const next = nextStep;

  it('is a pause that grows and is spread', () => {
    const pauses = [0, 0.999].map((jitter) =>
      [1, 2].map((tries) => next({ fault: 'broken' }, { ...tried, tries, jitter })),
    );
    expect(pauses).toEqual([
      [
        { step: 'pause', ms: 100 },
        { step: 'pause', ms: 200 },
      ],
      [
        { step: 'pause', ms: expect.closeTo(400, -1) },
        { step: 'pause', ms: expect.closeTo(800, -1) },
      ],
    ]);
    expect(next({ fault: 'broken' }, { ...tried, tries: 3 })).toEqual({ step: 'end' });
  });

  it('is none for a fault that a second try would meet again', () => {
    for (const fault of ['timeout', 'garbled', 'too-large'] as const)
      expect(next({ fault }, tried)).toEqual({ step: 'end' });
  });

  it('after a 429 blocks the key, and polling leaves it at that', () => {
    const end = { status: 429, retryAfterMs: 1_000 };
    expect(next(end, tried)).toEqual({ step: 'block', ms: 1_000, again: true });
    expect(next(end, { ...tried, priority: 'polling' })).toEqual({ step: 'block', ms: 1_000, again: false });
    const unstated = { ...end, retryAfterMs: null };
    for (const priority of ['polling', 'interactive'] as const)
      expect(next(unstated, { ...tried, priority })).toEqual({ step: 'block', ms: 60_000, again: false });
  });
});

describe('An abort', () => {
  it('rejects with its own reason, closes the request at once, and is neither logged nor tried again', async () => {
    await using asking = await startAsking(() => undefined, { timeoutMs: 5_000 });
    const controller = new AbortController();
    const sent = asking.fake.nextRequest();
    const reading = rejection(asking.service.balance.read(asking.call({ signal: controller.signal })));
    await sent;
    const reason = new Error('nobody waits');
    controller.abort(reason);
    expect(await reading).toBe(reason);
    await expect.poll(() => asking.fake.openConnections()).toBe(0);
    expect(asking.fake.requests).toHaveLength(1);
    expect(asking.log).toEqual([]);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('before the request keeps it from being sent or counted', async () => {
    await using asking = await startAsking(() => ok, { account: { quota: { perMinute: 5, perDay: 5 } } });
    const reason = new Error('nobody waits');
    expect(await rejection(asking.service.balance.read(asking.call({ signal: AbortSignal.abort(reason) })))).toBe(
      reason,
    );
    expect(asking.sent.count).toBe(0);
    expect(asking.service.ledger.budget().remainingThisMinute).toBe(5);
  });

  it('while it waits for its connection keeps it from being sent', async () => {
    await using asking = await startAsking(() => ok);
    const controller = new AbortController();
    const reading = rejection(asking.service.balance.read(asking.call({ signal: controller.signal })));
    await Promise.resolve();
    controller.abort(new Error('nobody waits'));
    expect((await reading).message).toBe('nobody waits');
    expect(await asking.service.options.read(asking.call()).catch(() => null)).toBeNull();
    expect(asking.fake.requests.map(({ path }) => path)).toEqual(['/api/v1/options']);
  });

  it.each([429, 503])('ends the pause after a %i', async (status) => {
    await using asking = await startAsking(() => json({}, status, { 'retry-after': 2 }));
    const controller = new AbortController();
    const sent = asking.fake.nextRequest();
    const startedAt = performance.now();
    const reading = rejection(asking.service.balance.read(asking.call({ signal: controller.signal })));
    await sent;
    await expect.poll(() => asking.log.length).toBe(1);
    controller.abort(new Error('nobody waits'));
    expect((await reading).message).toBe('nobody waits');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    expect(asking.fake.requests).toHaveLength(1);
    expect(getEventListeners(controller.signal, 'abort')).toEqual([]);
  });

  it('leaves no timer behind, and neither does an answer', async () => {
    const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
    await using asking = await startAsking((_request, nth) => (nth === 0 ? ok : json({}, 503, { 'retry-after': 2 })), {
      timeoutMs: 60_000,
    });
    const before = timers();
    await asking.service.balance.read(asking.call());
    expect(timers()).toBeLessThanOrEqual(before);
    const controller = new AbortController();
    const reading = rejection(asking.service.balance.read(asking.call({ signal: controller.signal })));
    await expect.poll(() => asking.log.length).toBe(2);
    controller.abort(new Error('nobody waits'));
    await reading;
    expect(timers()).toBeLessThanOrEqual(before);
  });

  it('leaves no listener behind: one signal serves any number of requests', async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on('warning', onWarning);
    await using asking = await startAsking(
      (_request, nth) => (nth % 3 === 0 ? json({}, 404) : json({ error: 'x' }, 400)),
      { timeoutMs: 5_000 },
    );
    const { signal } = new AbortController();
    for (let round = 0; round < 40; round += 1) {
      await Promise.allSettled(
        Array.from({ length: 50 }, () => asking.service.artifacts.read('a', asking.call({ signal }))),
      );
    }
    process.off('warning', onWarning);
    expect(asking.fake.requests).toHaveLength(2_000);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
    expect(warnings).toEqual([]);
  });
});
