import DataLoader from 'dataloader';
import { memoByIdentity } from '../domain/common/memo-by-identity.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project/dubbing-project.ts';
import type { VideoDetails, VideoKey, VideoProgress } from '../domain/video/video.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import { type AccountReads, type CachedRead, type Lookup, videoAddress } from './account-reads.ts';
import type { ArtifactReading, Invalidations, OperationLoaders } from './loaders.ts';

export interface LoadersParts {
  readonly reads: AccountReads;
  /** The operation that reads. */
  readonly call: RequestOptions;
  /** The caller wants nothing out of the short memory (`Cache-Control: no-cache`). */
  readonly fresh: boolean;
}

interface DubbingProjectKey {
  readonly projectId: string;
  readonly details: boolean;
}

/** One set for each operation: within it, one thing is asked for once, whatever the short memory remembers. */
export function createLoaders(parts: LoadersParts): OperationLoaders {
  const { reads, call } = parts;
  let held = holdReadings(parts);
  /** An operation that has written reads all of it anew: what the write did not touch, the short memory still has. */
  const anew = (): void => {
    held = holdReadings(parts);
  };
  return {
    balance: () => held.balance(),
    requestBudget: () => reads.service.ledger.budget(),
    options: () => reads.options.read(call),
    voices: () => reads.voices.read(call),
    dubbingProjects: () => held.list(),
    dubbingProject: (projectId, { details }) => held.dubbingProject().load({ projectId, details }),
    artifact: (artifactId) =>
      held
        .artifact()
        .load(artifactId)
        .then(({ found }) => found),
    artifactReading(artifactId, options) {
      if (options.fresh)
        held
          .artifact()
          .clear(artifactId)
          .prime(artifactId, readArtifact(parts, artifactId, true));
      return held.artifact().load(artifactId);
    },
    videoDetails: (key) => held.videoDetails().load(key),
    videoProgress: (key) => held.videoProgress().load(key),
    invalidate: forgetAnd(reads.invalidate, anew),
  };
}

/** What one operation has asked for so far, each kind made when it is first needed. */
function holdReadings(parts: LoadersParts) {
  const { reads, call, fresh } = parts;
  const find = async <T>(source: CachedRead<Lookup<T>>): Promise<T | null> =>
    (await source.read(call, { fresh })).found;
  const list = once(() => reads.dubbingProjectList.read(call, { fresh }));
  const project = (projectId: string) => find(reads.dubbingProject(projectId));

  return {
    balance: once(() => reads.balance.read(call, { fresh })),
    list,
    dubbingProject: once(
      () =>
        new DataLoader<DubbingProjectKey, DubbingProject | null, string>((keys) => readEach(keys, { list, project }), {
          cacheKeyFn: ({ projectId, details }) => `${details ? 'details' : 'list'} ${projectId}`,
        }),
    ),
    artifact: once(() =>
      eachByItself((artifactId: string): Promise<ArtifactReading> => readArtifact(parts, artifactId, fresh)),
    ),
    videoDetails: once(() =>
      eachByItself((key: VideoKey): Promise<VideoDetails | null> => find(reads.videoDetails(key)), videoAddress),
    ),
    videoProgress: once(() =>
      eachByItself((key: VideoKey): Promise<VideoProgress | null> => find(reads.videoProgress(key)), videoAddress),
    ),
  };
}

/** An answer that others are waiting for already counts as remembered: the request may be from before this reading. */
async function readArtifact(
  { reads, call }: LoadersParts,
  artifactId: string,
  fresh: boolean,
): Promise<ArtifactReading> {
  let remembered = true;
  const onRequest = () => {
    remembered = false;
    call.onRequest();
  };
  const { found } = await reads.artifact(artifactId).read({ ...call, onRequest }, { fresh });
  return { found, remembered };
}

function forgetAnd(forget: Invalidations, then: () => void): Invalidations {
  const both =
    <T extends readonly unknown[]>(forgetOne: (...what: T) => void) =>
    (...what: T): void => {
      forgetOne(...what);
      then();
    };
  return {
    dubbingProject: both(forget.dubbingProject),
    dubbingProjectList: both(forget.dubbingProjectList),
    balance: both(forget.balance),
    artifact: both(forget.artifact),
    video: both(forget.video),
    studioProject: both(forget.studioProject),
  };
}

/**
 * One batch of projects: those that need details are asked for each; the others come from one list. A project
 * that is wanted both ways is asked for once, and one that the list lacks is asked for before it counts as absent.
 */
function readEach(
  keys: readonly DubbingProjectKey[],
  read: { list(): Promise<DubbingProjectList>; project(projectId: string): Promise<DubbingProject | null> },
): Promise<(DubbingProject | null | Error)[]> {
  const asked = new Map<string, Promise<DubbingProject | null>>();
  const ask = (projectId: string) => {
    const answer = asked.get(projectId) ?? read.project(projectId);
    asked.set(projectId, answer);
    return answer;
  };
  for (const { projectId, details } of keys) if (details) ask(projectId);
  return Promise.all(
    keys.map(async ({ projectId }) => {
      try {
        const underWay = asked.get(projectId);
        if (underWay !== undefined) return await underWay;
        return byId(await read.list()).get(projectId) ?? (await ask(projectId));
      } catch (error) {
        return toError(error);
      }
    }),
  );
}

/** The list by id, made once for each answer of the service. */
const byId = memoByIdentity(
  (list: DubbingProjectList): ReadonlyMap<string, DubbingProject> =>
    new Map(list.items.map((project) => [project.projectId, project])),
);

/** A loader of what the service tells only one by one: it spares repeats, and a failure stays with its key. */
function eachByItself<K, V>(read: (key: K) => Promise<V>, cacheKeyFn?: (key: K) => string): DataLoader<K, V, unknown> {
  return new DataLoader<K, V, unknown>(
    (keys) => Promise.all(keys.map((key) => read(key).catch(toError))),
    cacheKeyFn ? { cacheKeyFn } : {},
  );
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error('rejected with something that is no error', { cause: error });
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
