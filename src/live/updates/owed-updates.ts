import type { Clock } from '../../clock.ts';
import type { RefusedFields } from '../../contracts/feed.ts';
import type { AnyUpdate } from '../../domain/update.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;
/** A last update waits this long for its fields, then is sent as it is. */
export const LONGEST_HELD_MS = 60_000;
/** A retry comes this much before the quota is back: it stands in line, and polling comes after it. */
const LINE_UP_MS = 1_000;

interface Owed {
  /** The last update about the same subject. */
  latest: AnyUpdate;
  /** For a list: the service's own ids of the projects with fields that could not be read. */
  readonly projectIds: ReadonlySet<string>;
  readonly errors: number;
  readonly attempt: number;
  readonly waitedMs: number;
  isDue: boolean;
  readonly timer: Disposable;
}

/** The updates with fields that could not be read, by their subjects: each is made once more when it may be readable. */
export class OwedUpdates implements Disposable {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #wake: () => void;
  readonly #owed = new Map<string, Owed>();

  /** @param wake called when an update is due */
  constructor(clock: Pick<Clock, 'after'>, wake: () => void) {
    this.#clock = clock;
    this.#wake = wake;
  }

  /** A later update of one subject has all its fields; one of a list has those concerned only. */
  superseded(update: AnyUpdate): void {
    const owed = this.#owed.get(subjectOf(update));
    if (owed === undefined) return;
    if (update.of === 'DubbingProjects') owed.latest = update;
    else this.#remove(subjectOf(update));
  }

  /** @returns whether the update is held back until then */
  owe(update: AnyUpdate, refused: RefusedFields): boolean {
    const { attempt: previousAttempt = 0, waitedMs = 0 } = update.retry ?? {};
    // After GONE nothing can be read any more.
    if (update.kind === 'GONE' || (update.isFinal && waitedMs >= LONGEST_HELD_MS)) return false;
    const subject = subjectOf(update);
    const previous = this.#owed.get(subject);
    const attempt = previousAttempt + 1;
    const pause = pauseMs(refused, attempt);
    const heldMs = update.isFinal ? Math.min(pause, LONGEST_HELD_MS - waitedMs) : pause;
    this.#remove(subject);
    const owed: Owed = {
      latest: update,
      projectIds: new Set([...(previous?.projectIds ?? []), ...concernedProjects(update, refused.items)]),
      errors: (previous?.errors ?? 0) + refused.errors,
      attempt,
      waitedMs: waitedMs + heldMs,
      isDue: false,
      timer: this.#clock.after(heldMs, () => {
        owed.isDue = true;
        this.#wake();
      }),
    };
    this.#owed.set(subject, owed);
    return update.isFinal;
  }

  /** No more comes of a subject. */
  drop(subject: string): void {
    this.#remove(subject);
  }

  /** No more comes of any subject: only last updates are still to be sent. */
  keepHeld(): void {
    for (const [subject, { latest }] of this.#owed) if (!latest.isFinal) this.#remove(subject);
  }

  get isEmpty(): boolean {
    return this.#owed.size === 0;
  }

  /** The next one that is due, as the update of this number; null if there is none. */
  take(sequence: number): AnyUpdate | null {
    for (const [subject, owed] of this.#owed) {
      if (!owed.isDue) continue;
      this.#remove(subject);
      return retryOf(owed, sequence);
    }
    return null;
  }

  [Symbol.dispose](): void {
    for (const subject of this.#owed.keys()) this.#remove(subject);
  }

  #remove(subject: string): void {
    this.#owed.get(subject)?.timer[Symbol.dispose]();
    this.#owed.delete(subject);
  }
}

/** The quota is back when the refusal says; after a failure, the pause doubles each time. */
function pauseMs({ retryAfterMs }: RefusedFields, attempt: number): number {
  if (retryAfterMs === null) return Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1));
  return Math.min(LONGEST_PAUSE_MS, Math.max(LINE_UP_MS, retryAfterMs - LINE_UP_MS));
}

const subjectOf = (update: AnyUpdate): string => ('subject' in update ? update.subject : '');

/** A CHANGED that is no retry shows only a part of its projects, so that the places of its errors say nothing. */
function concernedProjects(update: AnyUpdate, items: ReadonlySet<number>): readonly string[] {
  if (update.of !== 'DubbingProjects') return [];
  const isWhole = update.kind !== 'CHANGED' || update.retry !== undefined;
  return update.projects.filter((_, index) => !isWhole || items.has(index)).map(({ projectId }) => projectId);
}

/** For readers who have been sent the same, the identical one, so that it is executed once. */
const retries = new WeakMap<AnyUpdate, Map<string, AnyUpdate>>();

function retryOf(owed: Owed, sequence: number): AnyUpdate {
  const { latest, projectIds, errors, attempt, waitedMs } = owed;
  const shared = retries.get(latest) ?? new Map<string, AnyUpdate>();
  retries.set(latest, shared);
  const key = `${sequence} ${attempt} ${errors} ${waitedMs} ${[...projectIds].join(' ')}`;
  const retry = { attempt, errors, waitedMs };
  const update: AnyUpdate = shared.get(key) ?? { ...(latest.isFinal ? latest : changedAnew(owed)), sequence, retry };
  shared.set(key, update);
  return update;
}

/** A reader has already been sent the update, without the fields. */
function changedAnew({ latest, projectIds }: Owed): AnyUpdate {
  return { ...withProjects(latest, projectIds), kind: 'CHANGED', skipped: 0, alwaysSend: false };
}

/** As they were when the reader was last sent anything of the list. */
function withProjects(latest: AnyUpdate, projectIds: ReadonlySet<string>): AnyUpdate {
  if (latest.of === 'DubbingProject' || latest.of === 'Artifact') return { ...latest, previousStatus: null };
  if (latest.of === 'Video') return { ...latest, changes: [] };
  if (latest.of !== 'DubbingProjects') return latest;
  const all = latest.after();
  return { ...latest, projects: [...projectIds].flatMap((id) => all.get(id) ?? []), before: all };
}
