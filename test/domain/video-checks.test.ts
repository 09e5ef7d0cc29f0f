import { describe, expect, it } from 'vitest';
import { WORKFLOW_TYPES } from '../../src/domain/video/video.ts';
import { newVideoIssues, videoUpdateIssues } from '../../src/domain/video/video-checks.ts';
import type { NewVideo, VideoChanges } from '../../src/domain/writes.ts';

const dubbing: NewVideo = {
  projectId: 'proj_1',
  name: 'Trailer',
  workflowType: 'dubbing',
  sourceArtifactId: 'art_video',
  sourceLanguage: 'en',
  targetLanguages: ['fr-FR', 'de-DE'],
};
const tts: NewVideo = {
  projectId: 'proj_1',
  name: 'Lines',
  workflowType: 'tts',
  sourceLanguage: 'en',
  targetLanguages: ['en-US'],
  sourceScript: { artifactId: 'art_script' },
};
const pathsOf = (video: NewVideo) => newVideoIssues(video).map(({ path }) => path);

describe('a new video', () => {
  it('is in order with what its workflow needs', () => {
    expect([...pathsOf(dubbing), ...pathsOf(tts)]).toEqual([]);
  });

  it.each([
    ['a studio project that cannot be', { projectId: '.' }, ['projectId']],
    ['a blank name', { name: '' }, ['name']],
    ['no source video', { sourceArtifactId: null }, ['sourceArtifactId']],
    ['the name of an endpoint as an artifact', { sourceArtifactId: 'create' }, ['sourceArtifactId']],
    ['a source language with a region', { sourceLanguage: 'en-US' }, ['sourceLanguage']],
    ['a source language by its name', { sourceLanguage: 'english' }, ['sourceLanguage']],
    ['no target language', { targetLanguages: [] }, ['targetLanguages']],
    ['a target language without a region', { targetLanguages: ['fr-FR', 'de'] }, ['targetLanguages', '1']],
    ['a target language twice', { targetLanguages: ['fr-FR', 'fr-FR'] }, ['targetLanguages', '1']],
    ['an archive of reference files', { referenceArchiveArtifactId: 'a' }, ['referenceArchiveArtifactId']],
    ['a source script that cannot be', { sourceScript: { artifactId: 'a\0b' } }, ['sourceScript', 'artifactId']],
    ['a frame rate of nothing', { sourceScript: { artifactId: 'a', frameRate: 0 } }, ['sourceScript', 'frameRate']],
    [
      'a translation into a language that is no target',
      {
        targetScripts: [
          { language: 'fr-FR', artifactId: 'a' },
          { language: 'ja-JP', artifactId: 'b' },
        ],
      },
      ['targetScripts', '1', 'language'],
    ],
    [
      'two translations into one language',
      {
        targetScripts: [
          { language: 'fr-FR', artifactId: 'a' },
          { language: 'fr-FR', artifactId: 'b' },
        ],
      },
      ['targetScripts', '1', 'language'],
    ],
    [
      'a translation that cannot be',
      { targetScripts: [{ language: 'fr-FR', artifactId: '' }] },
      ['targetScripts', '0', 'artifactId'],
    ],
    [
      'the frame rate of a translation below nothing',
      { targetScripts: [{ language: 'fr-FR', artifactId: 'a', frameRate: -25 }] },
      ['targetScripts', '0', 'frameRate'],
    ],
    [
      'subtitles in no target language',
      { subtitlingParams: [{ language: 'ja-JP' }] },
      ['subtitlingParams', '0', 'language'],
    ],
    [
      'two kinds of subtitles in one language',
      { subtitlingParams: [{ language: 'fr-FR' }, { language: 'fr-FR' }] },
      ['subtitlingParams', '1', 'language'],
    ],
  ])('is refused for %s', (_, more, path) => {
    expect(pathsOf({ ...dubbing, ...more })).toEqual([path]);
  });

  it('tells all of its faults at once', () => {
    const video = { ...dubbing, name: ' ', sourceArtifactId: null, sourceLanguage: '', targetLanguages: ['fr'] };
    expect(pathsOf(video)).toEqual([['name'], ['sourceArtifactId'], ['sourceLanguage'], ['targetLanguages', '0']]);
  });

  it('may have several source languages, or one of three letters, and targets with a script, a region in digits or a variant', () => {
    const targetLanguages = ['zh-Hans-CN', 'es-419', 'zh-CN-liaoning', 'fil-PH'];
    expect(pathsOf({ ...dubbing, sourceLanguage: 'multi', targetLanguages })).toEqual([]);
    expect(pathsOf({ ...dubbing, sourceLanguage: 'fil' })).toEqual([]);
  });

  it('needs no target language for a transcription', () => {
    expect(pathsOf({ ...dubbing, workflowType: 'transcription', targetLanguages: [] })).toEqual([]);
  });

  it('has no source video for TTS, but lines to speak', () => {
    expect(pathsOf({ ...tts, sourceArtifactId: 'art_video', sourceScript: null })).toEqual([
      ['sourceArtifactId'],
      ['sourceScript'],
    ]);
  });

  it('may bring reference files for TTS, and its languages in either shape', () => {
    const video = { ...tts, referenceArchiveArtifactId: 'art_zip' };
    expect(pathsOf({ ...video, sourceLanguage: 'en-US', targetLanguages: ['en-US'] })).toEqual([]);
    expect(pathsOf({ ...video, sourceLanguage: 'en', targetLanguages: ['en'] })).toEqual([]);
  });

  it('takes ready translations for four workflows', () => {
    const targetScripts = [{ language: 'fr-FR', artifactId: 'art_script' }];
    const takers = WORKFLOW_TYPES.filter((workflowType) => {
      const video = workflowType === 'tts' ? { ...tts, targetLanguages: ['fr-FR'] } : { ...dubbing, workflowType };
      return pathsOf({ ...video, targetScripts }).length === 0;
    });
    expect(takers).toEqual(['dubbing', 'voiceover', 'audio_description', 'translation']);
    expect(pathsOf({ ...dubbing, workflowType: 'subtitling', targetScripts: [] })).toEqual([]);
  });
});

describe('an update of a video', () => {
  const video = { projectId: 'proj_1', videoId: 'vid_1' };
  const updatePaths = (changes: VideoChanges, key = video) => videoUpdateIssues(key, changes).map(({ path }) => path);

  it('changes at least one field', () => {
    expect(updatePaths({ remark: '' })).toEqual([]);
    expect(updatePaths({})).toEqual([[]]);
    expect(updatePaths({ name: null, remark: undefined })).toEqual([[]]);
  });

  it('is refused for languages that are none, or are there twice', () => {
    expect(updatePaths({ targetLanguages: ['fr-FR', 'french', 'fr-FR'] })).toEqual([
      ['targetLanguages', '1'],
      ['targetLanguages', '2'],
    ]);
  });

  it('is refused for an id that cannot be that of a video', () => {
    expect(updatePaths({ name: 'New' }, { projectId: 'proj_1', videoId: '..' })).toEqual([['id']]);
  });
});
