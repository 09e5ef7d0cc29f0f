import { describe, expect, it } from 'vitest';
import {
  needsVoiceCatalogue,
  retranslationIssues,
  targetVoiceIssues,
} from '../../src/domain/dubbing-project/retranslation-checks.ts';
import type { NewTargetSegment, NewTargetSpeaker, Retranslation } from '../../src/domain/writes.ts';

const segment = (startMs: number, endMs: number, more: Partial<NewTargetSegment> = {}): NewTargetSegment => ({
  startMs,
  endMs,
  text: 'Bonjour.',
  speakerId: 1,
  ...more,
});
const speaker = (more: Partial<NewTargetSpeaker> = {}): NewTargetSpeaker => ({
  speakerId: 1,
  voiceKey: 'soundalike',
  style: 'feminine',
  ...more,
});
const retranslation = (more: Partial<Retranslation>): Retranslation => ({
  projectId: '12345',
  targetScript: [segment(0, 1000)],
  targetSpeakers: [speaker()],
  ...more,
});
const pathsOf = (more: Partial<Retranslation>) => retranslationIssues(retranslation(more)).map(({ path }) => path);

describe('a re-translation', () => {
  it('is in order when each segment has a time of its own, a text and a speaker', () => {
    const targetScript = [segment(2000, 3000), segment(0, 1000), segment(1000, 2000)];
    expect(pathsOf({ targetScript })).toEqual([]);
  });

  it.each([
    ['an id that cannot be sent', { projectId: '..' }, ['id']],
    ['no segments', { targetScript: [] }, ['targetScript']],
    ['a segment without a length', { targetScript: [segment(5, 5)] }, ['targetScript', '0', 'endMs']],
    ['a segment that ends before it starts', { targetScript: [segment(9, 5)] }, ['targetScript', '0', 'endMs']],
    ['a segment before the beginning', { targetScript: [segment(-1, 5)] }, ['targetScript', '0', 'startMs']],
    ['an empty text', { targetScript: [segment(0, 5, { text: '' })] }, ['targetScript', '0', 'text']],
    ['a blank text', { targetScript: [segment(0, 5, { text: ' \n\u00a0' })] }, ['targetScript', '0', 'text']],
    [
      'a speaker who is not listed',
      { targetScript: [segment(0, 5, { speakerId: 7 })] },
      ['targetScript', '0', 'speakerId'],
    ],
    ['a speaker twice', { targetSpeakers: [speaker(), speaker()] }, ['targetSpeakers', '1', 'speakerId']],
    ['a blank voice key', { targetSpeakers: [speaker({ voiceKey: ' ' })] }, ['targetSpeakers', '0', 'voiceKey']],
    ['a blank style', { targetSpeakers: [speaker({ style: '' })] }, ['targetSpeakers', '0', 'style']],
  ])('is refused for %s', (_, more, path) => {
    expect(pathsOf(more)).toEqual([path]);
  });

  it('tells all of its faults at once', () => {
    const targetScript = [segment(0, 1000), segment(500, 400, { text: '' }), segment(900, 2000, { speakerId: 3 })];
    const targetSpeakers = [speaker(), speaker({ voiceKey: '', style: '' })];
    expect(pathsOf({ targetScript, targetSpeakers })).toEqual([
      ['targetScript', '1', 'endMs'],
      ['targetScript', '1', 'text'],
      ['targetScript', '2'],
      ['targetScript', '2', 'speakerId'],
      ['targetSpeakers', '1', 'speakerId'],
      ['targetSpeakers', '1', 'voiceKey'],
      ['targetSpeakers', '1', 'style'],
    ]);
  });

  it('names both of two segments that overlap, in whatever order they are given', () => {
    const targetScript = [segment(2500, 4000), segment(0, 1000), segment(1000, 3000)];
    expect(retranslationIssues(retranslation({ targetScript }))).toEqual([
      {
        path: ['targetScript', '0'],
        code: 'CONFLICT',
        message: 'Segments 2 (1000 to 3000 ms) and 0 (2500 to 4000 ms) overlap.',
      },
    ]);
  });

  it('finds each segment that lies inside a long one, also where others stand between them', () => {
    const targetScript = [segment(0, 10_000), segment(1000, 2000), segment(3000, 4000), segment(10_000, 11_000)];
    expect(pathsOf({ targetScript })).toEqual([
      ['targetScript', '1'],
      ['targetScript', '2'],
    ]);
  });

  it('finds the one of two segments at the same time that is given later', () => {
    expect(pathsOf({ targetScript: [segment(0, 5), segment(0, 5)] })).toEqual([['targetScript', '1']]);
  });

  it('is checked without comparing each of its segments with each other', () => {
    const targetScript = Array.from({ length: 100_000 }, (_, index) => segment(index, index + 1)).reverse();
    const startedAt = performance.now();
    expect(pathsOf({ targetScript })).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe("a speaker's voice", () => {
  const catalogue: Record<string, readonly string[]> = {
    'fr-FR': ['a:Denise', 'b:Both'],
    'de-DE': ['b:Both', 'c:Katja'],
  };
  const voices = {
    find: (key: string) => {
      const language = Object.keys(catalogue).find((code) => catalogue[code]?.includes(key));
      return language === undefined ? null : { language };
    },
    findIn: (language: string, key: string) => (catalogue[language]?.includes(key) ? {} : null),
    malformed: new Map<string, readonly unknown[]>(),
  };
  const issues = (voiceKey: string, language = 'fr-FR', lookup: Parameters<typeof targetVoiceIssues>[2] = voices) =>
    targetVoiceIssues([speaker({ voiceKey })], language, lookup);

  it('may be any that the catalogue lists for the target language', () => {
    expect([...issues('a:Denise'), ...issues('b:Both')]).toEqual([]);
  });

  it('is refused when the catalogue does not know its key', () => {
    expect(issues('x:Nobody')).toEqual([
      {
        path: ['targetSpeakers', '0', 'voiceKey'],
        code: 'NOT_FOUND',
        message: 'The catalogue has no voice with this key.',
      },
    ]);
  });

  it('is refused when it speaks another language', () => {
    expect(issues('c:Katja')[0]?.message).toBe(
      'This voice speaks de-DE, not fr-FR, the target language of the project.',
    );
  });

  it('may be emotional_transfer in its six languages only, whatever their region', () => {
    for (const language of ['en-AU', 'es-419', 'fr-CA', 'de-AT', 'it-IT', 'pt-BR']) {
      expect(issues('emotional_transfer', language, null)).toEqual([]);
    }
    expect(issues('emotional_transfer', 'ja-JP', null).map(({ path }) => path)).toEqual([
      ['targetSpeakers', '0', 'voiceKey'],
    ]);
  });

  it('may be soundalike in any language: the service alone knows which', () => {
    expect(issues('soundalike', 'ja-JP')).toEqual([]);
  });

  it('is left to the service where the catalogue, or the entries of the language, could not be read', () => {
    expect(issues('x:Nobody', 'fr-FR', null)).toEqual([]);
    const broken = { ...voices, malformed: new Map([['fr-FR', [{}]]]) };
    expect(issues('x:Nobody', 'fr-FR', broken)).toEqual([]);
    expect(issues('x:Nobody', 'de-DE', broken)).toHaveLength(1);
  });

  it('needs the catalogue only where a key is neither special nor blank', () => {
    expect(
      needsVoiceCatalogue([speaker(), speaker({ voiceKey: 'emotional_transfer' }), speaker({ voiceKey: '' })]),
    ).toBe(false);
    expect(needsVoiceCatalogue([speaker(), speaker({ voiceKey: 'a:Denise' })])).toBe(true);
  });
});
