import type { Feed } from '../contracts/feed.ts';
import type { WatchReading } from '../contracts/measurements.ts';
import type { JobThing, Want, WatchedThing } from '../contracts/watch-sharing.ts';
import type { DubbingProjectSelection } from '../domain/dubbing-project/dubbing-project-selection.ts';
import type {
  ArtifactUpdate,
  BalanceUpdate,
  DubbingProjectsUpdate,
  DubbingProjectUpdate,
  JobUpdate,
  RequestBudgetUpdate,
  VideoUpdate,
} from '../domain/update.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { WatchReader } from './updates/topic-feed.ts';

/** A job, and whether its reader selects what only its own address has. */
export interface JobWant extends Want {
  readonly thing: JobThing;
}

/** A reader of whom this has to be said, whatever the default is. */
type ReaderWith<Name extends keyof WatchReader> = WatchReader & Required<Pick<WatchReader, Name>>;

/**
 * Watching, as a subscription's resolver sees it, for one account. Nothing is asked of the service for a feed by itself:
 * however many there are, each thing is watched once.
 *
 * A feed begins with a SNAPSHOT. Where the first look fails, an `Error` comes in its place and the SNAPSHOT when the
 * service is back, except that of what never was there (`NotFoundError`), or a refused key, the feed ends with that error.
 */
export interface Live {
  /** Objects and lists that are watched. */
  readonly size: number;
  /** The watched resources and their readers. */
  readings(): Iterable<WatchReading>;
  /** Ends with the update in which the project is ready or failed, or is gone. */
  dubbingProject(projectId: string, reader: ReaderWith<'details'>): Feed<DubbingProjectUpdate>;
  /** Those that match, by default all of the account's; one update for each kind of change that a look brings. Never ends by itself. */
  dubbingProjects(selection?: DubbingProjectSelection, reader?: WatchReader): Feed<DubbingProjectsUpdate>;
  video(key: VideoKey, reader: ReaderWith<'details' | 'untilSettled'>): Feed<VideoUpdate>;
  artifact(artifactId: string, reader?: WatchReader): Feed<ArtifactUpdate>;
  /**
   * An error among the jobs is sent as it is, once: an id of nothing (`NotFoundError`), or one that cannot be read. An
   * error of one job says which (`JobError`), and leaves the others alone.
   */
  jobs(jobs: readonly (JobWant | Error)[], reader: ReaderWith<'untilSettled'>): Feed<JobUpdate>;
  balance(reader?: WatchReader): Feed<BalanceUpdate>;
  /** The quota, as it is counted here: nothing is asked. Never ends by itself. */
  requestBudget(reader?: WatchReader): Feed<RequestBudgetUpdate>;
}

/** Watching for the readers of several instances of the gateway. */
export interface SharedLive extends Live {
  /** The interests of the readers of this instance. */
  wants(): Iterable<Want>;
  /** Watches for readers of other instances, until it is disposed of. */
  keep(want: Want): Disposable;
  /** The addresses whose answers are about it. */
  addressesOf(thing: WatchedThing): readonly string[];
}
