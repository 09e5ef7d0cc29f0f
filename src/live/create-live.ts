import { NO_MEASUREMENTS } from '../contracts/measurements.ts';
import { NO_TRACING } from '../contracts/tracing.ts';
import { type JobThing, type Want, type WatchedThing, wantKey } from '../contracts/watch-sharing.ts';
import { formatGlobalId } from '../domain/common/global-id.ts';
import { ALL_DUBBING_PROJECTS } from '../domain/dubbing-project/dubbing-project-selection.ts';
import type { AnyUpdate, JobUpdate } from '../domain/update.ts';
import type { VideoKey } from '../domain/video/video.ts';
import { watchArtifact } from './kinds/artifact.ts';
import { watchBalance } from './kinds/balance.ts';
import { watchDubbingProject } from './kinds/dubbing-project.ts';
import { watchDubbingProjects } from './kinds/dubbing-projects.ts';
import type { Watch } from './kinds/kind.ts';
import { isMissing } from './kinds/replica.ts';
import { watchVideo } from './kinds/video.ts';
import type { JobWant, SharedLive } from './live.ts';
import { PolledResource } from './resources/polled-resource.ts';
import { RequestBudgetResource } from './resources/request-budget.ts';
import type { WatchingParts } from './resources/source.ts';
import type { BaseFeed } from './updates/base-feed.ts';
import { notFound } from './updates/failures.ts';
import { MergedFeed } from './updates/merged-feed.ts';
import { Topic } from './updates/topic.ts';
import { TopicFeed, type WatchReader } from './updates/topic-feed.ts';

/** By default nothing is counted or traced, this is the only instance of the gateway, and the key is the gateway's own. */
const DEFAULTS = { measurements: NO_MEASUREMENTS, tracing: NO_TRACING, sharing: null, isStranger: () => false };

/** The parts for one account. */
export interface LiveParts
  extends Omit<WatchingParts, keyof typeof DEFAULTS>,
    Partial<Pick<WatchingParts, keyof typeof DEFAULTS>> {
  /** Called when the first watch begins, and when the last one is over. */
  readonly onActive: (isActive: boolean) => void;
}

/** Disposing of it ends every watch with an error, so that no reader takes it for the end of the job. */
export function createLive(parts: LiveParts): SharedLive & Disposable {
  return new AccountLive(parts);
}

class AccountLive implements SharedLive, Disposable {
  readonly #parts: WatchingParts & LiveParts;
  /** By the address that is polled. */
  readonly #resources = new Map<string, PolledResource>();
  readonly #requestBudget: RequestBudgetResource;
  #isActive = false;

  constructor(parts: LiveParts) {
    this.#parts = { ...DEFAULTS, ...parts };
    const { clock, reads } = parts;
    const read = () => reads.service.ledger.budget();
    this.#requestBudget = new RequestBudgetResource(clock, read, () => this.#resized());
  }

  get size() {
    return this.#resources.size + Number(this.#requestBudget.isActive);
  }

