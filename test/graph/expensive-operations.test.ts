import { describe, expect, it, vi } from 'vitest';
import { type GraphAnswer, KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { readyProject, segments } from '../kit/service-bodies.ts';

const [CALLER, OTHER] = KEYS;
const VOICES = 120;
const SEGMENTS = 4_000;
/** As many aliases as an operation may have. */
const LOCALES = 99;

const aliases = (count: number, part: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => `a${index}: ${part(index)}`).join(' ');

/** A language of 120 voices, and a project with a script of 4,000 segments, all spoken by them. */
async function startWithLongScript(): Promise<TestGateway> {
  const gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
  const voices = Array.from({ length: VOICES }, (_, n) => ({ voice_key: `v${n}`, name: `Voice ${n}`, style: 'warm' }));
  gateway.serviceAnswers('/api/v1/voices', { voices: { 'fr-FR': voices } });
  const project = readyProject({
    output_source_script: [],
    output_target_script: segments(SEGMENTS),
    output_target_speakers: Array.from({ length: 6 }, (_, n) => ({ speaker_id: n, voice_key: `v${n}`, style: 'warm' })),
  });
  gateway.serviceAnswers('/api/v1/projects/big', project);
  return gateway;
}

/** Asks, and lets another client ask meanwhile. */
async function askBesideAnother(gateway: TestGateway, query: string): Promise<GraphAnswer & { isLast: boolean }> {
  let isOver = false;
  const asking = gateway.ask(query, { key: CALLER }).finally(() => {
    isOver = true;
  });
  const other = await gateway.ask('{ __typename }', { key: OTHER });
  expect(other.data).toEqual({ __typename: 'Query' });
  const isLast = !isOver;
  return { ...(await asking), isLast };
}

const refusal = (limit: string, allowed: number) => [
  { extensions: { code: 'LIMIT_EXCEEDED', limit, allowed, actual: expect.any(Number) } },
];

const ofScript = (fields: string) => `{dubbingProject(id:"big"){output{${fields}}}}`;

describe('an operation whose lists are long', () => {
  it('ends with its limit where a script and the voices of a language multiply', async () => {
    await using gateway = await startWithLongScript();
    const cycle = ofScript('targetScript{speaker{voice{language{voices{language{voices{key}}}}}}}');
    const { status, data, errors, isLast } = await askBesideAnother(gateway, cycle);
    expect([status, data]).toEqual([400, undefined]);
    expect(isLast).toBe(true);
    expect(errors).toMatchObject(refusal('values', 200_000));
  });

  it('ends with its limit where a long script is asked for by many aliases', async () => {
    await using gateway = await startWithLongScript();
    const fields = 'startMs endMs text speakerId speaker { style voice { key name } }';
    const { status, errors } = await askBesideAnother(
      gateway,
      ofScript(aliases(99, () => `targetScript { ${fields} }`)),
    );
    expect(status).toBe(400);
    expect(errors).toMatchObject([{ extensions: { code: 'LIMIT_EXCEEDED' } }]);
  });

  it('ends with its limit where the subtitles of a long script are asked for by many aliases', async () => {
    await using gateway = await startWithLongScript();
    const { status, errors } = await askBesideAnother(gateway, ofScript(aliases(99, () => 'subtitles(format: SRT)')));
    expect(status).toBe(400);
    expect(errors).toMatchObject(refusal('values', 200_000));
  });

  it('has its subtitles as long as they are within it', async () => {
    await using gateway = await startWithLongScript();
    const { errors } = await askBesideAnother(gateway, ofScript(aliases(20, () => 'subtitles(format: SRT)')));
    expect(errors).toEqual([]);
  });
});

describe('names of languages in many locales', () => {
  it('are looked up once for each locale, however many languages are named', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    const voices = Array.from({ length: 500 }, (_, n) => ({ voice_key: `v${n}`, name: `Voice ${n}`, style: 'warm' }));
    gateway.serviceAnswers('/api/v1/voices', { voices: { 'fr-FR': voices } });
    const created = vi.spyOn(Intl, 'DisplayNames');
    const names = aliases(LOCALES, (index) => `name(in: "${['en', 'fr', 'ja'][index % 3]}-x-${index}")`);
    const { data, errors } = await askBesideAnother(gateway, `{voices(first:500){nodes{language{${names}}}}}`);
    expect(errors).toEqual([]);
    expect(data.voices.nodes).toHaveLength(500);
    expect(created.mock.calls.length).toBeLessThanOrEqual(LOCALES);
    created.mockRestore();
  });
});
