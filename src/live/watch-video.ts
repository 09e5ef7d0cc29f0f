import type { VideoUpdate } from '../domain/update.ts';
import type { LanguageProgress, VideoDetails, VideoKey, VideoProgress } from '../domain/video.ts';
import type { AccountReads, Found } from '../loaders/account-reads.ts';
import { DueRead } from './due-read.ts';
import { isSame } from './is-same.ts';
import { neverThere } from './never-there.ts';
import type { Sight } from './polling.ts';
import type { ReaderFeed } from './reader-feed.ts';
import { sightOfLanguage } from './sights.ts';
import { freshnessOf, isHopeless } from './standing.ts';
import { type VideoState, videoTelling } from './telling-job.ts';
import { type Knowledge, View } from './view.ts';
import { Watch, type WatchParts } from './watch.ts';

/** The video itself is read anew with every fifth look at its progress, if not sooner. */
const LOOKS_PER_DETAILS = 5;

interface SeenLanguage {
  readonly entry: LanguageProgress;
  readonly since: number;
}

/** One video: its progress is asked for in turn; its details, if a reader wants them, when that has changed. */
export class VideoWatch extends Watch<Found<VideoProgress>> {
  readonly #key: VideoKey;
  readonly #bare = new View(videoTelling);
  readonly #whole = new View(videoTelling);
  protected readonly views = [this.#bare, this.#whole];
  readonly #details: DueRead<Found<VideoDetails>>;
  #languages: readonly SeenLanguage[] = [];
  /** When anything of them was seen to move; 0 before they were seen at all. */
  #since = 0;
  /** Since the details were read. */
  #looks = 0;

  constructor(parts: WatchParts, reads: Pick<AccountReads, 'videoDetails' | 'videoProgress'>, key: VideoKey) {
    super(parts, reads.videoProgress(key));
    this.#key = { projectId: key.projectId, videoId: key.videoId };
    this.#details = new DueRead({
      ...parts,
      source: reads.videoDetails(key),
      isPresent: () => true,
      onSettled: () => this.#detailsSettled(),
      onForgotten: () => this.#wantDetails('interactive'),
    });
  }

  open({ details, untilSettled }: { details: boolean; untilSettled: boolean }): ReaderFeed<VideoUpdate> {
    const feed = this.enter(() => (details ? this.#whole : this.#bare).open(untilSettled));
    this.#wantDetails('interactive');
    // What is known serves queries too from here on, if it is what this reader wants.
    this.publish();
    return feed;
  }

  get sights(): readonly Sight[] {
    if (!this.read.answer?.found) return [];
    const isCompleted = this.#details.answer?.found?.rawStatus === 'completed';
    const sights = this.#languages.map(({ entry, since }) => sightOfLanguage(entry, since, isCompleted));
    const whole = { kind: 'video', estimateAt: null, since: this.#since } as const;
    // What is still owed to a reader is worth a look soon.
    if (this.#details.failure !== null && this.#whole.isWatched) sights.push({ ...whole, phase: 'working' });
    return sights.length > 0 ? sights : [{ ...whole, phase: 'resting' }];
  }

  protected take({ found }: Found<VideoProgress>, isNews: boolean): void {
    if (found === null) {
      this.absent(neverThere('Video'));
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
    const progress = this.read.answer?.found ?? null;
    if (this.#details.isDue) this.#whole.forget();
    this.#bare.publish({ state: progress && this.#state(this.#bare, progress, null), ...this.standing });
    const whole = this.#wholeKnowledge(progress);
    this.#whole.publish(whole);
    this.#details.serves = whole.freshness === 'LIVE' && this.#whole.hasReaders;
  }

  protected override release(): void {
    super.release();
    this.#details[Symbol.dispose]();
  }

  /** As long as the details are due, the state before stays: half of a new one would be none that the service ever told. */
  #wholeKnowledge(progress: VideoProgress | null): Knowledge<VideoState> {
    const { standing } = this;
    const failure = standing.failure ?? this.#details.failure;
    const details = this.#details.answer?.found ?? null;
    const known = {
      ...standing,
      failure,
      freshness: failure === null ? standing.freshness : freshnessOf(failure, null),
    };
    if (this.#details.isDue || progress === null || details === null) {
      return { ...known, state: this.#whole.state, checkedAt: this.#whole.standing.checkedAt };
    }
    return { ...known, state: this.#state(this.#whole, progress, details) };
  }

  /** The identical one for as long as it is made of the same. */
  #state(view: View<VideoState, unknown, VideoUpdate>, progress: VideoProgress, details: VideoDetails | null) {
    const { state } = view;
    if (state?.progress === progress && state.video.details === details) return state;
    return { video: { kind: 'Video', ...this.#key, details }, progress } as const;
  }

  #wantDetails(priority: 'interactive' | 'polling'): void {
    if (this.#details.isDue && this.#whole.isWatched) this.#details.want(priority);
  }

  #detailsSettled(): void {
    const { isDue, failure, answer } = this.#details;
    if (isHopeless(failure, answer)) this.#whole.end(failure);
    if (!isDue) this.#looks = 0;
    if (!isDue && answer?.found === null) this.absent(neverThere('Video'));
    else this.changed();
  }

  #seen(entry: LanguageProgress): SeenLanguage {
    const before = this.#languages.find((seen) => seen.entry.language === entry.language);
    return before && isSame(before.entry, entry) ? before : { entry, since: this.parts.clock.now() };
  }
}
