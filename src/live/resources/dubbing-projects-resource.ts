import type {
  DubbingProject,
  DubbingProjectList,
  DubbingProjectStatus,
} from '../../domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectSelection } from '../../domain/dubbing-project/dubbing-project-selection.ts';
import { projectsById } from '../../domain/dubbing-project/projects-by-id.ts';
import type { DubbingProjectsUpdate, DubbingProjectUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Lookup } from '../../loaders/reads.ts';
import type { Observation, PollOutcome } from '../schedule/polling.ts';
import type { KnownProjects } from '../updates/account-updates.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import type { ReaderOptions } from '../updates/topic-feed.ts';
import { type DubbingProjectState, dubbingProjectKind, lacksEstimate, newDubbingProject } from './dubbing-project.ts';
import {
  DUBBING_PROJECT_LIST,
  type DubbingProjectsState,
  dubbingProjectsKind,
  newDubbingProjects,
} from './dubbing-projects.ts';
import type { Priority } from './kind.ts';
import { PolledResource, type ResourceParts } from './polled-resource.ts';
import type { Subject, SubjectReader } from './subject.ts';

/**
 * Where requests are counted, an estimate saves looks at the list. Where more projects than this lack one, asking for each
 * would cost more than it saves; and as long as one lacks it, the estimates of the others save nothing.
 */
const MAX_SOUGHT = 4;

/** Whatever a selection shows of them. */
const ALL_PROJECTS = { kind: 'DubbingProjects' } as const;

type OneProject = Subject<
  DubbingProjectList,
  Lookup<DubbingProject>,
  DubbingProjectState,
  DubbingProject,
  DubbingProjectStatus | null,
  DubbingProjectUpdate
>;

type Selected = Subject<
  DubbingProjectList,
  never,
  DubbingProjectsState,
  KnownProjects,
  KnownProjects,
  DubbingProjectsUpdate
>;

/** The list of projects: one request is about all of them that are watched, each by itself or all together. */
export class DubbingProjectsResource extends PolledResource<DubbingProjectList> {
  readonly #parts: ResourceParts;
  readonly #reads: AccountReads;
  /** One for each selection that anybody reads. */
  readonly #selected = new Map<string, Selected>();
  readonly #each = new Map<string, OneProject>();

  constructor(parts: ResourceParts, reads: AccountReads) {
    super(parts, reads.dubbingProjectList, DUBBING_PROJECT_LIST);
    this.#parts = parts;
    this.#reads = reads;
  }

  openSelected(selection: DubbingProjectSelection, reader: ReaderOptions): BaseFeed<DubbingProjectsUpdate> {
    const key = JSON.stringify(selection);
    const selected = this.#selected.get(key) ?? this.#addSelected(key, selection);
    return this.enter(selected, () => selected.open({ ...reader, details: false }));
  }

  /** However many selections are read, they are of one list. */
  override get observations(): readonly Observation[] {
    const observations = super.observations;
    const list = observations.find(isOfList);
    return observations.filter((observation) => observation === list || !isOfList(observation));
  }

  openOne(projectId: string, reader: SubjectReader): BaseFeed<DubbingProjectUpdate> {
    const project = this.#each.get(projectId) ?? this.#addOne(projectId);
    return this.enter(project, () => project.open(reader));
  }

  /** It was in the list that was answered last. */
  lists(projectId: string): boolean {
    return this.value !== null && projectsById(this.value).has(projectId);
  }

  override async poll(priority: Priority): Promise<PollOutcome> {
    this.#removeUnread(this.#each);
    this.#removeUnread(this.#selected);
    const outcome = await super.poll(priority);
    if (outcome === 'answered' && this.status.freshness === 'LIVE') this.#seekEstimates();
    return outcome;
  }

  /** Readers who have left, and not come back by now, have left for good. */
  #removeUnread(subjects: Map<string, Selected | OneProject>): void {
    for (const [key, subject] of subjects) {
      if (subject.hasReaders) continue;
      this.remove(subject);
      subjects.delete(key);
    }
  }

  #addSelected(key: string, selection: DubbingProjectSelection): Selected {
    const state = newDubbingProjects(this.#parts.clock.now());
    const subject = { kind: dubbingProjectsKind(selection), thing: ALL_PROJECTS, state, details: null };
    const selected = this.add(subject, () => this.#selected.delete(key));
    this.#selected.set(key, selected);
    return selected;
  }

  #addOne(projectId: string): OneProject {
    const { clock } = this.#parts;
    const details = this.#reads.dubbingProject(projectId);
    const thing = { kind: 'DubbingProject', projectId } as const;
    const subject = { kind: dubbingProjectKind, thing, state: newDubbingProject(projectId, clock.now()), details };
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

function isOfList({ kind }: Observation): boolean {
  return kind === 'dubbingProjectList';
}
