import { describe, expect, it } from 'vitest';
import {
  dubbingLanguageIssues,
  newDubbingProjectIssues,
} from '../../src/domain/dubbing-project/dubbing-project-checks.ts';
import type { NewDubbingProject } from '../../src/domain/writes.ts';

const project = (more: Partial<NewDubbingProject> = {}): NewDubbingProject => ({
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://media.example.com/film.mp4',
  ...more,
});
const pathsOf = (more: Partial<NewDubbingProject>) => newDubbingProjectIssues(project(more)).map(({ path }) => path);

describe('a new dubbing project', () => {
  it.each([
    'https://media.example.com/film.mp4',
    'http://user:word@media.example.com:8080/my film.mp4?x=1#t=2',
    'HTTPS://MEDIA.EXAMPLE.COM',
    'https://медиа.example/фильм.mp4',
    // The gateway never fetches it: what it leads to is the service's to judge.
    'http://169.254.169.254/latest',
    'http://localhost/film.mp4',
    'http://[::1]/film.mp4',
  ])('takes the web address %s', (sourceVideoUrl) => {
    expect(pathsOf({ sourceVideoUrl })).toEqual([]);
  });

  it.each([
    '',
    'film.mp4',
    '//media.example.com/film.mp4',
    'file:///etc/passwd',
    'gopher://example.com/1',
    's3://bucket/film.mp4',
    'javascript:alert(1)',
    'http:media.example.com',
    'http:///film.mp4',
    'http://',
    'https://:443/',
    ' https://media.example.com/film.mp4',
    'https://media.example.com/film.mp4\r\nX-Evil: 1',
    'https://media.example.com/\0',
  ])('refuses %j, which is no web address', (sourceVideoUrl) => {
    expect(pathsOf({ sourceVideoUrl })).toEqual([['sourceVideoUrl']]);
  });

  it('uses emotional transfer in its six languages only', () => {
    expect(pathsOf({ useEmotionalTransfer: true, targetLanguage: 'pt-BR' })).toEqual([]);
    expect(pathsOf({ useEmotionalTransfer: true, targetLanguage: 'ja-JP' })).toEqual([['useEmotionalTransfer']]);
    expect(pathsOf({ useEmotionalTransfer: false, targetLanguage: 'ja-JP' })).toEqual([]);
    expect(pathsOf({ useEmotionalTransfer: null, targetLanguage: 'ja-JP' })).toEqual([]);
  });

  it('has source segments with a length and a text', () => {
    const segments = [
      { startMs: 0, endMs: 1000, text: 'Hello.' },
      { startMs: 2000, endMs: 2000, text: 'Hello?' },
      { startMs: 3000, endMs: 4000, text: ' ' },
    ];
    expect(pathsOf({ sourceScript: { segments } })).toEqual([
      ['sourceScript', 'segments', '1', 'endMs'],
      ['sourceScript', 'segments', '2', 'text'],
    ]);
  });

  it('is not refused for what the document does not forbid', () => {
    const overlapping = [
      { startMs: 0, endMs: 1000, text: 'Hello.' },
      { startMs: 500, endMs: 1500, text: 'Hello?' },
    ];
    expect(pathsOf({ sourceScript: { segments: overlapping } })).toEqual([]);
    expect(pathsOf({ sourceScript: { content: '' }, glossary: '', name: '' })).toEqual([]);
    expect(pathsOf({ useSoundalikeVoices: true, useEmotionalTransfer: true, useFixedTimings: true })).toEqual([]);
  });
});

describe('the languages of a new dubbing project', () => {
  const list = (...codes: string[]) => ({ items: codes.map((code) => ({ code })), malformed: [] });
  const options = { sourceLanguages: list('en', 'de'), targetLanguages: list('fr-FR', 'pt-BR') };

  it('are those of the options, to the letter', () => {
    expect(dubbingLanguageIssues(project(), options)).toEqual([]);
    const other = project({ sourceLanguage: 'en-US', targetLanguage: 'fr-fr' });
    expect(dubbingLanguageIssues(other, options).map(({ path }) => path)).toEqual([
      ['sourceLanguage'],
      ['targetLanguage'],
    ]);
  });

  it('are left to the service where a list has entries that could not be read', () => {
    const malformed = [{ index: 2, message: 'no text' }];
    const broken = { ...options, targetLanguages: { ...options.targetLanguages, malformed } };
    expect(dubbingLanguageIssues(project({ targetLanguage: 'ja-JP' }), broken)).toEqual([]);
  });
});
