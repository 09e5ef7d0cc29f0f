import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import type { PostCall } from '../../src/upstream/writes.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { type Asking, rejection, startAsking } from './asking.ts';
import { json, type SentRequest } from './fake-service.ts';
import { IDEMPOTENCY_KEY, NEW_PROJECT, postCall, RECEIPT, VIDEO } from './writing.ts';

const create = ({ service }: Asking, call: PostCall) => service.writes.dubbingProjects.create(NEW_PROJECT, call);
const keysOf = (requests: readonly SentRequest[]) => requests.map(({ headers }) => headers.get('idempotency-key'));

describe('A POST', () => {
  it('that meets 503 twice is made three times with one key and one body', async () => {
    await using asking = await startAsking((_request, nth) => (nth < 2 ? json({}, 503) : json(RECEIPT)));
    expect(await create(asking, postCall(asking))).toMatchObject({ projectId: '777' });
    expect(keysOf(asking.fake.requests)).toEqual([IDEMPOTENCY_KEY, IDEMPOTENCY_KEY, IDEMPOTENCY_KEY]);
    expect(new Set(asking.fake.requests.map(({ body }) => body.toString())).size).toBe(1);
  });

  it('is made again after its own timeout, since only that tells what became of it', async () => {
    await using asking = await startAsking((_request, nth) => (nth === 0 ? undefined : json(RECEIPT)), {
      timeoutMs: 150,
    });
    expect(await create(asking, postCall(asking))).toMatchObject({ projectId: '777' });
    expect(asking.fake.requests).toHaveLength(2);
  });

  it('whose answer is cut short is made again', async () => {
    await using asking = await startAsking((_request, nth, socket) => {
      if (nth > 0) return json(RECEIPT);
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{"project_id"');
      return undefined;
    });
    expect(await create(asking, postCall(asking))).toMatchObject({ projectId: '777' });
    expect(asking.fake.requests).toHaveLength(2);
  });

  it('waits as long as a 429 asks it to', async () => {
    const clock = createHandClock();
    await using asking = await startAsking(
      (_request, nth) => (nth === 0 ? json({}, 429, { 'retry-after': 1 }) : json(RECEIPT)),
      { clock },
    );
    const creating = create(asking, postCall(asking));
    await expect.poll(() => asking.log.length).toBe(1);
    await clock.pass(999);
    expect(asking.fake.requests).toHaveLength(1);
    await clock.pass(1);
    await creating;
  });

  it('takes a place in the quota for each try', async () => {
    await using asking = await startAsking((_request, nth) => (nth < 2 ? json({}, 503) : json(RECEIPT)), {
      account: { quota: { perMinute: 60, perDay: 0 } },
    });
    await create(asking, postCall(asking));
    expect(asking.service.ledger.budget().remainingThisMinute).toBe(57);
    expect(asking.sent.count).toBe(3);
  });

  it('that finds no place for another try has failed as its last try did', async () => {
    await using asking = await startAsking((_request, _nth, socket) => void socket.resetAndDestroy(), {
      account: { quota: { perMinute: 1, perDay: 0 } },
    });
    expect((await rejection(create(asking, postCall(asking)))).name).toBe('OutcomeUnknownError');
    expect(asking.fake.requests).toHaveLength(1);
  });

  it('that was lost, and then meets a refused key or a conflict, has an outcome that nobody knows', async () => {
    for (const answer of [json({ error: 'Unauthorized' }, 401), json({ error: 'ConflictError' }, 409)]) {
      await using asking = await startAsking((_request, nth, socket) =>
        nth === 0 ? void socket.resetAndDestroy() : answer,
      );
      expect((await rejection(create(asking, postCall(asking)))).name).toBe('OutcomeUnknownError');
    }
  });

  it('that was lost, and is then refused for what it says, was not done', async () => {
    await using asking = await startAsking((_request, nth, socket) =>
      nth === 0 ? void socket.resetAndDestroy() : json({ error: 'ValidationError', message: 'm' }, 400),
    );
    expect((await rejection(create(asking, postCall(asking)))).name).toBe('ValidationError');
  });

  it('is done once by a service that loses its first answer', async () => {
    await using sandbox = await startSandbox({ populate: false });
    await using asking = await startAsking(() => undefined, {
      dubbingUrl: sandbox.dubbingUrl,
      account: { key: 'sandbox-key' },
    });
    sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'reset-after-work' } });
    const { projectId } = await create(asking, postCall(asking));
    expect([...sandbox.account().dubbingProjects.keys()]).toEqual([projectId]);
    expect(sandbox.requests).toHaveLength(2);
  });
});

