import { type Measurements, NO_MEASUREMENTS, type WatchReading } from '../contracts/measurements.ts';
import { NO_TRACING, type Tracing } from '../contracts/tracing.ts';
import type { Want, WatchedThing } from '../contracts/watch-sharing.ts';
import { formatGlobalId } from '../domain/common/global-id.ts';
import { ALL_DUBBING_PROJECTS } from '../domain/dubbing-project/dubbing-project-selection.ts';
import type { ArtifactUpdate, DubbingProjectUpdate, JobUpdate, VideoUpdate } from '../domain/update.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { AccountReads, CachedRead } from '../loaders/account-reads.ts';
import { type Lookup, videoAddress } from '../loaders/reads.ts';
import type { DetailsReader, Reader, SettledReader, SharedLive, WatchedJob } from './live.ts';
import { artifactKind, newArtifact } from './resources/artifact.ts';
import { balanceKind, newBalance } from './resources/balance.ts';
import { dubbingProjectKind } from './resources/dubbing-project.ts';
import { DubbingProjectsResource } from './resources/dubbing-projects-resource.ts';
import type { Watched } from './resources/kind.ts';
import { PolledResource, type ResourceParts } from './resources/polled-resource.ts';
import { RequestBudgetResource } from './resources/request-budget.ts';
import type { Subject, SubjectParts } from './resources/subject.ts';
import { newVideo, videoKind } from './resources/video.ts';
import { type BaseFeed, EndedFeed } from './updates/base-feed.ts';
import { notFound } from './updates/failures.ts';
import type { HeartbeatParts } from './updates/heartbeat.ts';
import { MergedFeed } from './updates/merged-feed.ts';

/** Of one account. */
export interface LiveParts
  extends Omit<ResourceParts, 'maxAgeMs' | 'measurements' | 'tracing' | 'causeOf' | 'sharing' | 'isStranger'> {
  /** Counts polls. Default: nothing is counted. */
  readonly measurements?: Measurements | undefined;
  /** Default: nothing is traced. */
  readonly tracing?: Tracing | undefined;
  /** Default: this is the only instance of the gateway. */
  readonly sharing?: ResourceParts['sharing'];
  /** Default: the key is the gateway's own. */
  readonly isStranger?: ResourceParts['isStranger'] | undefined;
  readonly reads: AccountReads;
  /** Called when the first watch begins, and when the last one is over. */
  readonly onActive: (isActive: boolean) => void;
}

/** Disposing of it ends every watch with an error, so that no reader takes it for the end of the job. */
export function createLive(parts: LiveParts): SharedLive & Disposable {
  return new AccountLive(parts);
}

class AccountLive implements SharedLive, Disposable {
  readonly #parts: Omit<LiveParts, 'measurements' | 'tracing' | 'sharing' | 'isStranger'> & ResourceParts;
  /** How to open each resource that is polled, by its address. */
  readonly #openers = new Map<string, unknown>();
  readonly #resources = new Set<AnyResource>();
  #projects: DubbingProjectsResource | null = null;
  #requestBudget: RequestBudgetResource | null = null;

  constructor(parts: LiveParts) {
    const { measurements = NO_MEASUREMENTS, tracing = NO_TRACING, sharing = null, reads } = parts;
    const { isStranger = () => false } = parts;
    const { maxAgeMs, causeOf } = reads;
    this.#parts = { ...parts, measurements, tracing, sharing, maxAgeMs, causeOf, isStranger };
  }

  get size() {
    return this.#resources.size;
  }

