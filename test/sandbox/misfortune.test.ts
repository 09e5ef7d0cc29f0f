import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { MISHAP_WORDS, mishapIn, OCCASION_PREFIXES, WORK_WORDS, workWordsIn } from '../../src/sandbox/faults.ts';
import type { Mishap } from '../../src/sandbox/misfortune.ts';
import { HOUR, newProject, newVideo, startBench } from './kit.ts';

const balance = 'GET /api/v1/balance';
const post = 'POST /api/v1/projects';

describe('misfortune()', () => {
  it('a fixed answer, with its headers, once; the work is not done', async () => {
    await using bench = await startBench();
    const answer: Mishap = { status: 503, headers: { 'Retry-After': '7' }, body: '<html>', contentType: 'text/html' };
    bench.sandbox.misfortune({ on: { method: 'POST' }, answer });
    const reply = await bench.dubbing(post, { body: newProject() });
    expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('content-type'), reply.body]).toEqual([
      503,
      '7',
      'text/html',
      '<html>',
    ]);
    expect(bench.account.dubbingProjects.size).toBe(0);
    expect((await bench.dubbing(post, { body: newProject() })).status).toBe(200);
  });

  it('as many times as asked, on what matches only', async () => {
    await using bench = await startBench();
    bench.sandbox.misfortune({
      on: { api: 'dubbing', path: /balance$/g, key: 'key-1' },
      times: 2,
      answer: { status: 500 },
    });
    bench.sandbox.misfortune({
      on: { path: '/api/v1/options' },
      times: Number.POSITIVE_INFINITY,
      answer: { status: 502 },
    });
    const statuses = [];
    for (const what of [balance, balance, balance]) statuses.push((await bench.dubbing(what)).status);
    expect(statuses).toEqual([500, 500, 200]);
    for (let i = 0; i < 3; i++) expect((await bench.dubbing('GET /api/v1/options')).status).toBe(502);
    expect((await bench.dubbing(balance, { key: 'key-2' })).status).toBe(200);
  });

  it.each<[string, Mishap, number, number | null]>([
    ['reset: the connection breaks, the work is not done', { kind: 'reset' }, 0, null],
    ['reset-after-work: the connection breaks, the work is done', { kind: 'reset-after-work' }, 1, null],
    ['truncate: half of the body, then the connection breaks', { kind: 'truncate' }, 1, 200],
  ])('%s', async (_title, answer, made, status) => {
    await using bench = await startBench();
    bench.sandbox.misfortune({ on: {}, answer });
    await expect(bench.dubbing(post, { body: newProject() })).rejects.toThrow();
    expect(bench.account.dubbingProjects.size).toBe(made);
    expect(bench.sandbox.requests[0]).toMatchObject({ method: 'POST', status });
  });

  it('reset in the middle of a body', async () => {
    await using bench = await startBench();
    bench.sandbox.misfortune({ on: {}, answer: { kind: 'reset', afterBytes: 100_000 } });
    await expect(bench.dubbing(post, { body: Buffer.alloc(5_000_000) })).rejects.toThrow();
    expect(bench.sandbox.requests[0]?.bodySize).toBeLessThan(5_000_000);
  });

  it('silence: never an answer, and the sandbox can still be stopped', async () => {
    const bench = await startBench();
    bench.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'silence' } });
    const pending = bench.dubbing(post, { body: newProject() });
    const outcome = expect(pending).rejects.toThrow();
    await bench.dubbing(balance);
    await bench[Symbol.asyncDispose]();
    await outcome;
  });

  it('delay: the work begins later, and the sandbox can be stopped meanwhile', async () => {
    const bench = await startBench();
    bench.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'delay', ms: 3_600_000 } });
    const outcome = expect(bench.dubbing(post, { body: newProject() })).rejects.toThrow();
    await bench.dubbing(balance);
    expect(bench.account.dubbingProjects.size).toBe(0);
    await bench[Symbol.asyncDispose]();
    await outcome;
  });

  it('body: the right answer, its text rewritten', async () => {
    await using bench = await startBench();
    bench.sandbox.misfortune({ on: {}, answer: { kind: 'body', edit: (body) => body.replace('500', '1e999') } });
    const reply = await fetch(`${bench.sandbox.dubbingUrl}/api/v1/balance`, {
      headers: { authorization: 'Bearer key-1' },
    });
    expect(await reply.text()).toBe('{"balance_minutes":1e999}');
  });

  it('transform: another status, other headers, other bytes', async () => {
    await using bench = await startBench();
    const body = (bytes: Buffer): Buffer => Buffer.concat([Buffer.from('\uFEFF'), bytes]);
    bench.sandbox.misfortune({ on: {}, answer: { kind: 'transform', status: 203, headers: { 'x-odd': '1' }, body } });
    const reply = await bench.dubbing('GET /api/v1/options').catch(() => null);
    expect(reply).toBeNull();
    expect(bench.sandbox.requests[0]?.status).toBe(203);
  });
});

