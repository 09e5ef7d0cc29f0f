import { deepEqual } from '../../domain/common/deep-equal.ts';
import { instantOf } from '../../domain/common/instant.ts';
import { memoByIdentity } from '../../domain/common/memo-by-identity.ts';
import {
  type DubbingProject,
  dubbingProjectState,
  dubbingProjectStatus,
} from '../../domain/dubbing-project/dubbing-project.ts';
import { isDone } from '../../domain/job.ts';
import type { DubbingProjectUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Observation } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { freshnessOf, isPermanent } from '../updates/failures.ts';
import { dubbingProjectUpdates } from '../updates/job-updates.ts';
import type { FetchStatus } from '../updates/revision.ts';
import { Topic } from '../updates/topic.ts';
import { notFound } from './not-found.ts';
import { observeDubbingProject } from './observe.ts';
import { OnDemandReplica } from './on-demand-replica.ts';
import type { ReadParts } from './replica.ts';

export interface DubbingProjectWatchParts extends ReadParts {
  readonly reads: Pick<AccountReads, 'dubbingProject'>;
  readonly projectId: string;
  /** Something was learnt of it at its own address: it is to be published, and planned anew. */
  readonly onChange: () => void;
  /** The list is well known. */
  readonly isLive: () => boolean;
  /** The service says that there is none. */
  readonly onAbsent: () => void;
}

/** The details of a project that goes on for long, or of one that should be done by now. */
const RARELY_MS = 15 * 60_000;

/**
 * One project of the list that is watched. What the list tells comes with the list; its own address is asked when there
 * is a reason to (BEHAVIOUR.md, "Watching").
 */
export class DubbingProjectResource implements Disposable {
  readonly #parts: DubbingProjectWatchParts;
  readonly #listed = new Topic(dubbingProjectUpdates);
  readonly #whole = new Topic(dubbingProjectUpdates);
  readonly #details: OnDemandReplica<Lookup<DubbingProject>>;
  /** What the list said last; null if it lacks the project. */
  #entry: DubbingProject | null = null;
  /** What its own address said last of what the list tells too. */
  #summary: DubbingProject | null = null;
  /** Whichever of the two brought news last: where they differ for good, neither brings any. */
  #state: DubbingProject | null = null;
  #since: number;
  /** What the list said when its own address was asked once more, since it said otherwise. */
  #disputed: DubbingProject | null = null;
  /** The state whose estimate was asked for. */
  #soughtFor: DubbingProject | null = null;
  /** A write has changed it since the list told of it: somebody waits for what has become of it. */
  #isWritten = false;
  #isOver = false;

