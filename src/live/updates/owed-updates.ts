import type { Clock } from '../../clock.ts';
import type { Refused } from '../../contracts/feed.ts';
import type { AnyUpdate } from '../../domain/update.ts';

const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 300_000;

interface Owed {
  /** The last update about the same subject. */
  latest: AnyUpdate;
  /** Of a list: the service's own ids of the projects with fields that could not be read. */
  readonly projectIds: ReadonlySet<string>;
  readonly errors: number;
  readonly attempt: number;
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

  owe(update: AnyUpdate, refused: Refused): void {
    const subject = subjectOf(update);
    const previous = this.#owed.get(subject);
    const attempt = (update.retry?.attempt ?? 0) + 1;
    const projectIds = new Set([...(previous?.projectIds ?? []), ...concernedProjects(update, refused.items)]);
    this.#remove(subject);
    const timer = this.#clock.after(pauseMs(refused, attempt), () => {
      owed.isDue = true;
      this.#wake();
    });
    const errors = (previous?.errors ?? 0) + refused.errors;
    const owed: Owed = { latest: update, projectIds, errors, attempt, isDue: false, timer };
    this.#owed.set(subject, owed);
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
function pauseMs({ retryAfterMs }: Refused, attempt: number): number {
  return Math.min(LONGEST_PAUSE_MS, retryAfterMs ?? FIRST_PAUSE_MS * 2 ** (attempt - 1));
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

function retryOf({ latest, projectIds, errors, attempt }: Owed, sequence: number): AnyUpdate {
  const shared = retries.get(latest) ?? new Map<string, AnyUpdate>();
  retries.set(latest, shared);
  const key = `${sequence} ${attempt} ${errors} ${[...projectIds].join(' ')}`;
  const update: AnyUpdate = shared.get(key) ?? {
    ...withProjects(latest, projectIds),
    kind: 'CHANGED',
    sequence,
    skipped: 0,
    alwaysSend: false,
    retry: { attempt, errors },
  };
  shared.set(key, update);
  return update;
}

/** As they were when the reader was last sent anything of the list. */
function withProjects(latest: AnyUpdate, projectIds: ReadonlySet<string>): AnyUpdate {
  if (latest.of === 'DubbingProject' || latest.of === 'Artifact') return { ...latest, previousStatus: null };
  if (latest.of === 'Video') return { ...latest, changes: [] };
  if (latest.of !== 'DubbingProjects') return latest;
  const all = latest.after();
  return { ...latest, projects: [...projectIds].flatMap((id) => all.get(id) ?? []), before: all };
}
