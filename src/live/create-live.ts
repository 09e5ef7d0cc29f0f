import { formatGlobalId } from '../domain/global-id.ts';
import type { ArtifactUpdate, DubbingProjectUpdate, JobUpdate, VideoUpdate } from '../domain/update.ts';
import type { VideoKey } from '../domain/video.ts';
import { type AccountReads, type Found, type Source, videoAddress } from '../loaders/account-reads.ts';
import { JobsFeed } from './jobs-feed.ts';
import type { Live, WatchedJob } from './live.ts';
import { neverThere } from './never-there.ts';
import { EndedFeed, type ReaderFeed } from './reader-feed.ts';
import type { WatchParts } from './watch.ts';
import { ArtifactWatch } from './watch-artifact.ts';
import { BalanceWatch } from './watch-balance.ts';
import { DubbingProjectsWatch } from './watch-dubbing-projects.ts';
import { VideoWatch } from './watch-video.ts';

/** Of one account. */
export interface LiveParts extends WatchParts {
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
  readonly #parts: LiveParts;
  readonly #balance = new Map<'', BalanceWatch>();
  readonly #dubbingProjects = new Map<'', DubbingProjectsWatch>();
  readonly #artifacts = new Map<string, ArtifactWatch>();
  readonly #videos = new Map<string, VideoWatch>();
  readonly #all = new Set<Startable>();

  constructor(parts: LiveParts) {
    this.#parts = parts;
  }

  balance() {
    const { reads } = this.#parts;
    return this.#watch(this.#balance, '', () => new BalanceWatch(this.#parts, reads)).open();
  }

  dubbingProjects() {
    return this.#listWatch().open();
  }

  dubbingProject(projectId: string, reader: { readonly details: boolean }): ReaderFeed<DubbingProjectUpdate> {
    const isListed = this.#dubbingProjects.get('')?.lists(projectId) ?? false;
    if (!isListed && isAbsent(this.#parts.reads.dubbingProject(projectId))) {
      return new EndedFeed(neverThere('DubbingProject'));
    }
    return this.#listWatch().openOne(projectId, reader);
  }

  video(key: VideoKey, reader: { readonly details: boolean; readonly untilSettled: boolean }): ReaderFeed<VideoUpdate> {
    const { reads } = this.#parts;
    if (isAbsent(reads.videoProgress(key)) || isAbsent(reads.videoDetails(key))) {
      return new EndedFeed(neverThere('Video'));
    }
    return this.#watch(this.#videos, videoAddress(key), () => new VideoWatch(this.#parts, reads, key)).open(reader);
  }

  artifact(artifactId: string): ReaderFeed<ArtifactUpdate> {
    const { reads } = this.#parts;
    if (isAbsent(reads.artifact(artifactId))) return new EndedFeed(neverThere('Artifact'));
    return this.#watch(this.#artifacts, artifactId, () => new ArtifactWatch(this.#parts, reads, artifactId)).open();
  }

  jobs(jobs: readonly (WatchedJob | Error)[], reader: { readonly untilSettled: boolean }) {
    const errors = jobs.filter((job) => job instanceof Error);
    const watched = eachOnce(jobs.flatMap((job) => (job instanceof Error ? [] : [job])));
    return new JobsFeed<JobUpdate>(new Map(watched.map((job) => [this.#job(job, reader), idOf(job)])), errors);
  }

  [Symbol.dispose](): void {
    for (const watch of this.#all) watch[Symbol.dispose]();
    this.#parts.scheduler[Symbol.dispose]();
  }

  #job(job: WatchedJob, { untilSettled }: { readonly untilSettled: boolean }): ReaderFeed<JobUpdate> {
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
  #listWatch(): DubbingProjectsWatch {
    const { reads } = this.#parts;
    return this.#watch(this.#dubbingProjects, '', () => new DubbingProjectsWatch(this.#parts, reads));
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
function isAbsent(source: Source<Found<object>>): boolean {
  return source.recall()?.found === null;
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
