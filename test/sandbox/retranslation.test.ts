import { describe, expect, it } from 'vitest';
import { type Bench, HOUR, invalid, MINUTE, retranslation, START, startBench } from './kit.ts';

const translate = 'POST /api/v1/projects/7/translations';
const validate = 'POST /api/v1/projects/7/validate-translation-request';

async function withProject(fields = {}): Promise<Bench> {
  const bench = await startBench();
  bench.account.putDubbingProject({ id: '7', ...fields });
  return bench;
}

const segment = (fields: Record<string, unknown>) => ({
  start_ms: 0,
  end_ms: 1000,
  text: 'Bonjour.',
  speaker_id: 1,
  ...fields,
});
const speaker = (fields: Record<string, unknown>) => ({
  speaker_id: 1,
  voice_key: 'soundalike',
  style: 'feminine',
  ...fields,
});

describe('POST /api/v1/projects/{project_id}/translations', () => {
  it('goes back to in_progress, then is ready with the new script and voices', async () => {
    await using bench = await withProject();
    const body = retranslation({ mixing_mode: 'voiceover_only', use_fixed_timings: true });
    expect((await bench.dubbing(translate, { body })).body).toEqual({
      project_id: '7',
      cost_minutes: 0,
      estimated_completion_date: new Date(START + 2 * MINUTE).toISOString(),
      balance_minutes: 500,
      translations_count: 1,
    });
    expect((await bench.dubbing('GET /api/v1/projects/7')).body).toMatchObject({ status: 'in_progress' });
    bench.clock.advance(2 * MINUTE);
    expect((await bench.dubbing('GET /api/v1/projects/7')).body).toMatchObject({
      status: 'ready',
      mixing_mode: 'voiceover_only',
      output_source_script: [{ text: 'Good morning.' }],
      output_target_script: body['target_script'],
      output_target_speakers: body['target_speakers'],
    });
    expect((await bench.dubbing(translate, { body })).body.translations_count).toBe(2);
  });

  it('may adjust timings to the synthesized speech unless use_fixed_timings is true', async () => {
    await using bench = await withProject();
    const target_script = [segment({ end_ms: 60_000, text: 'Bref.' })];
    await bench.dubbing(translate, { body: retranslation({ target_script }) });
    bench.clock.advance(HOUR);
    const [adjusted] = (await bench.dubbing('GET /api/v1/projects/7')).body.output_target_script;
    expect(adjusted.end_ms).toBeLessThan(60_000);
  });

  it('is only for enabled accounts', async () => {
    await using bench = await withProject();
    bench.account.features.retranslation = false;
    const reply = await bench.dubbing(translate, { body: retranslation() });
    expect(reply).toMatchObject({ status: 403, body: { message: 'Re-translation is not enabled for this account' } });
    expect(bench.account.dubbingProjects.get('7')?.translationsCount).toBe(0);
  });

  it('of a missing project answers NotFoundError', async () => {
    await using bench = await startBench();
    const missing = { status: 404, body: { error: 'NotFoundError' } };
    expect(await bench.dubbing(translate, { body: retranslation() })).toMatchObject(missing);
    expect(await bench.dubbing(validate, { body: retranslation() })).toMatchObject(missing);
  });

  it('may end in an error, which gives nothing back', async () => {
    await using bench = await withProject({ name: 'fail-retranslation', costMinutes: 10 });
    await bench.dubbing(translate, { body: retranslation() });
    bench.clock.advance(HOUR);
    expect((await bench.dubbing('GET /api/v1/projects/7')).body.status).toBe('error');
    expect((await bench.dubbing('GET /api/v1/balance')).body.balance_minutes).toBe(500);
  });

  it('of a project that is not ready is refused', async () => {
    await using bench = await withProject();
    await bench.dubbing(translate, { body: retranslation() });
    expect(await bench.dubbing(translate, { body: retranslation() })).toMatchObject(
      invalid(expect.stringContaining('in_progress')),
    );
  });
});

describe('POST /api/v1/projects/{project_id}/validate-translation-request', () => {
  it('performs checks only, and answers {valid: true}', async () => {
    await using bench = await withProject();
    const reply = await bench.dubbing(validate, {
      body: retranslation({ tts_volume: 'quieter', use_fixed_timings: false }),
    });
    expect(reply).toMatchObject({ status: 200, body: { valid: true } });
    expect((await bench.dubbing('GET /api/v1/projects/7')).body.status).toBe('ready');
  });

  it.each([
    ['a voice key is unknown', { target_speakers: [speaker({ voice_key: 'no:such' })] }, 'Unknown voice key no:such'],
    [
      'a voice key is incompatible with the target language',
      { target_speakers: [speaker({ voice_key: 'voice:Rachel' })] },
      /incompatible with target language fr-FR/,
    ],
    [
      'a voice key is missing in a speaker entry',
      { target_speakers: [speaker({ voice_key: undefined })] },
      /target_speakers\.0\.voice_key/,
    ],
    ['a style is missing', { target_speakers: [speaker({ style: undefined })] }, /target_speakers\.0\.style/],
    [
      'a speaker_id is missing',
      { target_speakers: [speaker({ speaker_id: undefined })] },
      /target_speakers\.0\.speaker_id/,
    ],
    [
      'a speaker_id in the script has no entry',
      { target_script: [segment({ speaker_id: 9 })] },
      'speaker_id 9 referenced in script but not found in target_speakers',
    ],
    [
      'a speaker_id is twice in target_speakers',
      { target_speakers: [speaker({}), speaker({})] },
      /Duplicate speaker_id 1/,
    ],
    ['start_ms is not less than end_ms', { target_script: [segment({ start_ms: 1000 })] }, /must be less than/],
    ['a text is empty', { target_script: [segment({ text: ' ' })] }, /target_script\.0\.text/],
    ['a text is missing', { target_script: [segment({ text: undefined })] }, /target_script\.0\.text/],
    ['segments overlap', { target_script: [segment({ start_ms: 500, end_ms: 1500 }), segment({})] }, /Overlapping/],
    ['target_script is missing', { target_script: undefined }, /target_script/],
    ['target_speakers is missing', { target_speakers: undefined }, /target_speakers/],
    ['mixing_mode is unknown', { mixing_mode: 'loud' }, /mixing_mode/],
    ['tts_volume is unknown', { tts_volume: 'loud' }, /tts_volume/],
  ])('fails when %s, and so does the re-translation', async (_when, fields, message) => {
    await using bench = await withProject();
    const expected = invalid(typeof message === 'string' ? message : expect.stringMatching(message));
    expect(await bench.dubbing(validate, { body: retranslation(fields) })).toMatchObject(expected);
    expect(await bench.dubbing(translate, { body: retranslation(fields) })).toMatchObject(expected);
  });

  it.each([
    ['soundalike', 'sw-KE'],
    ['emotional_transfer', 'ja-JP'],
  ])('fails when %s is used with an unsupported language', async (voice_key, targetLang) => {
    await using bench = await withProject({ targetLang });
    const body = { target_script: [segment({})], target_speakers: [speaker({ voice_key })] };
    expect(await bench.dubbing(validate, { body })).toMatchObject(
      invalid(`${voice_key} is not supported for language ${targetLang}`),
    );
  });
});
