import type { Artifact } from '../domain/artifact/artifact.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project/dubbing-project.ts';
import { projectsById } from '../domain/dubbing-project/projects-by-id.ts';
import type { StudioProject, VideoDetails, VideoProgress } from '../domain/video/video.ts';
import type { Created, Deleted } from '../domain/writes.ts';
import { type Lookup, ONLY, videoAddress } from './reads.ts';
import { Receipts, type WriteTime } from './receipts.ts';
import type { ResponseCache } from './response-cache.ts';

export interface CoherenceParts {
  readonly now: () => number;
  /** The caches whose answers are about the same things. */
  readonly dubbingProjectList: () => Pick<ResponseCache<DubbingProjectList>, 'amend' | 'latest'>;
  readonly dubbingProject: () => Pick<ResponseCache<Lookup<DubbingProject>>, 'forgetWhere'>;
  /** Called with each answer of a project's own address that counts, before the list is corrected by it. */
  readonly onProject: (project: DubbingProject, asked: number) => void;
}

type Reconcile<T> = (address: string, answer: T, asked: number) => T;

/** Answers of projects' own addresses whose summaries are kept until a list is asked for later than they were. */
const MAX_LATER = 500;

/** The part of a project that the list is corrected by: its scripts may have megabytes. */
type Summary = Pick<DubbingProject, 'projectId' | 'rawStatus' | 'name'>;

/**
 * Keeps the answers of one account in agreement. Two addresses answer about a dubbing project, its own and the list: the
 * answer that was asked for later counts. The receipt of a write is an answer too (`receipts.ts`).
 */
export class Coherence {
  readonly #parts: CoherenceParts;
  readonly #dubbingProjects: Receipts<DubbingProject>;
  readonly #artifacts: Receipts<Artifact>;
  readonly #videos: Receipts<VideoDetails>;
  readonly #progress: Receipts<VideoProgress>;
  readonly #studioProjects: Receipts<StudioProject>;
  readonly #later = new Map<string, { readonly summary: Summary; readonly asked: number }>();

  constructor(parts: CoherenceParts) {
    this.#parts = parts;
    this.#dubbingProjects = new Receipts(parts.now);
    this.#artifacts = new Receipts(parts.now);
    this.#videos = new Receipts(parts.now);
    this.#progress = new Receipts(parts.now);
    this.#studioProjects = new Receipts(parts.now);
  }

