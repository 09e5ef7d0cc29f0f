import { describe, expect, it } from 'vitest';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { ALL_DUBBING_PROJECTS } from '../../src/domain/dubbing-project/dubbing-project-selection.ts';
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
  alwaysSend: true,
  cause: null,
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

/** Loaders that have what an update tells, and nobody else to ask. */
const loadersOf = (update: AnyUpdate) =>
  createEventLoaders(update, () => {
    throw new Error('asked');
  });

describe('Reading within an event', () => {
  it('asks for nothing that the update tells', async () => {
    const project = loadersOf({ of: 'DubbingProject', subject: '', project: whole, previousStatus: null, ...about });
    expect(await project.load('dubbingProject', 'p1')).toBe(whole);
    expect(await project.load('listedDubbingProject', 'p1')).toBe(whole);
    const selected = { before: null, after: () => new Map(), selection: ALL_DUBBING_PROJECTS };
    const list = loadersOf({ of: 'DubbingProjects', projects: [listed], ...selected, ...about });
    expect(await list.load('listedDubbingProject', 'p1')).toBe(listed);
    const balance = loadersOf({ of: 'Balance', balance: { minutes: 5 }, ...about });
    expect(await balance.load('balance')).toEqual({ minutes: 5 });
    const video = loadersOf({
      of: 'Video',
      subject: '',
      video: { kind: 'Video', ...KEY, details: null },
      progress,
      changes: [],
      ...about,
    });
    expect(await video.load('videoProgress', { ...KEY })).toBe(progress);
    expect(() => video.load('videoDetails', KEY)).toThrow('asked');
  });

  it('asks for what it does not tell, and for everything else', () => {
    const loaders = loadersOf({ of: 'DubbingProject', subject: '', project: listed, previousStatus: null, ...about });
    expect(() => loaders.load('dubbingProject', 'p1')).toThrow('asked');
    expect(() => loaders.load('listedDubbingProject', 'p2')).toThrow('asked');
    for (const name of ['balance', 'options', 'voices', 'dubbingProjectList'] as const)
      expect(() => loaders.load(name)).toThrow('asked');
    expect(() => loaders.load('artifact', 'p1')).toThrow('asked');
    expect(() => loaders.load('videoProgress', KEY)).toThrow('asked');
  });
});
