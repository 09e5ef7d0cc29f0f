import { describe, expect, it } from 'vitest';
import { fileNameIssues, newArtifactIssues } from '../../src/domain/artifact/artifact-checks.ts';
import type { ArtifactSource, NewArtifact } from '../../src/domain/writes.ts';

const pathsOf = (source: ArtifactSource, more: Partial<NewArtifact> = {}) =>
  newArtifactIssues({ name: 'Trailer', type: 'video', source, ...more }).map(({ path }) => path);
const fromUrl = (url: string): ArtifactSource => ({ kind: 'url', url });
const fromS3 = (s3Path: string): ArtifactSource => ({ kind: 's3Path', s3Path });
const fromS3Location = (s3Path: string) => ({ kind: 's3Path', s3Path }) as const;
const fragment = (url: string, startTimeSeconds: number) => ({
  location: { kind: 'url', url } as const,
  startTimeSeconds,
});

describe('a new artifact', () => {
  it('has a name', () => {
    expect(pathsOf(fromS3('temp/film.mp4'), { name: '  ' })).toEqual([['name']]);
  });

  it('may come from a web address only', () => {
    expect(pathsOf(fromUrl('https://media.example.com/film.mp4'))).toEqual([]);
    expect(pathsOf(fromUrl('s3://bucket/film.mp4'))).toEqual([['source', 'url']]);
  });

  it.each(['temp/ab/film.mp4', 's3://bucket/temp/film.mp4', 'film with: colon.mp4'])('may lie at %s', (s3Path) => {
    expect(pathsOf(fromS3(s3Path))).toEqual([]);
  });

  it.each(['', ' ', 's3://', 's3://bucket', 's3://bucket/', 's3:///film.mp4', 'https://bucket.example.com/film.mp4'])(
    'cannot lie at %j',
    (s3Path) => {
      expect(pathsOf(fromS3(s3Path))).toEqual([['source', 's3Path']]);
    },
  );

  it('may be joined from fragments, each with a place and a start', () => {
    const good = fragment('https://media.example.com/a.mp4', 0);
    const fragments = [
      good,
      fragment('ftp://a', -0.5),
      { location: fromS3Location('s3://b'), startTimeSeconds: Number.POSITIVE_INFINITY },
    ];
    expect(pathsOf({ kind: 'fragments', fragments: [good, fragment('https://b.example', 12.5)] })).toEqual([]);
    expect(pathsOf({ kind: 'fragments', fragments })).toEqual([
      ['source', 'fragments', '1', 'location', 'url'],
      ['source', 'fragments', '1', 'startTimeSeconds'],
      ['source', 'fragments', '2', 'location', 's3Path'],
      ['source', 'fragments', '2', 'startTimeSeconds'],
    ]);
  });

  it('is not joined from nothing', () => {
    expect(pathsOf({ kind: 'fragments', fragments: [] })).toEqual([['source', 'fragments']]);
  });

  it('is not joined if it is a script', () => {
    const fragments = [fragment('https://media.example.com/a.srt', 0)];
    expect(pathsOf({ kind: 'fragments', fragments }, { type: 'script' })).toEqual([['source', 'fragments']]);
    expect(pathsOf({ kind: 'fragments', fragments }, { type: 'audio' })).toEqual([]);
  });
});

describe('the name of a file to upload', () => {
  it.each(['film.mp4', 'a b+c&d=e#ü/%2F.mp4', 'film.tar.gz', '映画.mov', '..mp4', `${'x'.repeat(251)}.mp4`])(
    'may be %j',
    (fileName) => {
      expect(fileNameIssues(fileName)).toEqual([]);
    },
  );

  it.each([
    '',
    ' ',
    'film',
    'film.',
    'film. ',
    '.mp4',
    'folder.v2/film',
    'film\r\nX-Evil: 1.mp4',
    'film\0.mp4',
    'film\ud800.mp4',
    `${'x'.repeat(252)}.mp4`,
  ])('cannot be %j', (fileName) => {
    expect(fileNameIssues(fileName).map(({ path }) => path)).toEqual([['fileName']]);
  });
});
