import { deepEqual } from '../../domain/common/deep-equal.ts';
import type { VideoUpdate } from '../../domain/update.ts';
import type { LanguageProgress, VideoDetails, VideoKey, VideoProgress } from '../../domain/video/video.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Observation } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { freshnessOf, isPermanent } from '../updates/failures.ts';
import { type VideoState, videoTelling } from '../updates/job-updates.ts';
import type { Snapshot } from '../updates/revision.ts';
import { Topic } from '../updates/topic.ts';
import { notFound } from './not-found.ts';
import { observeLanguage } from './observe.ts';
import { OnDemandReplica } from './on-demand-replica.ts';
import { PolledResource, type PolledResourceParts } from './polled-resource.ts';

/** The video itself is read anew with every fifth look at its progress, if not sooner. */
const LOOKS_PER_DETAILS = 5;

interface SeenLanguage {
  readonly entry: LanguageProgress;
  readonly since: number;
}

/** One video: its progress is asked for in turn; its details, if a reader wants them, when that has changed. */
export class VideoResource extends PolledResource<Lookup<VideoProgress>> {
  readonly #key: VideoKey;
  readonly #bare = new Topic(videoTelling);
  readonly #whole = new Topic(videoTelling);
  protected readonly views = [this.#bare, this.#whole];
  readonly #details: OnDemandReplica<Lookup<VideoDetails>>;
  #languages: readonly SeenLanguage[] = [];
  /** When anything of them was seen to move; 0 before they were seen at all. */
  #since = 0;
  /** Since the details were read. */
  #looks = 0;

  constructor(parts: PolledResourceParts, reads: Pick<AccountReads, 'videoDetails' | 'videoProgress'>, key: VideoKey) {
    super(parts, reads.videoProgress(key));
    this.#key = { projectId: key.projectId, videoId: key.videoId };
    this.#details = new OnDemandReplica({
      ...parts,
      source: reads.videoDetails(key),
      serves: () =>
        (this.#whole.isWatched || this.#details.isRecent) &&
        this.#wholeKnowledge(this.read.value?.found ?? null).freshness === 'LIVE',
      isPresent: () => true,
      onSettled: () => this.#detailsSettled(),
      onForgotten: () => this.#wantDetails('interactive'),
    });
  }

  open({ details, untilSettled }: { details: boolean; untilSettled: boolean }): BaseFeed<VideoUpdate> {
    const feed = this.enter(() => (details ? this.#whole : this.#bare).open(untilSettled));
    this.#wantDetails('interactive');
    this.publish();
    return feed;
  }

  get sights(): readonly Observation[] {
    if (!this.read.value?.found) return [];
    const isCompleted = this.#details.answer?.found?.rawStatus === 'completed';
    const sights = this.#languages.map(({ entry, since }) => observeLanguage(entry, since, isCompleted));
    const whole = { kind: 'video', estimateAt: null, since: this.#since } as const;
    // What is still owed to a reader is worth a look soon.
    if (this.#details.failure !== null && this.#whole.isWatched) sights.push({ ...whole, phase: 'working' });
    return sights.length > 0 ? sights : [{ ...whole, phase: 'resting' }];
  }

  protected take({ found }: Lookup<VideoProgress>, isNews: boolean): void {
    if (found === null) {
      this.absent(notFound('Video'));
      return;
    }
    const isFirst = this.#since === 0;
    if (isNews) {
      this.#languages = found.items.map((entry) => this.#seen(entry));
      this.#since = this.parts.clock.now();
    }
    this.#looks += 1;
    if ((isNews && !isFirst) || this.#looks >= LOOKS_PER_DETAILS) this.#details.outdate();
    this.#wantDetails('polling');
  }

  protected publish(): void {
    const progress = this.read.value?.found ?? null;
    if (this.#details.isDue) this.#whole.forget();
    this.#bare.publish({ state: progress && this.#state(this.#bare, progress, null), ...this.standing });
    this.#whole.publish(this.#wholeKnowledge(progress));
  }

  protected override release(): void {
    super.release();
    this.#details[Symbol.dispose]();
  }

  /** As long as the details are due, the state before stays: half of a new one would be none that the service ever told. */
  #wholeKnowledge(progress: VideoProgress | null): Snapshot<VideoState> {
    const { standing } = this;
    const failure = standing.failure ?? this.#details.failure;
    const details = this.#details.answer?.found ?? null;
    const known = {
      ...standing,
      failure,
      freshness: failure === null ? standing.freshness : freshnessOf(failure, null),
    };
    if (this.#details.isDue || progress === null || details === null) {
      return { ...known, state: this.#whole.state, checkedAt: this.#whole.status.checkedAt };
    }
    return { ...known, state: this.#state(this.#whole, progress, details) };
  }

  /** The identical one for as long as it is made of the same. */
  #state(view: Topic<VideoState, unknown, VideoUpdate>, progress: VideoProgress, details: VideoDetails | null) {
    const { state } = view;
    if (state?.progress === progress && state.video.details === details) return state;
    return { video: { kind: 'Video', ...this.#key, details }, progress } as const;
  }

  #wantDetails(priority: 'interactive' | 'polling'): void {
    if (this.#details.isDue && this.#whole.isWatched) this.#details.want(priority);
  }

  #detailsSettled(): void {
    const { isDue, failure, answer } = this.#details;
    if (isPermanent(failure, answer)) this.#whole.end(failure);
    if (!isDue) this.#looks = 0;
    if (!isDue && answer?.found === null) this.absent(notFound('Video'));
    else this.changed();
  }

  #seen(entry: LanguageProgress): SeenLanguage {
    const before = this.#languages.find((seen) => seen.entry.language === entry.language);
    return before && deepEqual(before.entry, entry) ? before : { entry, since: this.parts.clock.now() };
  }
}
