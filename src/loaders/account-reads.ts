import type { Artifact } from '../domain/artifact/artifact.ts';
import type { Balance } from '../domain/balance.ts';
import type { Options } from '../domain/catalogue/language.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project/dubbing-project.ts';
import type { VideoDetails, VideoKey, VideoProgress } from '../domain/video/video.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Service } from '../upstream/service.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Invalidations, VoiceCatalogue } from './loaders.ts';
import {
  createResponseCache,
  type Pin,
  type PinListener,
  type ReadOptions,
  type ResponseCache,
} from './response-cache.ts';
import { indexVoices } from './voice-catalogue.ts';

/** "There is no such thing" is an answer too, and remembered like one. */
export interface Lookup<T> {
  readonly found: T | null;
}

/** One thing that the service tells, as one account reads it: through what is remembered of it. */
export interface CachedRead<T> {
  /** Rejects as the service does, or with the reason of the call's signal. */
  read(call: RequestOptions, options: Pick<ReadOptions, 'fresh'>): Promise<T>;
  /** What it told a moment ago, as long as that serves; undefined if nothing does. */
  peek(): T | undefined;
  pin(holder: PinListener<T>): Pin;
}

/**
 * Everything that is remembered of what one account has read. Made once for each account, so that nothing in it
 * can reach another one.
 */
export interface AccountReads extends Disposable {
  readonly service: Service;
  readonly balance: CachedRead<Balance>;
  readonly dubbingProjectList: CachedRead<DubbingProjectList>;
  dubbingProject(projectId: string): CachedRead<Lookup<DubbingProject>>;
  artifact(artifactId: string): CachedRead<Lookup<Artifact>>;
  videoDetails(key: VideoKey): CachedRead<Lookup<VideoDetails>>;
  videoProgress(key: VideoKey): CachedRead<Lookup<VideoProgress>>;
  readonly options: Catalogue<Options>;
  readonly voices: Catalogue<VoiceCatalogue>;
  /** For every operation of the account. */
  readonly invalidate: Invalidations;
}

export interface AccountReadsParts {
  readonly service: Service;
  readonly reading: { readonly maxAgeMs: number; readonly catalogueMaxAgeMs: number };
  readonly log: RequestOptions['log'];
  readonly now: () => number;
}

export function createAccountReads({ service, reading, log, now }: AccountReadsParts): AccountReads {
  const catalogue = <T>(name: string, ask: (call: RequestOptions) => Promise<T>): Catalogue<T> =>
    createCatalogue({
      ask,
      log,
      maxAgeMs: reading.catalogueMaxAgeMs,
      onRefreshFailed: (error) =>
        log.warn({ err: error, catalogue: name }, 'catalogue refresh failed, serving the old one'),
      now,
    });
  const options = catalogue('options', (call) => service.options.read(call));
  const voices = catalogue(
    'voices',
    indexedOnce((call) => service.voices.read(call)),
  );
  const memories = createMemories(reading);
  return {
    service,
    ...createSources(service, memories),
    options,
    voices,
    invalidate: createForget(memories),
    [Symbol.dispose]() {
      options[Symbol.dispose]();
      voices[Symbol.dispose]();
    },
  };
}

function createMemories({ maxAgeMs }: AccountReadsParts['reading']) {
  return {
    balance: createResponseCache<Balance>({ maxAgeMs }),
    dubbingProjectList: createResponseCache<DubbingProjectList>({ maxAgeMs }),
    dubbingProject: createResponseCache<Lookup<DubbingProject>>({ maxAgeMs }),
    artifact: createResponseCache<Lookup<Artifact>>({ maxAgeMs }),
    videoDetails: createResponseCache<Lookup<VideoDetails>>({ maxAgeMs }),
    videoProgress: createResponseCache<Lookup<VideoProgress>>({ maxAgeMs }),
  };
}

type Memories = ReturnType<typeof createMemories>;

function createSources(service: Service, memories: Memories) {
  const finding = <T>(
    memory: ResponseCache<Lookup<T>>,
    key: string,
    ask: (call: RequestOptions) => Promise<T | null>,
  ) => sourceOf(memory, key, async (call) => ({ found: await ask(call) }));
  return {
    balance: sourceOf(memories.balance, ONLY, (call) => service.balance.read(call)),
    dubbingProjectList: sourceOf(memories.dubbingProjectList, ONLY, (call) => service.dubbingProjects.list(call)),
    dubbingProject: (projectId: string) =>
      finding(memories.dubbingProject, projectId, (call) => service.dubbingProjects.read(projectId, call)),
    artifact: (artifactId: string) =>
      finding(memories.artifact, artifactId, (call) => service.artifacts.read(artifactId, call)),
    videoDetails: (key: VideoKey) =>
      finding(memories.videoDetails, videoAddress(key), (call) => service.videos.read(key, call)),
    videoProgress: (key: VideoKey) =>
      finding(memories.videoProgress, videoAddress(key), (call) => service.videos.readProgress(key, call)),
  };
}

/** The key of what an account has one of. */
const ONLY = '';

function sourceOf<T>(memory: ResponseCache<T>, key: string, ask: (call: RequestOptions) => Promise<T>): CachedRead<T> {
  return {
    read: (call, { fresh }) =>
      memory.read(key, (signal) => ask({ ...call, signal }), { signal: call.signal, priority: call.priority, fresh }),
    peek: () => memory.peek(key),
    pin: (holder) => memory.pin(key, holder),
  };
}

/** The service gives the identical object for an unchanged answer: its index is made once. */
function indexedOnce(read: (call: RequestOptions) => ReturnType<Service['voices']['read']>) {
  let last: { readonly of: Awaited<ReturnType<typeof read>>; readonly index: VoiceCatalogue } | null = null;
  return async (call: RequestOptions): Promise<VoiceCatalogue> => {
    const answer = await read(call);
    if (last?.of !== answer) last = { of: answer, index: indexVoices(answer) };
    return last.index;
  };
}

function createForget(memories: Memories): Invalidations {
  const ofVideos = [memories.videoDetails, memories.videoProgress];
  return {
    dubbingProject: (projectId) => memories.dubbingProject.invalidate(projectId),
    dubbingProjectList: () => memories.dubbingProjectList.invalidate(ONLY),
    balance: () => memories.balance.invalidate(ONLY),
    artifact: (artifactId) => memories.artifact.invalidate(artifactId),
    video: (video) => {
      for (const memory of ofVideos) memory.invalidate(videoAddress(video));
    },
    studioProject: (projectId) => {
      const isInside = (address: string) => address.startsWith(videoAddress({ projectId, videoId: '' }));
      for (const memory of ofVideos) memory.invalidateWhere(isInside);
    },
  };
}

/** A video's address in memory: a control character cannot be part of an id that is sent. */
export function videoAddress({ projectId, videoId }: VideoKey): string {
  return `${projectId}\0${videoId}`;
}