describe('An update', () => {
  it('is made again without a key', async () => {
    await using asking = await startAsking((_request, nth, socket) =>
      nth === 0 ? void socket.resetAndDestroy() : json(VIDEO),
    );
    const key = { projectId: 'p', videoId: 'vid_1' };
    expect(await asking.service.writes.videos.update(key, { name: 'N' }, asking.call())).toMatchObject(key);
    expect(keysOf(asking.fake.requests)).toEqual([undefined, undefined]);
  });
});

describe('A deletion', () => {
  const remove = {
    'a dubbing project': ({ service, call }: Asking) => service.writes.dubbingProjects.delete('1', call()),
    'a video': ({ service, call }) => service.writes.videos.delete({ projectId: 'p', videoId: 'v' }, call()),
    'a studio project': ({ service, call }) => service.writes.studioProjects.delete('p', call()),
  } satisfies Record<string, (asking: Asking) => Promise<void>>;
  const nothing = [
    json({ error: 'NotFoundError', message: 'Project not found' }, 404),
    json({ error: 'Not Found' }, 400),
  ];

  it.each(Object.entries(remove))('of %s whose retry finds nothing has succeeded', async (_, run) => {
    for (const answer of nothing) {
      await using asking = await startAsking((_request, nth, socket) =>
        nth === 0 ? void socket.resetAndDestroy() : answer,
      );
      await run(asking);
      expect(asking.fake.requests).toHaveLength(2);
    }
  });

  it.each(Object.entries(remove))('of %s that finds nothing at once has not', async (_, run) => {
    for (const answer of nothing) {
      await using asking = await startAsking(() => answer);
      expect((await rejection(run(asking))).name).toBe('NotFoundError');
    }
  });
});

describe('A caller who leaves', () => {
  it('before the request is sent ends it', async () => {
    await using asking = await startAsking(() => json(RECEIPT));
    const leaving = AbortSignal.abort(new Error('left'));
    expect((await rejection(create(asking, postCall(asking, { signal: leaving })))).message).toBe('left');
    expect(asking.fake.requests).toHaveLength(0);
  });

  it('while the request waits for its place in the quota ends it', async () => {
    await using asking = await startAsking(() => json({}, 429, { 'retry-after': 1 }));
    await rejection(asking.service.balance.read(asking.call({ priority: 'polling' })));
    const caller = new AbortController();
    const waiting = rejection(create(asking, postCall(asking, { signal: caller.signal })));
    caller.abort(new Error('left'));
    expect((await waiting).message).toBe('left');
    expect(asking.fake.requests).toHaveLength(1);
  });

  it('once it is being sent does not: the service hears it to the end, and its answer counts', async () => {
    const heard = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await using asking = await startAsking(async () => {
      heard.resolve();
      await answer.promise;
      return json(RECEIPT);
    });
    const caller = new AbortController();
    const created = create(asking, postCall(asking, { signal: caller.signal }));
    await heard.promise;
    caller.abort(new Error('left'));
    answer.resolve();
    expect(await created).toMatchObject({ projectId: '777' });
    expect(asking.fake.requests).toHaveLength(1);
  });

  it('leads to no second POST, whatever becomes of the first', async () => {
    const caller = new AbortController();
    await using asking = await startAsking((_request, _nth, socket) => {
      caller.abort(new Error('left'));
      return void socket.resetAndDestroy();
    });
    const failed = await rejection(create(asking, postCall(asking, { signal: caller.signal })));
    expect(failed).toMatchObject({ name: 'OutcomeUnknownError', idempotencyKey: IDEMPOTENCY_KEY });
    expect(asking.fake.requests).toHaveLength(1);
  });
});
