import { formatGlobalId } from '../domain/common/global-id.ts';
import type { ArtifactUpdate, DubbingProjectUpdate, JobUpdate, VideoUpdate } from '../domain/update.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { AccountReads, CachedRead } from '../loaders/account-reads.ts';
import type { Lookup } from '../loaders/reads.ts';
import { videoAddress } from '../loaders/reads.ts';
import type { Live, WatchedJob } from './live.ts';
import { ArtifactResource } from './resources/artifact.ts';
import { BalanceResource } from './resources/balance.ts';
import { DubbingProjectsResource } from './resources/dubbing-projects.ts';
import { notFound } from './resources/not-found.ts';
import type { PolledResourceParts } from './resources/polled-resource.ts';
import { VideoResource } from './resources/video.ts';
import { type BaseFeed, EndedFeed } from './updates/base-feed.ts';
import { MergedFeed } from './updates/merged-feed.ts';

/** Of one account. */
export interface LiveParts extends Omit<PolledResourceParts, 'maxAgeMs'> {
  readonly reads: AccountReads;
  /** Told when the first watch begins, and when the last one is over. */
  readonly onActive: (isActive: boolean) => void;
}

/** Disposing of it ends every watch; a reader is told that the service is unavailable, not that this was all. */
export function createLive(parts: LiveParts): Live & Disposable {
  return new AccountLive(parts);
}

/** What can be watched once for any number of readers. */
interface Startable extends Disposable {
  start(onOver: () => void): void;
}

class AccountLive implements Live, Disposable {
  readonly #parts: LiveParts & PolledResourceParts;
  readonly #balance = new Map<'', BalanceResource>();
  readonly #dubbingProjects = new Map<'', DubbingProjectsResource>();
  readonly #artifacts = new Map<string, ArtifactResource>();
  readonly #videos = new Map<string, VideoResource>();
  readonly #all = new Set<Startable>();

  constructor(parts: LiveParts) {
    this.#parts = { ...parts, maxAgeMs: parts.reads.maxAgeMs };
  }

  get size() {
    return this.#all.size;
  }

  balance() {
    const { reads } = this.#parts;
    return this.#watch(this.#balance, '', () => new BalanceResource(this.#parts, reads)).open();
  }

  dubbingProjects() {
    return this.#listWatch().open();
  }

  dubbingProject(projectId: string, reader: { readonly details: boolean }): BaseFeed<DubbingProjectUpdate> {
    const isListed = this.#dubbingProjects.get('')?.lists(projectId) ?? false;
    if (!isListed && isAbsent(this.#parts.reads.dubbingProject(projectId))) {
      return new EndedFeed(notFound('DubbingProject'));
    }
    return this.#listWatch().openOne(projectId, reader);
  }

  video(key: VideoKey, reader: { readonly details: boolean; readonly untilSettled: boolean }): BaseFeed<VideoUpdate> {
    const { reads } = this.#parts;
    if (isAbsent(reads.videoProgress(key)) || isAbsent(reads.videoDetails(key))) {
      return new EndedFeed(notFound('Video'));
    }
    return this.#watch(this.#videos, videoAddress(key), () => new VideoResource(this.#parts, reads, key)).open(reader);
  }

  artifact(artifactId: string): BaseFeed<ArtifactUpdate> {
    const { reads } = this.#parts;
    if (isAbsent(reads.artifact(artifactId))) return new EndedFeed(notFound('Artifact'));
    return this.#watch(this.#artifacts, artifactId, () => new ArtifactResource(this.#parts, reads, artifactId)).open();
  }

  jobs(jobs: readonly (WatchedJob | Error)[], reader: { readonly untilSettled: boolean }) {
    const errors = jobs.filter((job) => job instanceof Error);
    const watched = eachOnce(jobs.flatMap((job) => (job instanceof Error ? [] : [job])));
    return new MergedFeed<JobUpdate>(new Map(watched.map((job) => [this.#job(job, reader), idOf(job)])), errors);
  }

  [Symbol.dispose](): void {
    for (const watch of this.#all) watch[Symbol.dispose]();
    this.#parts.scheduler[Symbol.dispose]();
  }

  #job(job: WatchedJob, { untilSettled }: { readonly untilSettled: boolean }): BaseFeed<JobUpdate> {
    switch (job.kind) {
      case 'DubbingProject':
        return this.dubbingProject(job.projectId, { details: job.details });
      case 'Video':
        return this.video(job.key, { details: job.details, untilSettled });
      case 'Artifact':
        return this.artifact(job.artifactId);
    }
  }

  /** Each project by itself and all of them together are told by the same requests. */
  #listWatch(): DubbingProjectsResource {
    const { reads } = this.#parts;
    return this.#watch(this.#dubbingProjects, '', () => new DubbingProjectsResource(this.#parts, reads));
  }

  #watch<Key, W extends Startable>(watches: Map<Key, W>, key: Key, make: () => W): W {
    const known = watches.get(key);
    if (known !== undefined) return known;
    const made = make();
    watches.set(key, made);
    this.#all.add(made);
    if (this.#all.size === 1) this.#parts.onActive(true);
    made.start(() => {
      watches.delete(key);
      this.#all.delete(made);
      if (this.#all.size === 0) this.#parts.onActive(false);
    });
    return made;
  }
}

/** It was not there a moment ago: many come back to it at once, and it is not asked for again for each of them. */
function isAbsent(source: CachedRead<Lookup<object>>): boolean {
  return source.peek()?.found === null;
}

/** A job that is there twice is watched once, with all that is asked of it anywhere. */
function eachOnce(jobs: readonly WatchedJob[]): readonly WatchedJob[] {
  const once = new Map<string, WatchedJob>();
  for (const job of jobs) {
    const id = idOf(job);
    const before = once.get(id);
    if (before === undefined || (job.kind !== 'Artifact' && job.details)) once.set(id, job);
  }
  return [...once.values()];
}

function idOf(job: WatchedJob): string {
  switch (job.kind) {
    case 'DubbingProject':
      return formatGlobalId(job.kind, job.projectId);
    case 'Video':
      return formatGlobalId(job.kind, job.key.projectId, job.key.videoId);
    case 'Artifact':
      return formatGlobalId(job.kind, job.artifactId);
  }
}
