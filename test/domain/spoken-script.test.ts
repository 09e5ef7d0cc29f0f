import { describe, expect, it } from 'vitest';
import type { ParsedList } from '../../src/domain/common/parsed-list.ts';
import type { DubbingOutput } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { spokenScripts } from '../../src/domain/dubbing-project/spoken-script.ts';

const listOf = <T>(...items: T[]): ParsedList<T> => ({ items, malformed: [] });
const segment = (speakerId: number | null) => ({ startMs: 0, endMs: 1, text: 'x', speakerId });

const output: DubbingOutput = {
  videoUrl: null,
  audioUrl: null,
  targetLanguage: 'fr-FR',
  sourceScript: listOf(segment(null), segment(2)),
  targetScript: { items: [segment(1), segment(9)], malformed: [{ index: 0, message: 'no text' }] },
  targetSpeakers: listOf(
    { speakerId: 1, voiceKey: 'k1', style: 'feminine' },
    { speakerId: 2, voiceKey: 'k2', style: null },
    { speakerId: 1, voiceKey: 'k3', style: null },
  ),
};

describe('The lines of a script', () => {
  const { speakers, ...scripts } = spokenScripts(output);
  const [source, target] = [scripts.source(), scripts.target()];

  it('know who speaks them, where the service tells it', () => {
    expect(source.items.map(({ speaker }) => speaker?.voiceKey)).toEqual([undefined, 'k2']);
  });

  it('have no speaker whose id nobody has, and the first of those that share one', () => {
    expect(target.items.map(({ speaker }) => speaker?.voiceKey)).toEqual(['k1', undefined]);
  });

  it('share their speakers with the list of them, who know the target language', () => {
    expect(target.items[0]?.speaker).toBe(speakers.items[0]);
    expect(speakers.items[0]?.targetLanguage).toBe('fr-FR');
  });

  it('leave out what could not be read, and say so', () => {
    expect(target.malformed).toEqual([{ index: 0, message: 'no text' }]);
  });

  it('are joined once for each answer of the service', () => {
    expect(spokenScripts(output).target()).toBe(target);
  });

  it('are the identical objects in another output, unless they or their speakers have changed', () => {
    const { targetScript, targetSpeakers } = output;
    const [first, second] = targetScript.items;
    const next = { ...output, targetScript: listOf(first!, { ...second!, text: 'y' }), videoUrl: 'https://x.example' };
    expect(spokenScripts(next).target().items[0]).toBe(target.items[0]);
    expect(spokenScripts(next).target().items[1]).toMatchObject({ text: 'y' });
    const recast = { ...output, targetSpeakers: listOf({ ...targetSpeakers.items[0]!, voiceKey: 'k9' }) };
    expect(spokenScripts(recast).target().items[0]?.speaker?.voiceKey).toBe('k9');
    expect(spokenScripts({ ...output, targetLanguage: 'de-DE' }).target().items[0]?.speaker?.targetLanguage).toBe(
      'de-DE',
    );
    expect(spokenScripts(next).target().items[0]?.speaker?.targetLanguage).toBe('fr-FR');
  });
});
