import { describe, expect, it } from 'vitest';
import { createSystemClock } from '../../src/clock.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import { KEY, NO_QUOTA, rejection, startAsking } from './asking.ts';
import { json, startFakeService } from './fake-service.ts';

describe('A request to the service', () => {
  it('carries the key as a bearer token and asks for JSON, which may be compressed', async () => {
    await using asking = await startAsking(() => json({ balance_minutes: 5 }));
    expect(await asking.service.balance.read(asking.call())).toEqual({ minutes: 5 });
    const [request] = asking.fake.requests;
    expect(request?.method).toBe('GET');
    expect(request?.path).toBe('/api/v1/balance');
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      authorization: `Bearer ${KEY}`,
      accept: 'application/json',
      'accept-encoding': 'gzip',
      'user-agent': 'dubbing-gateway',
      host: `127.0.0.1:${asking.fake.port}`,
    });
  });

  it('goes to the address that INTERFACE.md names for it, below the path of that address', async () => {
    await using studio = await startFakeService(() => json({}, 404));
    await using asking = await startAsking(() => json({}, 404), { studioUrl: `${studio.url}/studio/` });
    const call = asking.call();
    await asking.service.dubbingProjects.read('12345', call);
    await asking.service.artifacts.read('art_1', call);
    await asking.service.videos.read({ projectId: 'proj_1', videoId: 'vid_2' }, call);
    await asking.service.videos.readProgress({ projectId: 'proj_1', videoId: 'vid_2' }, call);
    expect(asking.fake.requests.map(({ path }) => path)).toEqual(['/api/v1/projects/12345']);
    expect(studio.requests.map(({ path }) => path)).toEqual([
      '/studio/api/v1/artifacts/art_1',
      '/studio/api/v1/projects/proj_1/videos/vid_2',
      '/studio/api/v1/projects/proj_1/videos/vid_2/status',
    ]);
  });

  it.each(['a/b', 'a b?c=d#e', '..%2f', 'ü/../x', '%', ';x=1', 'a\\b', '...', '💬'])(
    'encodes the id %j so that it stays one part of the path',
    async (id) => {
      await using asking = await startAsking(() => json({}, 404));
      expect(await asking.service.dubbingProjects.read(id, asking.call())).toBeNull();
      const [request] = asking.fake.requests;
      expect(request?.path).toBe(`/api/v1/projects/${encodeURIComponent(id)}`);
      expect(request?.path.split('/')).toHaveLength(5);
    },
  );

  it.each(['', '.', '..', 'a\r\nX-Evil: 1', 'a\u0000', 'a\u007f', '\ud800', 'a\udc00b'])(
    'is not made for the id %j, which is that of nothing',
    async (id) => {
      await using asking = await startAsking(() => json({}, 404));
      const call = asking.call();
      expect(await asking.service.dubbingProjects.read(id, call)).toBeNull();
      expect(await asking.service.artifacts.read(id, call)).toBeNull();
      expect(await asking.service.videos.read({ projectId: id, videoId: 'v' }, call)).toBeNull();
      expect(await asking.service.videos.readProgress({ projectId: 'p', videoId: id }, call)).toBeNull();
      expect(asking.fake.requests).toEqual([]);
    },
  );

  it('is not made for the artifact `create`, under whose path stands another endpoint', async () => {
    await using asking = await startAsking(() => json({}, 404));
    expect(await asking.service.artifacts.read('create', asking.call())).toBeNull();
    expect(asking.fake.requests).toEqual([]);
  });

  it.each(['', 'a b', 'a\r\nX-Evil: 1', 'a\u0000b', 'ключ', 'caf\u00e9'])(
    'is not made with the key %j, which is no bearer token',
    async (key) => {
      await using asking = await startAsking(() => json({ balance_minutes: 5 }));
      const own = asking.forAccount({ key });
      const callers = asking.forAccount({ key, keyIsCallers: true });
      expect((await rejection(own.balance.read(asking.call()))).code).toBe('SERVICE_KEY_REJECTED');
      expect((await rejection(callers.artifacts.read('a', asking.call()))).code).toBe('UNAUTHENTICATED');
      expect(asking.fake.requests).toEqual([]);
    },
  );

  it('is told to its caller once for each try', async () => {
    await using asking = await startAsking((_, nth) => (nth < 2 ? json({}, 503) : json({ balance_minutes: 5 })));
    await asking.service.balance.read(asking.call());
    expect(asking.fake.requests).toHaveLength(3);
    expect(asking.sent.count).toBe(3);
  });

  it('stands in the log with its method, path, status and time, and without the key', async () => {
    await using asking = await startAsking(() => json({ balance_minutes: 5 }));
    await asking.service.balance.read(asking.call());
    const lines = asking.log.map((line) => JSON.parse(line));
    expect(lines).toMatchObject([{ level: 20, method: 'GET', path: '/api/v1/balance', status: 200, try: 1 }]);
    expect(lines[0].ms).toBeGreaterThanOrEqual(0);
    expect(asking.log.join()).not.toContain(KEY);
  });

  it('reuses the connections of earlier ones', async () => {
    await using asking = await startAsking(() => json({ balance_minutes: 5 }));
    for (let n = 0; n < 20; n += 1) await asking.service.balance.read(asking.call());
    // Two, since a connection rests for a turn of the event loop before it is used again.
    expect(asking.fake.connections()).toBeLessThanOrEqual(2);
  });

  it('is closed with the upstream, and so are the connections that rest; none is made afterwards', async () => {
    await using fake = await startFakeService((_request, nth) =>
      nth === 0 ? json({ balance_minutes: 5 }) : undefined,
    );
    await using asking = await startAsking(() => undefined);
    const clock = createSystemClock();
    const upstream = createUpstream({ dubbingUrl: fake.url, studioUrl: fake.url, timeoutMs: 60_000, clock });
    const service = upstream.forAccount({ key: KEY, keyIsCallers: false, quota: NO_QUOTA });
    await service.balance.read(asking.call());
    const sent = fake.nextRequest();
    const reading = rejection(service.balance.read(asking.call()));
    await sent;
    await upstream[Symbol.asyncDispose]();
    expect((await reading).code).toBe('UPSTREAM_UNAVAILABLE');
    await expect.poll(() => fake.openConnections()).toBe(0);
    expect((await rejection(service.balance.read(asking.call()))).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(fake.requests).toHaveLength(2);
  });

  it.each([429, 503])('that pauses after a %i is given up when the upstream is closed', async (status) => {
    const asking = await startAsking(() => json({}, status, { 'retry-after': 2 }));
    const reading = rejection(asking.service.balance.read(asking.call()));
    await expect.poll(() => asking.log.length).toBe(1);
    const startedAt = performance.now();
    await asking[Symbol.asyncDispose]();
    expect((await reading).code).toBe('UPSTREAM_UNAVAILABLE');
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

describe('A redirect', () => {
  it.each([301, 302, 303, 307, 308])(
    'with status %i is not followed, so the key stays with the service',
    async (status) => {
      await using elsewhere = await startFakeService(() => json({ balance_minutes: 1 }));
      await using asking = await startAsking(() => ({
        status,
        headers: { location: `${elsewhere.url}/api/v1/balance?token=hidden` },
      }));
      const error = await rejection(asking.service.balance.read(asking.call()));
      expect(error.code).toBe('UPSTREAM_MALFORMED');
      expect(asking.fake.requests).toHaveLength(1);
      expect(elsewhere.requests).toEqual([]);
      expect(asking.log.join() + error.message + error.cause).not.toContain('hidden');
    },
  );

  it.each(['file:///etc/passwd', '/api/v1/balance', '//elsewhere.example/'])(
    'to %s is not followed either',
    async (location) => {
      await using asking = await startAsking(() => ({ status: 302, headers: { location } }));
      expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
      expect(asking.fake.requests).toHaveLength(1);
    },
  );
});
