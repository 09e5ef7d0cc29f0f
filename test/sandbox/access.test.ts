import { describe, expect, it } from 'vitest';
import { newProject, newVideo, startBench } from './kit.ts';

const unauthorized = { status: 401, body: { error: 'Unauthorized', message: expect.any(String), status: 401 } };

describe('Authentication', () => {
  it('every request carries Authorization: Bearer <API_KEY>', async () => {
    await using bench = await startBench();
    expect(await bench.dubbing('GET /api/v1/balance', { key: null })).toMatchObject(unauthorized);
    expect(await bench.dubbing('GET /api/v1/balance', { key: 'wrong' })).toMatchObject(unauthorized);
    expect(await bench.studio('GET /api/v1/artifacts/a', { key: null })).toMatchObject(unauthorized);
    const basic = { authorization: 'Basic a2V5LTE=' };
    expect(await bench.dubbing('GET /api/v1/balance', { key: null, headers: basic })).toMatchObject(unauthorized);
    expect((await bench.dubbing('GET /api/v1/balance')).status).toBe(200);
  });

  it('JSON POST and PATCH requests carry Content-Type: application/json', async () => {
    await using bench = await startBench();
    const text = { 'content-type': 'text/plain' };
    expect((await bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: text })).status).toBe(415);
    const broken = await bench.dubbing('POST /api/v1/projects', { body: '{"name":' });
    expect(broken).toMatchObject({ status: 400, body: { error: 'ValidationError', message: 'The body is not JSON' } });
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    expect((await bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: charset })).status).toBe(200);
  });

  it('a key sees its own world only; what another account has answers 403', async () => {
    await using bench = await startBench();
    bench.account.putDubbingProject({ id: '7' });
    bench.account.putStudioProject('proj_mine');
    bench.account.putVideo({ id: 'vid_mine', projectId: 'proj_mine' });
    bench.account.putArtifact({ id: 'mine' });
    const denied = { status: 403, body: { error: 'Access denied to this project' } };
    const other = { key: 'key-2' };
    expect(await bench.dubbing('GET /api/v1/projects/7', other)).toMatchObject(denied);
    expect(await bench.dubbing('DELETE /api/v1/projects/7', other)).toMatchObject(denied);
    expect(await bench.studio('GET /api/v1/projects/proj_mine/videos/vid_mine', other)).toMatchObject(denied);
    expect((await bench.studio('GET /api/v1/artifacts/mine', other)).status).toBe(404);
    expect((await bench.dubbing('GET /api/v1/projects', other)).body).toEqual({ projects: [] });
    expect((await bench.dubbing('GET /api/v1/projects/7')).status).toBe(200);
  });

  it('two accounts may have the same id with other content', async () => {
    await using bench = await startBench();
    bench.account.putDubbingProject({ id: '7', name: 'mine' });
    bench.sandbox.account('key-2').putDubbingProject({ id: '7', name: 'theirs' });
    expect((await bench.dubbing('GET /api/v1/projects/7')).body.name).toBe('mine');
    expect((await bench.dubbing('GET /api/v1/projects/7', { key: 'key-2' })).body.name).toBe('theirs');
  });
});

describe('Addresses', () => {
  it('an unknown route answers a 404 that names method and path', async () => {
    await using bench = await startBench();
    const reply = await bench.dubbing('PUT /api/v2/projects?x=1');
    expect(reply).toMatchObject({
      status: 404,
      body: { error: 'NoSuchRoute', method: 'PUT', path: '/api/v2/projects' },
    });
    expect(reply.body.message).toContain('PUT /api/v2/projects');
  });

  it('two base addresses are used: neither API knows the paths of the other', async () => {
    await using bench = await startBench();
    bench.account.putArtifact({ id: 'a' });
    for (const path of ['balance', 'options', 'voices', 'projects']) {
      expect((await bench.studio(`GET /api/v1/${path}`)).body.error).toBe('NoSuchRoute');
    }
    expect((await bench.dubbing('GET /api/v1/artifacts/a')).body.error).toBe('NoSuchRoute');
    expect(
      (await bench.dubbing('POST /api/v1/projects/proj_demo/videos/create', { body: newVideo() })).body.error,
    ).toBe('NoSuchRoute');
  });

  it('the video PATCH and DELETE paths have no /v1 segment, the others have', async () => {
    await using bench = await startBench();
    bench.account.putVideo({ id: 'v', projectId: 'proj_demo' });
    const name = { body: { name: 'x' } };
    expect((await bench.studio('PATCH /api/v1/projects/proj_demo/videos/v', name)).body.error).toBe('NoSuchRoute');
    expect((await bench.studio('DELETE /api/v1/projects/proj_demo/videos/v')).body.error).toBe('NoSuchRoute');
    expect((await bench.studio('GET /api/projects/proj_demo/videos/v')).body.error).toBe('NoSuchRoute');
    expect((await bench.studio('PATCH /api/projects/proj_demo/videos/v', name)).status).toBe(200);
    expect((await bench.studio('DELETE /api/projects/proj_demo/videos/v')).status).toBe(200);
  });

  it('ids are percent-decoded one segment at a time', async () => {
    await using bench = await startBench();
    bench.account.putDubbingProject({ id: 'a/b c?', name: 'odd' });
    expect((await bench.dubbing('GET /api/v1/projects/a%2Fb%20c%3F')).body.name).toBe('odd');
    expect((await bench.dubbing('GET /api/v1/projects/%zz')).body.error).toBe('NoSuchRoute');
    expect((await bench.dubbing('GET /api/v1/projects/')).body.error).toBe('NoSuchRoute');
  });
});