  constructor(parts: DubbingProjectWatchParts) {
    this.#parts = parts;
    this.#since = parts.clock.now();
    this.#details = new OnDemandReplica({
      ...parts,
      source: parts.reads.dubbingProject(parts.projectId),
      serves: () => (this.#whole.isWatched || this.#details.isRecent) && parts.isLive(),
      isPresent: ({ found }) => found === null || this.#entry === null || found.rawStatus === this.#entry.rawStatus,
      onSettled: () => this.#settled(),
      onForgotten: () => {
        this.#isWritten = true;
        this.#wantDetails('interactive');
      },
    });
  }

  open({ details }: { readonly details: boolean }): BaseFeed<DubbingProjectUpdate> {
    const feed = (details ? this.#whole : this.#listed).open();
    this.#wantDetails('interactive');
    return feed;
  }

  get hasReaders(): boolean {
    return this.#listed.hasReaders || this.#whole.hasReaders;
  }

  get isWatched(): boolean {
    return this.#listed.isWatched || this.#whole.isWatched;
  }

  /** Null if it is not known yet. */
  get sight(): Observation | null {
    if (this.#state === null) return null;
    const sight = observeDubbingProject(this.#state, { estimateAt: this.#estimateAt, since: this.#since });
    // What is still owed to a reader is worth a look soon.
    const isOwed = this.#details.failure !== null || (this.#whole.isWatched && this.#isBehind);
    return isOwed ? { ...sight, phase: 'working' } : sight;
  }

  /** Its pace would gain by an estimate that nobody has asked for yet. */
  get lacksEstimate(): boolean {
    return this.isWatched && this.#isRunning && this.#estimateAt === null && this.#soughtFor !== this.#state;
  }

  seekEstimate(): void {
    this.#soughtFor = this.#state;
    this.#details.want('polling');
  }

  /** What the list says of it: null if that lacks it, since it may be newer than the list. */
  takeEntry(entry: DubbingProject | null): void {
    const before = this.#entry;
    this.#entry = entry;
    if (entry === null) {
      this.#details.outdate();
      this.#details.want(this.#state === null || this.#isWritten ? 'interactive' : 'polling');
      return;
    }
    this.#isWritten = false;
    if (!deepEqual(before, entry)) {
      this.#learn(entry);
      // At first both are asked for at the same time, and need not agree in all.
      if (before === null ? this.#isBehind : !deepEqual(this.#summary, entry)) this.#details.outdate();
    }
    this.#wantDetails('polling');
    if (this.isWatched && this.#isOverdue) this.#details.want('polling');
  }

  publish(standing: FetchStatus): void {
    const { failure } = this.#details;
    const own = failure === null ? standing : { ...standing, failure, freshness: freshnessOf(failure, null) };
    const checkedAt = Math.max(standing.checkedAt, this.#details.answeredAt ?? 0);
    this.#listed.publish({ state: this.#state, ...(this.#entry === null ? own : standing), checkedAt });
    // As long as its details are due, the state before stays: the service never told of half of a new one.
    if (this.#details.isDue) {
      this.#whole.forget();
      this.#whole.publish({ ...own, state: this.#whole.state, checkedAt: this.#whole.status.checkedAt });
    } else {
      this.#whole.publish({ ...standing, state: this.#details.answer?.found ?? null, checkedAt });
    }
  }

  end(error: Error): void {
    for (const view of [this.#listed, this.#whole]) view.end(error);
    this[Symbol.dispose]();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#details[Symbol.dispose]();
  }

  get #isRunning(): boolean {
    return this.#state !== null && dubbingProjectStatus(this.#state.rawStatus) === 'in_progress';
  }

  get #estimateAt(): number | null {
    return instantOf(this.#details.answer?.found?.details?.estimatedCompletionAt ?? null);
  }

  /** Its estimate has passed since its details were read, or they are old, or behind the list, which may not last. */
  get #isOverdue(): boolean {
    const { answeredAt } = this.#details;
    if (answeredAt === null) return false;
    const now = this.#parts.clock.now();
    // Each time after twice as long: where the two differ for good, it costs little.
    if (this.#isBehind && this.#whole.isWatched) return answeredAt - this.#since <= now - answeredAt;
    if (!this.#isRunning) return false;
    const estimateAt = this.#estimateAt;
    const hasPassed = estimateAt !== null && estimateAt <= now && answeredAt < estimateAt;
    return hasPassed || (this.#whole.isWatched && answeredAt + RARELY_MS <= now);
  }

  /** Its own address has told of it as going on, though the list knows that it is not. */
  get #isBehind(): boolean {
    if (this.#entry === null || this.#summary === null) return false;
    return this.#summary.rawStatus !== this.#entry.rawStatus && !isDone(dubbingProjectState(this.#summary.rawStatus));
  }

  /** It may have been asked before the list was. */
  #askOnceMore(): void {
    if (this.#disputed === this.#entry) return;
    this.#disputed = this.#entry;
    this.#details.outdate();
    this.#wantDetails('polling');
  }

  #learn(project: DubbingProject): void {
    if (deepEqual(this.#state, project)) return;
    this.#state = project;
    this.#since = this.#parts.clock.now();
  }

  #wantDetails(priority: 'interactive' | 'polling'): void {
    if (this.#details.isDue && this.#whole.isWatched) this.#details.want(priority);
  }

  #settled(): void {
    if (this.#isOver) return;
    const { failure, isDue, answer } = this.#details;
    if (isPermanent(failure, answer)) this.#endAt(failure);
    if (answer !== null) this.#takeAnswer(answer, isDue);
    if (!isDue && this.#isBehind) this.#askOnceMore();
    if (!this.#isOver) this.#parts.onChange();
  }

  #takeAnswer({ found }: Lookup<DubbingProject>, isDue: boolean): void {
    if (found !== null) {
      const summary = withoutDetails(found);
      if (deepEqual(this.#summary, summary)) return;
      this.#summary = summary;
      const tellsMore = this.#entry === null || summary.rawStatus !== this.#state?.rawStatus;
      if (!isDue && tellsMore) this.#learn(summary);
      return;
    }
    if (isDue) return;
    const error = notFound('DubbingProject');
    for (const view of [this.#listed, this.#whole]) view.gone(this.#parts.clock.now(), error);
    this[Symbol.dispose]();
    this.#parts.onAbsent();
  }

  /** Denied at its own address; the list may go on telling of it. */
  #endAt(failure: Error): void {
    if (this.#entry === null) this.end(failure);
    else this.#whole.end(failure);
  }
}

const withoutDetails = memoByIdentity((project: DubbingProject): DubbingProject => ({ ...project, details: null }));
