import { describe, expect, it } from 'vitest';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import type { AnyUpdate, Update } from '../../src/domain/update.ts';
import type { VideoProgress } from '../../src/domain/video/video.ts';
import { createEventLoaders } from '../../src/loaders/event-loaders.ts';

const about: Update = {
  kind: 'FRESHNESS',
  sequence: 1,
  skipped: 0,
  checkedAt: '2030-01-01T00:00:00Z',
  nextCheckAt: null,
  freshness: 'STALE',
  isFinal: false,
  isSentAnyway: true,
};
const listed: DubbingProject = {
  kind: 'DubbingProject',
  projectId: 'p1',
  name: 'Episode',
  rawStatus: 'in_progress',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  costMinutes: 1,
  createdAt: null,
  details: null,
};
const whole: DubbingProject = {
  ...listed,
  details: { mixingMode: null, estimatedCompletionAt: null, completedAt: null, output: null, errorMessage: null },
};
const progress: VideoProgress = { items: [], malformed: [] };
const KEY = { projectId: 'p', videoId: 'v' };
const DETAILS = { details: true };
const LISTED = { details: false };

/** Loaders that have what an update tells, and nobody else to ask. */
const loadersOf = (update: AnyUpdate) =>
  createEventLoaders(update, () => {
    throw new Error('asked');
  });

describe('Reading within an event', () => {
  it('asks for nothing that the update tells', async () => {
    const project = loadersOf({ of: 'DubbingProject', subject: '', project: whole, previousStatus: null, ...about });
    expect(await project.dubbingProject('p1', DETAILS)).toBe(whole);
    expect(await project.dubbingProject('p1', LISTED)).toBe(whole);
    const list = loadersOf({ of: 'DubbingProjects', projects: [listed], before: null, ...about });
    expect(await list.dubbingProject('p1', LISTED)).toBe(listed);
    const balance = loadersOf({ of: 'Balance', balance: { minutes: 5 }, ...about });
    expect(await balance.balance()).toEqual({ minutes: 5 });
    const video = loadersOf({
      of: 'Video',
      subject: '',
      video: { kind: 'Video', ...KEY, details: null },
      progress,
      changes: [],
      ...about,
    });
    expect(await video.videoProgress({ ...KEY })).toBe(progress);
    expect(() => video.videoDetails(KEY)).toThrow('asked');
  });

  it('asks for what it does not tell, and for everything else', () => {
    const loaders = loadersOf({ of: 'DubbingProject', subject: '', project: listed, previousStatus: null, ...about });
    expect(() => loaders.dubbingProject('p1', DETAILS)).toThrow('asked');
    expect(() => loaders.dubbingProject('p2', LISTED)).toThrow('asked');
    for (const ask of [loaders.balance, loaders.options, loaders.voices, loaders.dubbingProjects])
      expect(ask).toThrow('asked');
    expect(() => loaders.artifact('p1')).toThrow('asked');
    expect(() => loaders.videoProgress(KEY)).toThrow('asked');
  });
});