describe('Idempotency-Key', () => {
  const key = { 'idempotency-key': 'once' };

  it('prevents duplicate processing of the same request', async () => {
    await using bench = await startBench();
    const first = await bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: key });
    const again = await bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: key });
    expect(again.body).toEqual(first.body);
    expect(bench.account.dubbingProjects.size).toBe(1);
    expect((await bench.dubbing('GET /api/v1/balance')).body).toEqual({ balance_minutes: 490 });
  });

  it('is optional: without it a second request is a second project', async () => {
    await using bench = await startBench();
    await bench.dubbing('POST /api/v1/projects', { body: newProject() });
    await bench.dubbing('POST /api/v1/projects', { body: newProject() });
    expect(bench.account.dubbingProjects.size).toBe(2);
  });

  it('with another body is refused', async () => {
    await using bench = await startBench();
    await bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: key });
    const other = await bench.dubbing('POST /api/v1/projects', { body: newProject({ name: 'Other' }), headers: key });
    expect(other).toMatchObject({ status: 409, body: { error: 'ConflictError' } });
    expect(bench.account.dubbingProjects.size).toBe(1);
  });

  it('belongs to one account', async () => {
    await using bench = await startBench();
    await bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: key });
    const other = await bench.dubbing('POST /api/v1/projects', {
      body: newProject({ name: 'Other' }),
      headers: key,
      key: 'key-2',
    });
    expect(other.status).toBe(200);
  });

  it('waits for a first request that is still running', async () => {
    await using bench = await startBench();
    bench.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'delay', ms: 100 } });
    const post = () => bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: key });
    const [first, second] = await Promise.all([post(), post()]);
    expect(second.body).toEqual(first.body);
    expect(bench.account.dubbingProjects.size).toBe(1);
  });

  it('finds what was done although the answer was lost', async () => {
    await using bench = await startBench();
    bench.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'reset-after-work' } });
    const post = () => bench.dubbing('POST /api/v1/projects', { body: newProject(), headers: key });
    await expect(post()).rejects.toThrow();
    expect((await post()).body.project_id).toBe([...bench.account.dubbingProjects.keys()][0]);
    expect(bench.account.dubbingProjects.size).toBe(1);
  });

  it('does not keep a 5xx', async () => {
    await using bench = await startBench();
    const body = newProject({ name: 'once-error-503' });
    expect((await bench.dubbing('POST /api/v1/projects', { body, headers: key })).status).toBe(503);
    expect((await bench.dubbing('POST /api/v1/projects', { body, headers: key })).status).toBe(200);
    expect(bench.account.dubbingProjects.size).toBe(1);
  });

  it('knows a form again whatever its boundary', async () => {
    await using bench = await startBench();
    const form = () => {
      const data = new FormData();
      data.set('text', 'Hello');
      data.set('language', 'en-US');
      data.set('reference_audio_files', new Blob([Buffer.from('fLaC1234567890123')]), 'a.flac');
      return data;
    };
    const first = await bench.dubbing('POST /api/v1/cloning/synthesize', { body: form(), headers: key });
    const again = await bench.dubbing('POST /api/v1/cloning/synthesize', { body: form(), headers: key });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.bytes.equals(first.bytes)).toBe(true);
  });
});

describe('Quota', () => {
  it('answers 429 with Retry-After in seconds when a minute is full, by a sliding window', async () => {
    await using bench = await startBench({ quota: { perMinute: 3, perDay: 100 } });
    const read = (key = 'key-1') => bench.dubbing('GET /api/v1/balance', { key });
    await read();
    bench.clock.advance(20_000);
    await read();
    await read();
    const refused = await read();
    expect(refused).toMatchObject({ status: 429, body: { status: 429 } });
    expect(refused.headers.get('retry-after')).toBe('40');
    expect((await read('key-2')).status).toBe(200);
    bench.clock.advance(39_000);
    expect((await read()).headers.get('retry-after')).toBe('1');
    bench.clock.advance(1_000);
    expect((await read()).status).toBe(200);
    expect((await read()).headers.get('retry-after')).toBe('20');
  });

  it('counts both APIs together, and a day', async () => {
    await using bench = await startBench({ quota: { perMinute: 10, perDay: 2 } });
    await bench.dubbing('GET /api/v1/balance');
    bench.clock.advance(HOUR_MS);
    await bench.studio('GET /api/v1/artifacts/none');
    const refused = await bench.dubbing('GET /api/v1/balance');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe(String(23 * 3600));
  });

  const HOUR_MS = 3_600_000;
});