  *readings() {
    for (const resource of this.#resources.values()) yield* resource.readings();
  }

  *wants() {
    for (const resource of this.#resources.values()) yield* resource.wants();
  }

  keep({ thing, details }: Want): Disposable {
    const feed = this.#open<AnyUpdate>(this.#watch(thing), { details, isElsewhere: true });
    return { [Symbol.dispose]: () => feed.close() };
  }

  addressesOf(thing: WatchedThing): readonly string[] {
    const { polled, details } = this.#watch(thing);
    return details === null ? [polled.address] : [details.address, polled.address];
  }

  balance(reader?: WatchReader) {
    return this.#open(watchBalance(this.#parts.reads), reader);
  }

  dubbingProjects(selection = ALL_DUBBING_PROJECTS, reader?: WatchReader) {
    const { reads, clock } = this.#parts;
    return this.#open(watchDubbingProjects(selection, reads, clock.now()), reader);
  }

  dubbingProject(projectId: string, reader: WatchReader) {
    return this.#open(watchDubbingProject(projectId, this.#parts.reads, this.#parts.clock.now()), reader);
  }

  video(key: VideoKey, reader: WatchReader) {
    return this.#open(watchVideo(key, this.#parts.reads), reader);
  }

  artifact(artifactId: string, reader?: WatchReader) {
    return this.#open(watchArtifact(artifactId, this.#parts.reads), reader);
  }

  jobs(jobs: readonly (JobWant | Error)[], reader: WatchReader) {
    const feeds = new Map<BaseFeed<JobUpdate>, string>();
    for (const { thing, details } of eachOnce(jobs)) {
      feeds.set(this.#open<JobUpdate>(this.#watchJob(thing), { ...reader, details }), globalIdOf(thing));
    }
    const errors = jobs.filter((job) => job instanceof Error);
    return new MergedFeed(feeds, errors, this.#parts.clock);
  }

  requestBudget(reader: WatchReader = {}) {
    return this.#requestBudget.open(reader);
  }

  [Symbol.dispose](): void {
    for (const resource of this.#resources.values()) resource[Symbol.dispose]();
    this.#requestBudget[Symbol.dispose]();
    this.#parts.scheduler[Symbol.dispose]();
  }

  #watch(thing: WatchedThing) {
    switch (thing.kind) {
      case 'Balance':
        return watchBalance(this.#parts.reads);
      case 'DubbingProjects':
        return watchDubbingProjects(ALL_DUBBING_PROJECTS, this.#parts.reads, this.#parts.clock.now());
      default:
        return this.#watchJob(thing);
    }
  }

  #watchJob(thing: JobThing) {
    const { reads, clock } = this.#parts;
    switch (thing.kind) {
      case 'DubbingProject':
        return watchDubbingProject(thing.projectId, reads, clock.now());
      case 'Video':
        return watchVideo(thing, reads);
      case 'Artifact':
        return watchArtifact(thing.artifactId, reads);
    }
  }

  /** A thing that was not there a moment ago is not asked for again for each of the many who come back to it at once. */
  #open<Event extends AnyUpdate>(watch: Watch<Event>, reader: WatchReader = {}): BaseFeed<Event> {
    const { kind, state, polled, details } = watch;
    const resource = this.#resources.get(polled.address);
    const isProven = resource?.value ? kind.isProvenBy?.(resource.value, state) : false;
    const isAbsent = [polled, details].some((read) => isMissing(read?.peek() ?? null));
    if (!isAbsent || isProven) return (resource ?? this.#start(watch)).open(watch, reader);
    const ended = new Topic(kind);
    ended.end(notFound(kind.name));
    return new TopicFeed(ended, reader, this.#parts.clock);
  }

  #start(watch: Watch<AnyUpdate>): PolledResource {
    const { address } = watch.polled;
    const resource = new PolledResource(watch, this.#parts, () => {
      this.#resources.delete(address);
      this.#resized();
    });
    this.#resources.set(address, resource);
    this.#resized();
    resource.start();
    return resource;
  }

  #resized(): void {
    const wasActive = this.#isActive;
    this.#isActive = this.size > 0;
    if (this.#isActive !== wasActive) this.#parts.onActive(this.#isActive);
  }
}

/** A job that is there twice is watched once, with all that is asked of it anywhere. */
function eachOnce(jobs: readonly (JobWant | Error)[]): Iterable<JobWant> {
  const once = new Map<string, JobWant>();
  for (const job of jobs) {
    if (job instanceof Error) continue;
    const key = wantKey(job.thing);
    once.set(key, { ...job, details: job.details || once.get(key)?.details === true });
  }
  return once.values();
}

function globalIdOf({ kind, ...ids }: JobThing): string {
  return formatGlobalId(kind, ...Object.values(ids));
}
