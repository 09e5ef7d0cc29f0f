import { describe, expect, it } from 'vitest';
import {
  MAX_REFERENCE_AUDIO_BYTES,
  newSpeechIssues,
  type ReferenceAudioFinding,
  speechLanguageIssues,
} from '../../src/domain/speech/speech-checks.ts';

const wav: ReferenceAudioFinding = { sizeBytes: 1000, format: 'wav' };
const pathsOf = (text: string, files: readonly ReferenceAudioFinding[] = [wav]) =>
  newSpeechIssues({ text }, files).map(({ path }) => path);

describe('a text to speak', () => {
  it('has 1 to 5000 characters, each counted once however it is encoded', () => {
    expect(pathsOf('a')).toEqual([]);
    expect(pathsOf('🎬'.repeat(5000))).toEqual([]);
    expect(pathsOf('🎬'.repeat(5001))).toEqual([['text']]);
    expect(pathsOf('')).toEqual([['text']]);
    expect(pathsOf(' \r\n')).toEqual([['text']]);
  });

  it('is refused with half a character in it, since another would be spoken', () => {
    expect(pathsOf('half \ud83c of one')).toEqual([['text']]);
  });
});

describe('the reference audio', () => {
  it('is one file or more', () => {
    expect(pathsOf('Hello.', [])).toEqual([['referenceAudio']]);
    expect(pathsOf('Hello.', [wav, { ...wav, format: 'm4a' }, { ...wav, format: 'flac' }])).toEqual([]);
  });

  it('has at most 50 MB a file, and something in it, of a kind that the service takes', () => {
    const files: ReferenceAudioFinding[] = [
      { ...wav, sizeBytes: MAX_REFERENCE_AUDIO_BYTES },
      { ...wav, sizeBytes: MAX_REFERENCE_AUDIO_BYTES + 1 },
      { sizeBytes: 0, format: null },
      { sizeBytes: 5, format: null },
    ];
    expect(newSpeechIssues({ text: 'Hello.' }, files)).toEqual([
      {
        path: ['referenceAudio', '1'],
        code: 'TOO_LONG',
        message: 'The file is larger than 52428800 bytes, the maximum.',
      },
      { path: ['referenceAudio', '2'], code: 'TOO_SHORT', message: 'The file is empty.' },
      {
        path: ['referenceAudio', '3'],
        code: 'MALFORMED',
        message: 'The file must be WAV, MP3, M4A or FLAC, but its first bytes match none of them.',
      },
    ]);
  });
});

describe('the language to speak', () => {
  it('is one of the target languages of the options', () => {
    const options = {
      sourceLanguages: { items: [{ code: 'en' }], malformed: [] },
      targetLanguages: { items: [{ code: 'en-US' }], malformed: [] },
    };
    expect(speechLanguageIssues({ language: 'en-US' }, options)).toEqual([]);
    expect(speechLanguageIssues({ language: 'en' }, options).map(({ path }) => path)).toEqual([['language']]);
  });
});
