import type { Artifact } from '../domain/artifact.ts';
import type { Balance } from '../domain/balance.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project.ts';
import type { Options } from '../domain/language.ts';
import type { VideoDetails, VideoKey, VideoProgress } from '../domain/video.ts';
import type { Call, Service } from '../upstream/service.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import type { Forget, VoiceCatalogue } from './loaders.ts';
import { createShortMemory, type ShortMemory } from './short-memory.ts';
import { indexVoices } from './voice-catalogue.ts';

/** "There is no such thing" is an answer too, and remembered like one. */
export interface Found<T> {
  readonly found: T | null;
}

interface Memories {
  readonly balance: ShortMemory<Balance>;
  readonly dubbingProjectList: ShortMemory<DubbingProjectList>;
  readonly dubbingProject: ShortMemory<Found<DubbingProject>>;
  readonly artifact: ShortMemory<Found<Artifact>>;
  readonly videoDetails: ShortMemory<Found<VideoDetails>>;
  readonly videoProgress: ShortMemory<Found<VideoProgress>>;
}

/**
 * Everything that is remembered of what one account has read. Made once for each account, so that nothing in it
 * can reach another one.
 */
export interface AccountReads extends Memories, Disposable {
  readonly service: Service;
  readonly options: Catalogue<Options>;
  readonly voices: Catalogue<VoiceCatalogue>;
  /** For every operation of the account. */
  readonly forget: Forget;
}

export interface AccountReadsParts {
  readonly service: Service;
  readonly reading: { readonly maxAgeMs: number; readonly catalogueMaxAgeMs: number };
  readonly log: Call['log'];
  readonly now: () => number;
}

export function createAccountReads({ service, reading, log, now }: AccountReadsParts): AccountReads {
  const { maxAgeMs } = reading;
  const catalogue = <T>(name: string, ask: (call: Call) => Promise<T>): Catalogue<T> =>
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
  const memories: Memories = {
    balance: createShortMemory({ maxAgeMs }),
    dubbingProjectList: createShortMemory({ maxAgeMs }),
    dubbingProject: createShortMemory({ maxAgeMs }),
    artifact: createShortMemory({ maxAgeMs }),
    videoDetails: createShortMemory({ maxAgeMs }),
    videoProgress: createShortMemory({ maxAgeMs }),
  };
  return {
    service,
    ...memories,
    options,
    voices,
    forget: createForget(memories),
    [Symbol.dispose]() {
      options[Symbol.dispose]();
      voices[Symbol.dispose]();
    },
  };
}

/** The service gives the identical object for an unchanged answer: its index is made once. */
function indexedOnce(read: (call: Call) => ReturnType<Service['voices']['read']>) {
  let last: { readonly of: Awaited<ReturnType<typeof read>>; readonly index: VoiceCatalogue } | null = null;
  return async (call: Call): Promise<VoiceCatalogue> => {
    const answer = await read(call);
    if (last?.of !== answer) last = { of: answer, index: indexVoices(answer) };
    return last.index;
  };
}

function createForget(memories: Memories): Forget {
  const ofVideos = [memories.videoDetails, memories.videoProgress];
  return {
    dubbingProject: (projectId) => memories.dubbingProject.forget(projectId),
    dubbingProjectList: () => memories.dubbingProjectList.forget(''),
    balance: () => memories.balance.forget(''),
    artifact: (artifactId) => memories.artifact.forget(artifactId),
    video: (video) => {
      for (const memory of ofVideos) memory.forget(videoAddress(video));
    },
    studioProject: (projectId) => {
      const isInside = (address: string) => address.startsWith(videoAddress({ projectId, videoId: '' }));
      for (const memory of ofVideos) memory.forgetWhere(isInside);
    },
  };
}

/** A video's address in memory: a control character cannot be part of an id that is sent. */
export function videoAddress({ projectId, videoId }: VideoKey): string {
  return `${projectId}\0${videoId}`;
}