  *readings() {
    for (const resource of this.#resources) yield* resource.readings();
  }

  *wants() {
    for (const resource of this.#resources) yield* resource.wants();
  }

  keep({ thing, details }: Want): Disposable {
    const feed = this.#openFor(thing, { details, untilSettled: false, isElsewhere: true });
    return { [Symbol.dispose]: () => feed.close() };
  }

  addressesOf(thing: WatchedThing): readonly string[] {
    const { balance, dubbingProjectList, dubbingProject, videoProgress, videoDetails, artifact } = this.#parts.reads;
    switch (thing.kind) {
      case 'Balance':
        return [balance.address];
      case 'DubbingProjects':
        return [dubbingProjectList.address];
      case 'DubbingProject':
        return [dubbingProject(thing.projectId).address, dubbingProjectList.address];
      case 'Video':
        return [videoDetails(thing).address, videoProgress(thing).address];
      case 'Artifact':
        return [artifact(thing.artifactId).address];
    }
  }

  balance(reader: Reader = {}) {
    const { balance } = this.#parts.reads;
    return this.#open(
      'balance',
      balance,
      { kind: balanceKind, thing: { kind: 'Balance' }, state: newBalance, details: null },
      polledOnly(reader),
    ).healsBy(this.#parts.clock);
  }

  requestBudget(reader: Reader = {}) {
    if (this.#requestBudget === null) {
      const { clock, reads } = this.#parts;
      this.#requestBudget = new RequestBudgetResource(clock, () => reads.service.ledger.budget());
      this.#start(this.#requestBudget, () => {
        this.#requestBudget = null;
      });
    }
    return this.#requestBudget.open(this.#heartbeat(reader));
  }

