import {
  type DubbingProject,
  type DubbingProjectList,
  dubbingProjectState,
} from '../../domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectsUpdate, DubbingProjectUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Observation } from '../schedule/polling.ts';
import { dubbingProjectsTelling, type KnownProjects } from '../updates/account-updates.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { Topic } from '../updates/topic.ts';
import { DubbingProjectResource } from './dubbing-project.ts';
import { PolledResource, type PolledResourceParts } from './polled-resource.ts';

/**
 * Where requests are counted, an estimate makes fewer looks at the list do. Where more projects than this lack one,
 * asking for each would cost more than it saves; and as long as one lacks it, those of the others save nothing.
 */
const MAX_SOUGHT = 4;

/** The list of projects: one request tells of all of them that are watched, each by itself or all together. */
export class DubbingProjectsResource extends PolledResource<DubbingProjectList> {
  readonly #reads: AccountReads;
  readonly #all = new Topic(dubbingProjectsTelling);
  protected readonly views = [this.#all];
  readonly #projects = new Map<string, DubbingProjectResource>();
  /** As the list says it. */
  #listed: KnownProjects | null = null;
  /** The same with what a list that is not whole may only have failed to tell. */
  #known: KnownProjects | null = null;
  #since: number;

  constructor(parts: PolledResourceParts, reads: AccountReads) {
    super(parts, reads.dubbingProjectList);
    this.#reads = reads;
    this.#since = parts.clock.now();
  }

  open(): BaseFeed<DubbingProjectsUpdate> {
    const { hasReaders } = this.#all;
    const feed = this.#all.open();
    // It is looked at in another way from here on.
    if (!hasReaders) this.replan();
    return feed;
  }

  /** It was in the list that was told last. */
  lists(projectId: string): boolean {
    return this.#listed?.has(projectId) ?? false;
  }

  openOne(projectId: string, reader: { readonly details: boolean }): BaseFeed<DubbingProjectUpdate> {
    const known = this.#projects.get(projectId);
    const project = known ?? this.#watchOne(projectId);
    const { isWatched } = project;
    const feed = project.open(reader);
    if (!known && this.#listed !== null) project.takeEntry(this.#listed.get(projectId) ?? null);
    project.publish(this.standing);
    if (!isWatched) this.replan();
    return feed;
  }

  override get isWatched(): boolean {
    return super.isWatched || [...this.#projects.values()].some((project) => project.isWatched);
  }

  get sights(): readonly Observation[] {
    if (this.#known === null) return [];
    const ofProjects = [...this.#projects.values()].map((project) => (project.isWatched ? project.sight : null));
    const sights = ofProjects.filter((sight) => sight !== null);
    return this.#all.hasReaders ? [this.#sightOfList(this.#known), ...sights] : sights;
  }

  override ask(priority: 'interactive' | 'polling'): Promise<void> {
    // Its turn has come: who has left, and not come back by now, has left.
    for (const [projectId, project] of this.#projects) {
      if (project.hasReaders) continue;
      project[Symbol.dispose]();
      this.#projects.delete(projectId);
    }
    return super.ask(priority);
  }

  protected take({ items, malformed }: DubbingProjectList, isNews: boolean): void {
    if (isNews) this.#since = this.parts.clock.now();
    if (isNews || this.#known !== null) {
      this.#listed = new Map(items.map((project) => [project.projectId, project]));
      this.#known = malformed.length === 0 || this.#known === null ? this.#listed : merge(this.#listed, this.#known);
    }
    for (const [projectId, project] of this.#projects) project.takeEntry(this.#listed?.get(projectId) ?? null);
    if (this.standing.freshness === 'LIVE') this.#seekEstimates();
  }

  protected override amend({ items }: DubbingProjectList): void {
    if (this.#known === null) return;
    const amended = new Map(items.map((project) => [project.projectId, project]));
    this.#known = new Map([...this.#known].map(([id, project]) => [id, amended.get(id) ?? project]));
  }

  protected publish(): void {
    const { standing } = this;
    this.#all.publish({ state: this.#known, ...standing });
    for (const project of this.#projects.values()) project.publish(standing);
  }

  protected override end(error: Error): void {
    for (const project of this.#projects.values()) project.end(error);
    super.end(error);
  }

  protected override release(): void {
    super.release();
    for (const project of this.#projects.values()) project[Symbol.dispose]();
    this.#projects.clear();
  }

  #watchOne(projectId: string): DubbingProjectResource {
    const project = new DubbingProjectResource({
      ...this.parts,
      reads: this.#reads,
      projectId,
      onChange: () => {
        this.replan();
        project.publish(this.standing);
      },
      isLive: () => this.standing.freshness === 'LIVE',
      onAbsent: () => {
        this.#projects.delete(projectId);
        this.replan();
      },
    });
    this.#projects.set(projectId, project);
    return project;
  }

  #sightOfList(known: KnownProjects): Observation {
    const isMoving = [...known.values()].some(({ rawStatus }) => dubbingProjectState(rawStatus) === 'RUNNING');
    const phase = isMoving ? 'working' : 'resting';
    return { kind: 'dubbingProjectList', phase, estimateAt: null, since: this.#since };
  }

  /** With plenty of quota the list is looked at so often that an estimate tells nothing more. */
  #seekEstimates(): void {
    if (this.#reads.service.ledger.outlook().windows.length === 0) return;
    const lacking = [...this.#projects.values()].filter((project) => project.lacksEstimate);
    if (lacking.length <= MAX_SOUGHT) for (const project of lacking) project.seekEstimate();
  }
}

function merge(listed: KnownProjects, before: KnownProjects): KnownProjects {
  return new Map<string, DubbingProject>([...listed, ...[...before].filter(([id]) => !listed.has(id))]);
}