  /** The effective answer to the read with this name. */
  readonly reconcile = {
    dubbingProjectList: ((_address, list, asked) => this.#reconcileList(list, asked)) as Reconcile<DubbingProjectList>,
    dubbingProject: ((id, { found }, asked) => this.#reconcileProject(id, found, asked)) as Reconcile<
      Lookup<DubbingProject>
    >,
    artifact: ((id, { found }, asked) => this.#artifacts.settle(id, found, asked)) as Reconcile<Lookup<Artifact>>,
    videoDetails: ((address, lookup, asked) => this.#reconcileVideo(this.#videos, address, lookup, asked)) as Reconcile<
      Lookup<VideoDetails>
    >,
    videoProgress: ((address, lookup, asked) =>
      this.#reconcileVideo(this.#progress, address, lookup, asked)) as Reconcile<Lookup<VideoProgress>>,
  };

  /** A list that was asked for later says otherwise of the project. */
  readonly isOutdated = (projectId: string, answer: Lookup<DubbingProject>, asked: number): boolean => {
    const list = this.#parts.dubbingProjectList().latest(ONLY);
    return list !== null && outdatedBy(list.answer, list.asked)(projectId, answer, asked);
  };

  /** A write has succeeded. Earlier reads stay valid. */
  created(thing: Created, when: WriteTime): void {
    switch (thing.kind) {
      case 'DubbingProject':
        this.#dubbingProjects.put(thing.projectId, thing, when);
        return;
      case 'Artifact':
        this.#artifacts.put(thing.artifactId, { ...thing, isJustCreated: true }, when);
        return;
      case 'Video':
        if (thing.details !== null) this.#videos.put(videoAddress(thing), thing.details, when);
        this.#progress.put(videoAddress(thing), thing.progress, when);
    }
  }

  deleted(thing: Deleted, when: WriteTime): void {
    switch (thing.kind) {
      case 'DubbingProject':
        this.#later.delete(thing.projectId);
        this.#dubbingProjects.put(thing.projectId, null, when);
        return;
      case 'StudioProject':
        this.#studioProjects.put(videoAddress({ ...thing, videoId: '' }), thing, when);
        return;
      case 'Video':
        for (const receipts of [this.#videos, this.#progress]) receipts.put(videoAddress(thing), null, when);
    }
  }

  #reconcileList(list: DubbingProjectList, asked: number): DubbingProjectList {
    this.#parts.dubbingProject().forgetWhere(outdatedBy(list, asked));
    for (const [projectId, answer] of this.#later) if (answer.asked < asked) this.#later.delete(projectId);
    let reconciled = list;
    for (const { summary } of this.#later.values()) reconciled = withSummary(reconciled, summary);
    return this.#dubbingProjects.isEmpty ? reconciled : this.#withReceipts(reconciled, asked);
  }

  #withReceipts(list: DubbingProjectList, asked: number): DubbingProjectList {
    const items = new Map(list.items.map((project) => [project.projectId, project]));
    const deleted: string[] = [];
    for (const [projectId, receipt] of this.#dubbingProjects.all) {
      const entry = items.get(projectId);
      const value = entry === undefined ? null : { ...entry, details: receipt?.details ?? null };
      const { found, isCertain } = this.#dubbingProjects.settle(projectId, value, asked);
      if (isCertain) deleted.push(projectId);
      if (found === null) items.delete(projectId);
      else if (entry === undefined) items.set(projectId, { ...found, details: null });
    }
    return { ...list, items: [...items.values()], deleted };
  }

  #reconcileProject(projectId: string, found: DubbingProject | null, asked: number): Lookup<DubbingProject> {
    const settled = this.#dubbingProjects.settle(projectId, found, asked);
    const project = settled.found;
    if (project !== null && Number.isFinite(asked)) {
      this.#parts.onProject(project, asked);
      this.#later.delete(projectId);
      const summary = { projectId, rawStatus: project.rawStatus, name: project.name };
      this.#later.set(projectId, { summary, asked });
      for (const oldest of this.#later.keys()) if (this.#later.size > MAX_LATER) this.#later.delete(oldest);
      this.#parts.dubbingProjectList().amend(ONLY, asked, (list) => withSummary(list, summary));
    }
    return settled;
  }

  #reconcileVideo<T extends object>(
    receipts: Receipts<T>,
    address: string,
    { found }: Lookup<T>,
    asked: number,
  ): Lookup<T> {
    const isDeleted = this.#studioProjects.all.some(([prefix]) => address.startsWith(prefix));
    return isDeleted ? { found: null, isCertain: true } : receipts.settle(address, found, asked);
  }
}

/** An answer of a project's own address from before the list, which says otherwise. */
function outdatedBy(list: DubbingProjectList, listAsked: number) {
  return (projectId: string, { found }: Lookup<DubbingProject>, asked: number): boolean => {
    const entry = projectsById(list).get(projectId);
    if (asked > listAsked || entry === undefined) return false;
    return found === null || isDifferent(entry, found);
  };
}

/** The list, with what the project's own address says of its entry. Where the list lacks the project, it stays without. */
function withSummary(list: DubbingProjectList, summary: Summary): DubbingProjectList {
  const { projectId, rawStatus, name } = summary;
  const entry = list.items.find((item) => item.projectId === projectId);
  if (entry === undefined || !isDifferent(entry, summary)) return list;
  const corrected = { ...entry, rawStatus, name: name ?? entry.name };
  return { ...list, items: list.items.map((item) => (item === entry ? corrected : item)) };
}

/** The fields that change in the life of a project. In the rest the two addresses may differ for good. */
function isDifferent(entry: Summary, { rawStatus, name }: Summary): boolean {
  return entry.rawStatus !== rawStatus || (name !== null && entry.name !== name);
}