describe('words in a name', () => {
  it.each(MISHAP_WORDS.map(({ word, mishap }) => [word, mishap] as const))(
    '%s spoils a creation',
    async (word, mishap) => {
      await using bench = await startBench();
      const asked = bench.dubbing(post, { body: newProject({ name: `My ${word} film` }) });
      if ('status' in mishap && !('kind' in mishap)) {
        expect((await asked).status).toBe(mishap.status);
        expect(bench.account.dubbingProjects.size).toBe(0);
        return;
      }
      const kind = 'kind' in mishap ? mishap.kind : '';
      if (kind === 'delay') {
        asked.catch(() => undefined);
      } else if (kind === 'stall') {
        asked.catch(() => undefined);
        while (bench.account.dubbingProjects.size === 0) await bench.dubbing(balance);
      } else if (kind === 'silence') {
        asked.catch(() => undefined);
        await bench.dubbing(balance);
        expect(bench.account.dubbingProjects.size).toBe(0);
      } else {
        await expect(asked).rejects.toThrow();
        expect(bench.account.dubbingProjects.size).toBe(kind === 'reset' ? 0 : 1);
      }
    },
  );

  it('a prefix tells the occasion', () => {
    for (const { prefix, occasion } of OCCASION_PREFIXES) {
      expect(mishapIn(`a ${prefix}error-503 b`, occasion)?.word).toBe(`${prefix}error-503`);
      for (const other of OCCASION_PREFIXES) {
        if (other.occasion !== occasion) expect(mishapIn(`a ${prefix}error-503 b`, other.occasion)).toBeNull();
      }
    }
  });

  it('spoils reading, updating, deleting and re-translating what has the name', async () => {
    await using bench = await startBench();
    bench.account.putDubbingProject({ id: '7', name: 'read-error-500 delete-forbidden' });
    bench.account.putVideo({ id: 'v', projectId: 'proj_demo', name: 'read-html update-error-502' });
    bench.account.putArtifact({ id: 'a', name: 'read-garbled' });
    const statuses = [
      await bench.dubbing('GET /api/v1/projects/7'),
      await bench.dubbing('GET /api/v1/projects'),
      await bench.dubbing('DELETE /api/v1/projects/7'),
      await bench.studio('PATCH /api/projects/proj_demo/videos/v', { body: { remark: 'x' } }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([500, 200, 403, 502]);
    expect((await bench.studio('GET /api/v1/projects/proj_demo/videos/v/status')).headers.get('content-type')).toBe(
      'text/html',
    );
    await expect(bench.studio('GET /api/v1/artifacts/a')).rejects.toThrow(SyntaxError);
  });

  it('once- happens the first time only', async () => {
    await using bench = await startBench();
    const read = () => bench.dubbing('GET /api/v1/projects/7');
    bench.account.putDubbingProject({ id: '7', name: 'once-read-error-503' });
    expect([(await read()).status, (await read()).status]).toEqual([503, 200]);
    const body = newProject({ name: 'once-lost-answer' });
    const headers = { 'idempotency-key': 'k' };
    await expect(bench.dubbing(post, { body, headers })).rejects.toThrow();
    expect((await bench.dubbing(post, { body, headers })).status).toBe(200);
    expect(bench.account.dubbingProjects.size).toBe(2);
  });

  it('a word stands by itself', () => {
    expect(mishapIn('Preset timeouts', 'create')).toBeNull();
    expect([...workWordsIn('Unfailing slowness')]).toEqual([]);
    expect([...workWordsIn('Slow. Stuck-transcription, fail!')].sort()).toEqual([
      'fail',
      'slow',
      'stuck-transcription',
    ]);
    expect([...workWordsIn('clip-fail-upload.mp4')]).toEqual(['fail-upload']);
  });

  it('every word is told apart and documented', () => {
    const words = [...MISHAP_WORDS, ...WORK_WORDS].map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    for (const { what } of [...MISHAP_WORDS, ...WORK_WORDS]) expect(what.length).toBeGreaterThan(10);
  });

  it('slow takes ten times as long, stuck never ends and its estimate passes', async () => {
    await using bench = await startBench();
    const statusAfter = async (name: string, ms: number) => {
      const { body } = await bench.dubbing(post, { body: newProject({ name }) });
      bench.clock.advance(ms);
      return (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
    };
    expect((await statusAfter('slow', HOUR)).status).toBe('in_progress');
    expect((await statusAfter('slow', 2 * HOUR)).status).toBe('ready');
    const stuck = await statusAfter('stuck', 1000 * HOUR);
    expect(stuck.status).toBe('in_progress');
    expect(Date.parse(stuck.estimated_completion_date)).toBeLessThan(bench.clock.now());
  });

  it('an artifact and a video know them too', async () => {
    await using bench = await startBench();
    bench.account.putArtifact({ id: 'source' });
    const artifact = async (name: string) => {
      const { body } = await bench.studio('POST /api/v1/artifacts/create', {
        body: { name, type: 'video', url: 'https://a.example/a.mp4' },
      });
      bench.clock.advance(10 * HOUR);
      return (await bench.studio(`GET /api/v1/artifacts/${body.id}`)).body;
    };
    expect(await artifact('fail-upload')).toMatchObject({ status: 'upload_failed', errorMessage: expect.any(String) });
    expect(await artifact('stuck')).toMatchObject({ status: 'upload_started' });
    expect(await artifact('malformed')).not.toHaveProperty('status');
    expect(await artifact('unknown-words')).toMatchObject({ status: 'quarantined' });
    const langs = async (name: string) => {
      const { body } = await bench.studio('POST /api/v1/projects/proj_demo/videos/create', {
        body: newVideo({ name }),
      });
      bench.clock.advance(10 * HOUR);
      return (await bench.studio(`GET /api/v1/projects/proj_demo/videos/${body.id}/status`)).body.langs;
    };
    expect(await langs('queued')).toMatchObject([{ phase: 'transcription', pendingOn: 'system', eta: null }, {}]);
    expect(await langs('stuck-mixing')).toMatchObject([
      { phase: 'mixing', pendingOn: 'system', eta: expect.any(String) },
      {},
    ]);
    expect(await langs('fail-one-language')).toMatchObject([
      { phase: 'rendering', isError: true },
      { phase: 'rendering', isError: false, pendingOn: 'editor' },
    ]);
    expect(await langs('unknown-words')).toMatchObject([{ phase: 'quality_check', pendingOn: 'reviewer' }]);
    expect(await langs('malformed')).toEqual([null, { lang: 5 }, 'fr-FR']);
  });
});

describe('requests', () => {
  it('are kept as they came, in order, until cleared', async () => {
    await using bench = await startBench();
    await bench.dubbing(post, { body: newProject(), headers: { 'X-Odd': 'a' } });
    await bench.studio('GET /api/v1/artifacts/a%2Fb?x=%20y');
    const [first, second] = bench.sandbox.requests;
    expect(first).toMatchObject({
      api: 'dubbing',
      method: 'POST',
      path: '/api/v1/projects',
      query: '',
      key: 'key-1',
      status: 200,
    });
    expect(JSON.parse(first?.body.toString() ?? '')).toEqual(JSON.parse(JSON.stringify(newProject())));
    expect(first?.headers['x-odd']).toBe('a');
    expect(first?.bodySize).toBe(first?.body.length);
    expect(second).toMatchObject({ api: 'studio', path: '/api/v1/artifacts/a%2Fb', query: 'x=%20y', status: 404 });
    expect(bench.sandbox.requestCount).toBe(2);
    bench.sandbox.clearRequests();
    expect(bench.sandbox.requests).toHaveLength(0);
  });

  it('raw headers keep their spelling', async () => {
    await using bench = await startBench();
    await new Promise<void>((resolve) => {
      const headers = { Authorization: 'Bearer key-1', 'X-MiXed': '1' };
      request(`${bench.sandbox.dubbingUrl}/api/v1/balance`, { headers }, (reply) =>
        reply.resume().on('end', () => resolve()),
      ).end();
    });
    expect(bench.sandbox.requests[0]?.rawHeaders).toContain('X-MiXed');
  });

  it('of a body above 1 MiB keep its size and hash only', async () => {
    await using bench = await startBench();
    await bench.dubbing(post, { body: newProject({ glossary_content: 'x'.repeat(1024 * 1024) }) });
    expect(bench.sandbox.requests[0]).toMatchObject({
      status: 200,
      bodySha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(bench.sandbox.requests[0]?.body.length).toBe(0);
  });
});
