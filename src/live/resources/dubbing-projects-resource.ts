import type {
  DubbingProject,
  DubbingProjectList,
  DubbingProjectStatus,
} from '../../domain/dubbing-project/dubbing-project.ts';
import { projectsById } from '../../domain/dubbing-project/projects-by-id.ts';
import type { DubbingProjectsUpdate, DubbingProjectUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { PollOutcome } from '../schedule/polling.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { type DubbingProjectState, dubbingProjectKind, lacksEstimate, newDubbingProject } from './dubbing-project.ts';
import { dubbingProjectsKind, newDubbingProjects } from './dubbing-projects.ts';
import type { Priority } from './kind.ts';
import { PolledResource, type ResourceParts } from './polled-resource.ts';
import type { Subject } from './subject.ts';

/**
 * Where requests are counted, an estimate saves looks at the list. Where more projects than this lack one, asking for each
 * would cost more than it saves; and as long as one lacks it, the estimates of the others save nothing.
 */
const MAX_SOUGHT = 4;

type OneProject = Subject<
  DubbingProjectList,
  Lookup<DubbingProject>,
  DubbingProjectState,
  DubbingProject,
  DubbingProjectStatus | null,
  DubbingProjectUpdate
>;

/** The list of projects: one request is about all of them that are watched, each by itself or all together. */
export class DubbingProjectsResource extends PolledResource<DubbingProjectList> {
  readonly #parts: ResourceParts;
  readonly #reads: AccountReads;
  readonly #all;
  readonly #each = new Map<string, OneProject>();

  constructor(parts: ResourceParts, reads: AccountReads) {
    super(parts, reads.dubbingProjectList, dubbingProjectsKind.resource);
    this.#parts = parts;
    this.#reads = reads;
    const subject = { kind: dubbingProjectsKind, state: newDubbingProjects(parts.clock.now()), details: null };
    this.#all = this.add(subject, () => undefined);
  }

  openAll(): BaseFeed<DubbingProjectsUpdate> {
    return this.enter(this.#all, () => this.#all.open({ details: false }));
  }

  openOne(projectId: string, reader: { readonly details: boolean }): BaseFeed<DubbingProjectUpdate> {
    const project = this.#each.get(projectId) ?? this.#addOne(projectId);
    return this.enter(project, () => project.open(reader));
  }

  /** It was in the list that was answered last. */
  lists(projectId: string): boolean {
    return this.value !== null && projectsById(this.value).has(projectId);
  }

  override async poll(priority: Priority): Promise<PollOutcome> {
    // Readers who have left, and not come back by now, have left for good.
    for (const [projectId, project] of this.#each) {
      if (project.hasReaders) continue;
      this.remove(project);
      this.#each.delete(projectId);
    }
    const outcome = await super.poll(priority);
    if (outcome === 'answered' && this.status.freshness === 'LIVE') this.#seekEstimates();
    return outcome;
  }

  #addOne(projectId: string): OneProject {
    const { clock } = this.#parts;
    const details = this.#reads.dubbingProject(projectId);
    const subject = { kind: dubbingProjectKind, state: newDubbingProject(projectId, clock.now()), details };
    const project = this.add(subject, () => this.#each.delete(projectId));
    this.#each.set(projectId, project);
    return project;
  }

  /** With plenty of quota the list is polled so often that an estimate says nothing more. */
  #seekEstimates(): void {
    if (this.#reads.service.ledger.outlook().windows.length === 0) return;
    const lacking = [...this.#each.values()].filter((project) => project.isWatched && lacksEstimate(project.state));
    if (lacking.length <= MAX_SOUGHT) for (const project of lacking) project.dispatch({ is: 'estimateSought' });
  }
}
