import { LRUCache } from 'lru-cache';
import type { Clock } from '../clock.ts';
import { deepEqual } from '../domain/common/deep-equal.ts';
import { instantOf } from '../domain/common/instant.ts';
import { lazy } from '../domain/common/lazy.ts';
import {
  type DubbingOutput,
  type DubbingProject,
  type DubbingProjectList,
  dubbingProjectStatus,
} from '../domain/dubbing-project/dubbing-project.ts';
import { projectsById } from '../domain/dubbing-project/projects-by-id.ts';
import type { AnswerRoom, RoomPlace } from './answer-room.ts';
import { type Lookup, ONLY } from './reads.ts';
import type { Remembered } from './remembered-answers.ts';
import type { ResponseCache } from './response-cache.ts';

export interface ProjectDetailsParts {
  readonly clock: Pick<Clock, 'now'>;
  /** Where they are counted, over all accounts. */
  readonly room: AnswerRoom;
  readonly dubbingProjectList: () => Pick<ResponseCache<DubbingProjectList>, 'peek' | 'isWatched'>;
}

interface Kept {
  readonly project: DubbingProject;
  /** The list's entry when the project's own address answered, with the status of that answer. */
  readonly entry: DubbingProject;
  /** The ticket of the request. */
  readonly asked: number;
  readonly answeredAt: number;
  readonly bytes: number;
  readonly place: RoomPlace;
}

const HOUR_MS = 60 * 60_000;
/** As rarely as a watch asks for the details of a project that goes on for long. */
const RUNNING_MS = 15 * 60_000;
const MAX_PROJECTS = 1000;
const MAX_BYTES = 8 * 1024 * 1024;
/** A project without its scripts, and a segment without its text. */
const PROJECT_BYTES = 2000;
const SEGMENT_BYTES = 200;

/**
 * The answers of projects' own addresses, kept longer than the response cache keeps any: the details of a finished
 * project serve as long as the list has the identical entry, an hour at most. Those of a running one serve only while the
 * list is watched and its estimate has not passed.
 */
export class ProjectDetails implements Disposable {
  readonly #parts: ProjectDetailsParts;
  /** Made with the first details: it takes some 50 kB, and most accounts never read any. */
  readonly #kept = lazy(
    () =>
      new LRUCache<string, Kept>({
        max: MAX_PROJECTS,
        maxSize: MAX_BYTES,
        sizeCalculation: ({ bytes }) => bytes,
        dispose: ({ place }) => place.release(),
      }),
  );

  constructor(parts: ProjectDetailsParts) {
    this.#parts = parts;
  }

  /** An answer of the project's own address. Nothing is kept of a project that the list does not have. */
  keep(project: DubbingProject, asked: number): void {
    const { projectId, rawStatus, details } = project;
    const entry = this.#entryOf(projectId);
    this.forget(projectId);
    if (entry === undefined || details === null) return;
    const bytes = PROJECT_BYTES + bytesOf(details.output);
    if (bytes > MAX_BYTES) return;
    const place = this.#parts.room.keep(bytes, () => this.forget(projectId));
    if (place === null) return;
    const answeredAt = this.#parts.clock.now();
    this.#kept().set(projectId, { project, entry: { ...entry, rawStatus }, asked, answeredAt, bytes, place });
  }

  /** The project with its details, if they serve without a request. */
  find(projectId: string): Remembered<Lookup<DubbingProject>> | undefined {
    const kept = this.#kept().get(projectId);
    if (kept === undefined) return undefined;
    const entry = this.#entryOf(projectId);
    if (entry === undefined) return undefined;
    if (isEntryOf(kept, entry) && this.#isValid(kept)) return rememberedOf(kept);
    this.#kept().delete(projectId);
    return undefined;
  }

  forget(projectId: string): void {
    this.#kept().delete(projectId);
  }

  [Symbol.dispose](): void {
    this.#kept().clear();
  }

  #isValid({ project, answeredAt }: Kept): boolean {
    const now = this.#parts.clock.now();
    if (isFinished(project)) return now - answeredAt < HOUR_MS;
    const estimateAt = instantOf(project.details?.estimatedCompletionAt ?? null);
    const isDue = estimateAt !== null && estimateAt <= now;
    return this.#parts.dubbingProjectList().isWatched(ONLY) && !isDue && now - answeredAt < RUNNING_MS;
  }

  #entryOf(projectId: string): DubbingProject | undefined {
    const list = this.#parts.dubbingProjectList().peek(ONLY);
    return list && projectsById(list).get(projectId);
  }
}

/** The list says the same as then, or what the project's own address has corrected it to. */
function isEntryOf({ entry, project: { name } }: Kept, listed: DubbingProject): boolean {
  return deepEqual(listed, entry) || (name !== null && deepEqual(listed, { ...entry, name }));
}

function rememberedOf({ project: found, asked, answeredAt: at }: Kept): Remembered<Lookup<DubbingProject>> {
  return { answer: { found }, asked, answered: asked, at, by: null };
}

function isFinished({ rawStatus }: DubbingProject): boolean {
  const status = dubbingProjectStatus(rawStatus);
  return status === 'ready' || status === 'error';
}

function bytesOf(output: DubbingOutput | null): number {
  if (output === null) return 0;
  const segments = [...output.sourceScript.items, ...output.targetScript.items];
  return segments.reduce((bytes, { text }) => bytes + SEGMENT_BYTES + 2 * text.length, 0);
}
