import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.ts';
import { WORKFLOWS } from '../../src/sandbox/pipeline.ts';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { ask, type Bench, HOUR, MINUTE, startBench } from './kit.ts';

const ids = SEEDED.dubbingProjects;
const video = (id: string) => `GET /api/v1/projects/${SEEDED.studioProjects.demo}/videos/${id}`;

async function everything(bench: Bench, key = 'key-1') {
  const projects = (await bench.dubbing('GET /api/v1/projects', { key })).body.projects;
  const artifacts = await Promise.all(
    Object.values(SEEDED.artifacts).map(
      async (id) => (await bench.studio(`GET /api/v1/artifacts/${id}`, { key })).body,
    ),
  );
  const videos = await Promise.all(
    Object.values(SEEDED.videos).map(async (id) => (await bench.studio(video(id), { key })).body),
  );
  const langs = (
    await Promise.all(
      Object.values(SEEDED.videos).map(async (id) => (await bench.studio(`${video(id)}/status`, { key })).body.langs),
    )
  ).flat();
  return { projects, artifacts, videos, langs };
}

const valuesOf = (list: Record<string, unknown>[], field: string) => new Set(list.map((one) => one[field]));

describe('populate', () => {
  it('starts with things in every state', async () => {
    await using bench = await startBench({ populate: true });
    const { projects, artifacts, videos, langs } = await everything(bench);
    expect(valuesOf(projects, 'status')).toEqual(new Set(['ready', 'in_progress', 'error']));
    expect(valuesOf(artifacts, 'status')).toEqual(
      new Set(['created', 'upload_started', 'upload_completed', 'upload_failed']),
    );
    expect(valuesOf(artifacts, 'type')).toEqual(new Set(['video', 'audio', 'script']));
    expect(valuesOf(artifacts, 'uploadMethod')).toEqual(new Set(['direct_url', 'fragments']));
    expect(valuesOf(artifacts, 'size')).toContain(5_368_709_120);
    expect(valuesOf(videos, 'status')).toEqual(new Set(['new', 'in_progress', 'completed']));
    expect(valuesOf(videos, 'processingType')).toEqual(new Set(WORKFLOWS));
    expect(valuesOf(langs, 'pendingOn')).toEqual(new Set(['system', 'editor', null]));
    expect(langs.some((entry) => entry.isError)).toBe(true);
    expect(langs.some((entry) => entry.eta !== null)).toBe(true);
  });

  it('has ready projects of 24 to 300 segments with each kind of voice', async () => {
    await using bench = await startBench({ populate: true });
    const detail = async (id: string) => (await bench.dubbing(`GET /api/v1/projects/${id}`)).body;
    expect((await detail(ids.ready)).output_target_script).toHaveLength(24);
    expect((await detail(ids.emotional)).output_target_script).toHaveLength(300);
    expect((await detail(ids.soundalike)).output_target_speakers[0].voice_key).toBe('soundalike');
    expect((await detail(ids.emotional)).output_target_speakers[0].voice_key).toBe('emotional_transfer');
    const { voices } = (await bench.dubbing('GET /api/v1/voices')).body;
    const french = voices['fr-FR'].map((voice: { voice_key: string }) => voice.voice_key);
    expect(french).toContain((await detail(ids.ready)).output_target_speakers[0].voice_key);
  });

  it('each ready project would pass its own re-translation', async () => {
    await using bench = await startBench({ populate: true });
    for (const id of [ids.ready, ids.soundalike, ids.emotional]) {
      const { output_target_script: target_script, output_target_speakers: target_speakers } = (
        await bench.dubbing(`GET /api/v1/projects/${id}`)
      ).body;
      const body = { target_script, target_speakers };
      expect((await bench.dubbing(`POST /api/v1/projects/${id}/validate-translation-request`, { body })).body).toEqual({
        valid: true,
      });
    }
  });

  it('moving things go on moving for ever', async () => {
    await using bench = await startBench({ populate: true });
    const seen = new Map<string, Set<unknown>>();
    const note = (id: string, value: unknown) => seen.set(id, (seen.get(id) ?? new Set()).add(value));
    bench.clock.advance(1000 * HOUR);
    for (let i = 0; i < 60; i++) {
      bench.clock.advance(5 * MINUTE);
      const { projects, artifacts } = await everything(bench);
      for (const { project_id, status } of projects) note(project_id, status);
      for (const { id, status } of artifacts) note(id, status);
      note(
        'dubbing',
        JSON.stringify((await bench.studio(`${video(SEEDED.videos.dubbingRunning)}/status`)).body.langs[0].phase),
      );
    }
    expect(seen.get(ids.running)).toEqual(new Set(['in_progress', 'ready']));
    expect(seen.get(ids.runningLong)).toEqual(new Set(['in_progress', 'ready']));
    expect(seen.get(ids.stuck)).toEqual(new Set(['in_progress']));
    expect(seen.get(SEEDED.artifacts.uploading)).toEqual(new Set(['created', 'upload_started', 'upload_completed']));
    expect(seen.get('dubbing')?.size).toBe(5);
  });

  it('another account has the same ids with other names and texts', async () => {
    await using bench = await startBench({ populate: true });
    const [one, two] = [await everything(bench), await everything(bench, 'key-2')];
    expect(two.projects.map((p: { project_id: string }) => p.project_id)).toEqual(
      one.projects.map((p: { project_id: string }) => p.project_id),
    );
    for (const list of ['projects', 'artifacts', 'videos'] as const) {
      const names = (all: typeof one) => all[list].map((item: { name: string }) => item.name);
      expect(names(two)).toEqual(names(one).map((name: string) => `${name} (account 2)`));
    }
    const script = async (key: string) =>
      (await bench.dubbing(`GET /api/v1/projects/${ids.ready}`, { key })).body.output_target_script;
    expect(await script('key-2')).not.toEqual(await script('key-1'));
  });

  it('the content follows from the seed', async () => {
    const script = async (seed: number) => {
      await using bench = await startBench({ populate: true, seed });
      return (await bench.dubbing(`GET /api/v1/projects/${ids.ready}`)).body.output_target_script;
    };
    expect(await script(1)).toEqual(await script(1));
    expect(await script(2)).not.toEqual(await script(1));
  });

  it('false: an empty world with a full catalogue, and one studio project to work in', async () => {
    await using bench = await startBench();
    expect((await bench.dubbing('GET /api/v1/projects')).body.projects).toEqual([]);
    expect([...bench.account.studioProjects.keys()]).toEqual(['proj_demo']);
  });
});