  dubbingProjects(selection = ALL_DUBBING_PROJECTS, reader: Reader = {}) {
    return this.#list()
      .openSelected(selection, { isElsewhere: reader.isElsewhere ?? false, heartbeat: this.#heartbeat(reader) })
      .healsBy(this.#parts.clock);
  }

  dubbingProject(projectId: string, reader: DetailsReader): BaseFeed<DubbingProjectUpdate> {
    const isListed = this.#projects?.lists(projectId) ?? false;
    if (!isListed && isAbsent(this.#parts.reads.dubbingProject(projectId))) {
      return new EndedFeed(notFound(dubbingProjectKind.name));
    }
    return this.#list()
      .openOne(projectId, { ...reader, heartbeat: this.#heartbeat(reader) })
      .healsBy(this.#parts.clock);
  }

  video(key: VideoKey, reader: DetailsReader & SettledReader): BaseFeed<VideoUpdate> {
    const [progress, details] = [this.#parts.reads.videoProgress(key), this.#parts.reads.videoDetails(key)];
    if (isAbsent(progress) || isAbsent(details)) return new EndedFeed(notFound(videoKind.name));
    const { projectId, videoId } = key;
    const thing = { kind: 'Video', projectId, videoId } as const;
    const subject = { kind: videoKind, thing, state: newVideo(key), details };
    return this.#open(`video ${videoAddress(key)}`, progress, subject, reader).healsBy(this.#parts.clock);
  }

  artifact(artifactId: string, reader: Reader = {}): BaseFeed<ArtifactUpdate> {
    const artifact = this.#parts.reads.artifact(artifactId);
    if (isAbsent(artifact)) return new EndedFeed(notFound(artifactKind.name));
    const thing = { kind: 'Artifact', artifactId } as const;
    const subject = { kind: artifactKind, thing, state: newArtifact, details: null };
    return this.#open(`artifact ${artifactId}`, artifact, subject, polledOnly(reader)).healsBy(this.#parts.clock);
  }

  jobs(jobs: readonly (WatchedJob | Error)[], reader: SettledReader) {
    const errors = jobs.filter((job) => job instanceof Error);
    const watched = eachOnce(jobs.flatMap((job) => (job instanceof Error ? [] : [job])));
    return new MergedFeed<JobUpdate>(
      new Map(watched.map((job) => [this.#job(job, reader), idOf(job)])),
      errors,
    ).healsBy(this.#parts.clock);
  }

  [Symbol.dispose](): void {
    for (const resource of this.#resources) resource[Symbol.dispose]();
    this.#parts.scheduler[Symbol.dispose]();
  }

  #openFor(thing: WatchedThing, reader: DetailsReader & SettledReader): { close(): void } {
    switch (thing.kind) {
      case 'Balance':
        return this.balance(reader);
      case 'DubbingProjects':
        return this.dubbingProjects(ALL_DUBBING_PROJECTS, reader);
      case 'DubbingProject':
        return this.dubbingProject(thing.projectId, reader);
      case 'Video':
        return this.video(thing, reader);
      case 'Artifact':
        return this.artifact(thing.artifactId, reader);
    }
  }

  #job(job: WatchedJob, reader: SettledReader): BaseFeed<JobUpdate> {
    switch (job.kind) {
      case 'DubbingProject':
        return this.dubbingProject(job.projectId, { ...reader, details: job.details });
      case 'Video':
        return this.video(job.key, { ...reader, details: job.details });
      case 'Artifact':
        return this.artifact(job.artifactId, reader);
    }
  }

  /** Each project by itself and all of them together are watched by the same requests. */
  #list(): DubbingProjectsResource {
    if (this.#projects !== null) return this.#projects;
    const projects = new DubbingProjectsResource(this.#parts, this.#parts.reads);
    this.#projects = projects;
    this.#start(projects, () => {
      this.#projects = null;
    });
    return projects;
  }

  /** Opens the one subject of an address, which is polled from the first reader on. */
  #open<
    Polled extends object,
    Details extends object,
    State extends Watched<Details>,
    View,
    Trace,
    Event extends object,
  >(
    address: string,
    read: CachedRead<Polled>,
    parts: SubjectParts<Polled, Details, State, View, Trace, Event>,
    reader: DetailsReader & SettledReader,
  ): BaseFeed<Event> {
    type Opener = (...args: Parameters<Subject<Polled, Details, State, View, Trace, Event>['open']>) => BaseFeed<Event>;
    const options = { ...reader, heartbeat: this.#heartbeat(reader) };
    const existing = this.#openers.get(address) as Opener | undefined;
    if (existing !== undefined) return existing(options);
    const resource = new PolledResource(this.#parts, read, parts.kind.resource);
    const subject = resource.add(parts, () => resource.over());
    const opener: Opener = (reader) => resource.enter(subject, () => subject.open(reader));
    this.#openers.set(address, opener);
    this.#start(resource, () => this.#openers.delete(address));
    return opener(options);
  }

  #heartbeat({ heartbeatSeconds }: Reader): HeartbeatParts | null {
    return heartbeatSeconds == null ? null : { clock: this.#parts.clock, everyMs: heartbeatSeconds * 1000 };
  }

  #start(resource: AnyResource, onOver: () => void): void {
    this.#resources.add(resource);
    if (this.#resources.size === 1) this.#parts.onActive(true);
    resource.start(() => {
      onOver();
      this.#resources.delete(resource);
      if (this.#resources.size === 0) this.#parts.onActive(false);
    });
  }
}

interface AnyResource extends Disposable {
  /** What is watched at the service; empty for what is counted here. */
  readings(): Iterable<WatchReading>;
  wants(): Iterable<Want>;
  start(onOver: () => void): void;
}

const polledOnly = (reader: Reader) => ({ ...reader, details: false, untilSettled: false });

/** It was not there a moment ago: many come back to it at once, and it is not asked for again for each of them. */
function isAbsent(source: CachedRead<Lookup<object>>): boolean {
  return source.peek()?.found === null;
}

/** A job that is there twice is watched once, with all that is asked of it anywhere. */
function eachOnce(jobs: readonly WatchedJob[]): readonly WatchedJob[] {
  const once = new Map<string, WatchedJob>();
  for (const job of jobs) {
    const id = idOf(job);
    const previous = once.get(id);
    if (previous === undefined || (job.kind !== 'Artifact' && job.details)) once.set(id, job);
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
