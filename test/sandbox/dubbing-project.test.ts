import { describe, expect, it } from 'vitest';
import { HOUR, invalid, MINUTE, newProject, START, startBench } from './kit.ts';

const DETAIL = ['name', 'source_lang', 'target_lang', 'mixing_mode', 'cost_minutes', 'created_date', 'status'];
const create = 'POST /api/v1/projects';

describe('POST /api/v1/projects', () => {
  it('creates a project, charges its cost and answers a receipt', async () => {
    await using bench = await startBench();
    const { status, body } = await bench.dubbing(create, { body: newProject() });
    expect(status).toBe(200);
    expect(body).toEqual({
      project_id: expect.any(String),
      cost_minutes: 10,
      estimated_completion_date: new Date(START + 7 * MINUTE).toISOString(),
      balance_minutes: 490,
      translations_count: 0,
    });
    expect((await bench.dubbing('GET /api/v1/balance')).body).toEqual({ balance_minutes: 490 });
  });

  it('charges and refunds fractions of minutes exactly', async () => {
    await using bench = await startBench();
    const body = newProject({ name: 'this will fail', source_video_url: 'https://videos.example/a?minutes=0.1' });
    const receipts = [];
    for (let count = 0; count < 3; count += 1) receipts.push((await bench.dubbing(create, { body })).body);
    expect(receipts.map((receipt) => receipt.balance_minutes)).toEqual([499.9, 499.8, 499.7]);
    bench.clock.advance(HOUR);
    expect((await bench.dubbing('GET /api/v1/balance')).body).toEqual({ balance_minutes: 500 });
  });

  it('derives the duration of the source video from its address, always the same', async () => {
    await using bench = await startBench();
    const body = newProject({ source_video_url: 'https://videos.example/watch?v=abc' });
    const [first, second] = [await bench.dubbing(create, { body }), await bench.dubbing(create, { body })];
    expect(second.body.cost_minutes).toBe(first.body.cost_minutes);
    expect(first.body.cost_minutes).toBeGreaterThanOrEqual(1);
  });

  it.each(['source_lang', 'target_lang', 'source_video_url'])('requires %s', async (field) => {
    await using bench = await startBench();
    const reply = await bench.dubbing(create, { body: newProject({ [field]: undefined }) });
    expect(reply).toMatchObject(invalid(expect.stringContaining(field)));
    expect(bench.account.dubbingProjects.size).toBe(0);
  });

  it.each([
    ['source_lang', 'xx'],
    ['source_lang', 'en-US'],
    ['target_lang', 'fr'],
    ['target_lang', 'fr-XX'],
    ['source_video_url', 'ftp://videos.example/a.mp4'],
    ['source_video_url', 'harbour.mp4'],
    ['name', 5],
    ['name', null],
    ['mixing_mode', 'loud'],
    ['tts_volume', 'deafening'],
    ['use_emotional_transfer', 'yes'],
    ['use_soundalike_voices', 1],
    ['use_fixed_timings', 'no'],
    ['glossary_content', ['a\tb']],
    ['source_script', 'text'],
    ['source_script', [{ start_ms: 5, end_ms: 5, text: 'a' }]],
    ['source_script', [{ start_ms: 0, end_ms: 5, text: '' }]],
    ['source_script', [{ start_ms: 0.5, end_ms: 5, text: 'a' }]],
    ['source_script', [{ start_ms: 0, end_ms: 5, text: 'a', speaker_id: 1 }]],
    ['sourceLang', 'en'],
  ])('refuses %s: %j', async (field, value) => {
    await using bench = await startBench();
    const reply = await bench.dubbing(create, { body: newProject({ [field]: value }) });
    expect(reply).toMatchObject(invalid(expect.any(String)));
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(500);
  });

  it('takes every optional field', async () => {
    await using bench = await startBench();
    const optional = {
      mixing_mode: 'voiceover_only',
      use_emotional_transfer: true,
      use_soundalike_voices: true,
      source_script: [{ start_ms: 0, end_ms: 900, text: 'Hello' }],
      use_fixed_timings: true,
      glossary_content: 'sea\tmer',
      tts_volume: 'very_loud',
    };
    expect((await bench.dubbing(create, { body: newProject(optional) })).status).toBe(200);
  });

  it('source_script cannot be combined with source_script_content', async () => {
    await using bench = await startBench();
    const both = { source_script: [{ start_ms: 0, end_ms: 900, text: 'Hello' }], source_script_content: 'Hello' };
    const reply = await bench.dubbing(create, { body: newProject(both) });
    expect(reply).toMatchObject(invalid('source_script cannot be combined with source_script_content'));
  });

  it('use_emotional_transfer: only English, Spanish, French, German, Italian, Portuguese targets', async () => {
    await using bench = await startBench();
    for (const lang of ['en-GB', 'es-MX', 'fr-CA', 'de-AT', 'it-IT', 'pt-BR']) {
      const body = newProject({ target_lang: lang, use_emotional_transfer: true });
      expect((await bench.dubbing(create, { body })).status).toBe(200);
    }
    const reply = await bench.dubbing(create, {
      body: newProject({ target_lang: 'ja-JP', use_emotional_transfer: true }),
    });
    expect(reply).toMatchObject(invalid(expect.stringContaining('ja-JP')));
  });

  it('use_soundalike_voices requires an active subscription', async () => {
    await using bench = await startBench();
    bench.account.features.subscription = false;
    const reply = await bench.dubbing(create, { body: newProject({ use_soundalike_voices: true }) });
    expect(reply).toMatchObject({ status: 403, body: { message: expect.stringContaining('subscription') } });
  });

  it('is refused without enough minutes, and nothing is charged', async () => {
    await using bench = await startBench();
    bench.account.balanceMinutes = 9;
    expect(await bench.dubbing(create, { body: newProject() })).toMatchObject({
      status: 402,
      body: { error: 'InsufficientBalanceError' },
    });
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(9);
  });

  it('takes the texts of an SRT, ignoring its timings and speaker tags', async () => {
    await using bench = await startBench();
    const srt =
      '1\r\n00:00:10,000 --> 00:00:12,000\r\n[Anna] Good morning.\r\n\r\n2\r\n00:00:13,000 --> 00:00:15,000\r\nHow are\r\nyou?\r\n';
    const { body } = await bench.dubbing(create, { body: newProject({ source_script_content: srt }) });
    bench.clock.advance(HOUR);
    const detail = (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
    expect(detail.output_source_script.map((s: { text: string }) => s.text)).toEqual(['Good morning.', 'How are you?']);
    expect(detail.output_source_script[0].start_ms).toBeLessThan(1000);
  });

  it('use_fixed_timings keeps the timings of source_script', async () => {
    await using bench = await startBench();
    const source_script = [{ start_ms: 1234, end_ms: 1300, text: 'A rather long sentence for such a short time.' }];
    const fields = { source_script, use_fixed_timings: true, target_lang: 'en-GB' };
    const { body } = await bench.dubbing(create, { body: newProject(fields) });
    bench.clock.advance(HOUR);
    const detail = (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
    expect(detail.output_target_script).toMatchObject(source_script);
  });
});

describe('GET /api/v1/projects', () => {
  it('returns all projects of the account with the fields of a list item and no other', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing(create, { body: newProject() });
    await bench.dubbing(create, { body: newProject({ name: undefined }) });
    const { projects } = (await bench.dubbing('GET /api/v1/projects')).body;
    expect(projects).toHaveLength(2);
    expect(projects[0]).toEqual({
      project_id: body.project_id,
      name: 'Harbour',
      status: 'in_progress',
      source_lang: 'en',
      target_lang: 'fr-FR',
      cost_minutes: 10,
      created_date: new Date(START).toISOString(),
    });
  });
});

describe('GET /api/v1/projects/{project_id}', () => {
  it('has the fields of its status: in_progress, then ready; never a project_id', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing(create, { body: newProject() });
    const read = async () => (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
    const running = await read();
    expect(Object.keys(running).sort()).toEqual([...DETAIL, 'estimated_completion_date'].sort());
    expect(running).toMatchObject({ status: 'in_progress', estimated_completion_date: body.estimated_completion_date });
    expect(running.mixing_mode).toBe('voiceover_with_original_track');

    bench.clock.advance(7 * MINUTE - 1);
    expect((await read()).status).toBe('in_progress');
    bench.clock.advance(1);
    const ready = await read();
    const outputs = [
      'completion_date',
      'output_video_url',
      'output_tts_audio_url',
      'output_source_script',
      'output_target_script',
      'output_target_speakers',
    ];
    expect(Object.keys(ready).sort()).toEqual([...DETAIL, ...outputs].sort());
    expect(ready).toMatchObject({ status: 'ready', completion_date: body.estimated_completion_date });
    const [segment] = ready.output_target_script;
    expect(segment).toEqual({
      start_ms: expect.any(Number),
      end_ms: expect.any(Number),
      text: expect.any(String),
      speaker_id: expect.any(Number),
    });
    expect(segment.end_ms).toBeGreaterThan(segment.start_ms);
    expect(ready.output_target_speakers[0]).toEqual({
      speaker_id: 1,
      voice_key: expect.any(String),
      style: expect.any(String),
    });
  });

  it('error: has error_message, and failed projects do not consume balance', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing(create, { body: newProject({ name: 'this will fail' }) });
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(490);
    bench.clock.advance(HOUR);
    const detail = (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
    expect(Object.keys(detail).sort()).toEqual([...DETAIL, 'error_message'].sort());
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(500);
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(500);
  });

  it('a source video that is not there ends in an error', async () => {
    await using bench = await startBench();
    const source_video_url = 'https://nowhere.invalid/a.mp4?minutes=1';
    const { body } = await bench.dubbing(create, { body: newProject({ source_video_url }) });
    bench.clock.advance(HOUR);
    const detail = (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
    expect(detail.error_message).toBe('The source video could not be downloaded');
  });

  it('selects voices of the target language, or the special keys that were asked for', async () => {
    await using bench = await startBench();
    const keysOf = async (fields: Record<string, unknown>) => {
      const { body } = await bench.dubbing(create, { body: newProject(fields) });
      bench.clock.advance(HOUR);
      const detail = (await bench.dubbing(`GET /api/v1/projects/${body.project_id}`)).body;
      return detail.output_target_speakers.map((s: { voice_key: string }) => s.voice_key);
    };
    const { voices } = (await bench.dubbing('GET /api/v1/voices')).body;
    const french = voices['fr-FR'].map((v: { voice_key: string }) => v.voice_key);
    expect(french).toEqual(expect.arrayContaining(await keysOf({})));
    expect(new Set(await keysOf({ use_soundalike_voices: true }))).toEqual(new Set(['soundalike']));
    expect(new Set(await keysOf({ use_emotional_transfer: true }))).toEqual(new Set(['emotional_transfer']));
  });

  it('a missing project answers NotFoundError', async () => {
    await using bench = await startBench();
    const missing = { status: 404, body: { error: 'NotFoundError', message: 'Project not found' } };
    expect(await bench.dubbing('GET /api/v1/projects/1')).toMatchObject(missing);
    expect(await bench.dubbing('DELETE /api/v1/projects/1')).toMatchObject(missing);
  });
});

describe('DELETE /api/v1/projects/{project_id}', () => {
  it('is a ValidationError while processing is in progress', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing(create, { body: newProject() });
    const reply = await bench.dubbing(`DELETE /api/v1/projects/${body.project_id}`);
    expect(reply).toMatchObject(invalid('Cannot delete project while processing is in progress'));
    expect(bench.account.dubbingProjects.size).toBe(1);
  });

  it('deletes all data for good, refunds nothing, and makes the download URLs invalid', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing(create, { body: newProject() });
    bench.clock.advance(HOUR);
    const path = `/api/v1/projects/${body.project_id}`;
    const { output_video_url, output_tts_audio_url } = (await bench.dubbing(`GET ${path}`)).body;
    expect((await fetch(output_video_url)).headers.get('content-type')).toBe('video/mp4');
    const audio = Buffer.from(await (await fetch(output_tts_audio_url)).arrayBuffer());
    expect(audio.toString('latin1', 0, 4)).toBe('RIFF');

    expect(await bench.dubbing(`DELETE ${path}`)).toMatchObject({ status: 200, body: { success: true } });
    expect((await bench.dubbing(`GET ${path}`)).status).toBe(404);
    expect((await bench.dubbing(`DELETE ${path}`)).body.error).toBe('NotFoundError');
    expect((await fetch(output_video_url)).status).toBe(404);
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(490);
  });

  it('of a failed project does not lose the minutes that come back', async () => {
    await using bench = await startBench();
    const { body } = await bench.dubbing(create, { body: newProject({ name: 'fail' }) });
    bench.clock.advance(HOUR);
    await bench.dubbing(`DELETE /api/v1/projects/${body.project_id}`);
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(500);
  });
});