describe('startSandbox', () => {
  it('runs by the wall clock, sped up, when it is given no clock', async () => {
    await using sandbox = await startSandbox({ speed: 1000 });
    const reply = await ask(sandbox.dubbingUrl, `GET /api/v1/projects/${ids.running}`, { key: sandbox.keys[0] ?? '' });
    const left = Date.parse(reply.body.estimated_completion_date) - Date.now();
    expect(left).toBeLessThanOrEqual((20 * MINUTE) / 1000);
  });

  it('several at a time know nothing of each other, and a stopped one is gone', async () => {
    const one = await startBench();
    await using two = await startBench();
    one.account.balanceMinutes = 1;
    expect((await two.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(500);
    await one[Symbol.asyncDispose]();
    await expect(one.dubbing('GET /api/v1/balance')).rejects.toThrow();
  });

  it('fails when its port is taken, and leaves no server behind', async () => {
    await using bench = await startBench();
    const studioPort = Number(new URL(bench.sandbox.studioUrl).port);
    await expect(startSandbox({ studioPort })).rejects.toThrow('EADDRINUSE');
  });
});

describe('npm run sandbox', () => {
  it('prints two addresses and a key, serves, and stops on SIGTERM', async () => {
    const env = { ...process.env, SANDBOX_PORT: '0', SANDBOX_STUDIO_PORT: '0' };
    const child = spawn(process.execPath, ['src/sandbox/main.ts'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    for await (const chunk of child.stdout) {
      output += chunk;
      if (output.includes('API key')) break;
    }
    const url = /dubbing API +(\S+)/.exec(output)?.[1] ?? '';
    const key = /API key +(\S+)/.exec(output)?.[1] ?? '';
    expect((await ask(url, 'GET /api/v1/balance', { key })).status).toBe(200);
    child.kill('SIGTERM');
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});
