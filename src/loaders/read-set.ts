import type { VideoKey } from '../domain/video/video.ts';
import { videoAddress } from './account-reads.ts';
import type { Loaders } from './loaders.ts';

/** One read of an operation: how to make it again, and what it gave. */
interface TrackedRead {
  readonly again: (loaders: Loaders) => Promise<object | null>;
  /** Weakly: a record keeps nothing in memory that is otherwise forgotten. */
  readonly gave: WeakRef<object> | null;
}

/**
 * What an operation has read, in waves: the reads of one wave were begun before any of their answers was there; those
 * of the next one may follow from them.
 */
export type ReadSet = readonly (readonly TrackedRead[])[];

export interface TrackedLoaders {
  /** The same loaders; what is read through them is recorded. */
  readonly loaders: Loaders;
  /** Null if the answer depends on more than on what was read, or if a read has failed. */
  record(): ReadSet | null;
}

/**
 * Records what a query reads, so that its answer may serve again as long as the service tells the same: the upstream
 * gives the identical object for an unchanged answer, and a query is a function of its document, its variables and what it
 * has read. Not for a mutation, which reads anew what it has written.
 */
export function trackReads(loaders: Loaders): TrackedLoaders {
  const waves: TrackedRead[][] = [];
  const made = new Map<string, Promise<object | null>>();
  let answersSinceWave = 1;
  let isRepeatable = true;

  /** A read that is made twice is recorded once. */
  const recorded = <T extends object | null>(key: string, again: (loaders: Loaders) => Promise<T>): Promise<T> => {
    const answer = again(loaders);
    if (made.has(key)) return answer;
    made.set(key, answer);
    if (answersSinceWave > 0) waves.push([]);
    answersSinceWave = 0;
    const wave = waves.at(-1);
    answer.then(
      (gave) => {
        answersSinceWave += 1;
        wave?.push({ again, gave: gave && new WeakRef(gave) });
      },
      () => {
        isRepeatable = false;
      },
    );
    return answer;
  };

  return {
    loaders: {
      balance: () => recorded('balance', READ.balance),
      requestBudget: () => {
        // It changes by itself.
        isRepeatable = false;
        return loaders.requestBudget();
      },
      options: () => recorded('options', READ.options),
      voices: () => recorded('voices', READ.voices),
      dubbingProjects: () => recorded('list', READ.dubbingProjects),
      dubbingProject: (id, needs) =>
        recorded(`${needs.details ? 'details' : 'listed'} ${id}`, READ.dubbingProject(id, needs)),
      artifact: (id) => recorded(`artifact ${id}`, READ.artifact(id)),
      videoDetails: (key) => recorded(`video ${videoAddress(key)}`, READ.videoDetails(key)),
      videoProgress: (key) => recorded(`progress ${videoAddress(key)}`, READ.videoProgress(key)),
    },
    record: () => (isRepeatable ? waves : null),
  };
}

/**
 * The reads, to be made of whichever loaders. They are made out here, where they can hold nothing but their ids: beside
 * the loaders that are recorded, each would keep these in memory, and with them its operation, request and socket.
 */
const READ = {
  balance: (from: Loaders) => from.balance(),
  options: (from: Loaders) => from.options(),
  voices: (from: Loaders) => from.voices(),
  dubbingProjects: (from: Loaders) => from.dubbingProjects(),
  dubbingProject:
    (...asked: Parameters<Loaders['dubbingProject']>) =>
    (from: Loaders) =>
      from.dubbingProject(...asked),
  artifact: (id: string) => (from: Loaders) => from.artifact(id),
  videoDetails: (key: VideoKey) => (from: Loaders) => from.videoDetails(key),
  videoProgress: (key: VideoKey) => (from: Loaders) => from.videoProgress(key),
} as const;

/**
 * Reads the same again, wave by wave, and tells whether everything is as it was. What was read stays with the loaders:
 * where something has changed, the operation that runs after this asks for nothing twice, and nothing was asked for that
 * only followed from what has changed.
 */
export async function isUnchanged(record: ReadSet, loaders: Loaders): Promise<boolean> {
  for (const wave of record) {
    try {
      const answers = await Promise.all(wave.map(({ again }) => again(loaders)));
      if (!wave.every(({ gave }, index) => isSame(gave, answers[index] ?? null))) return false;
    } catch {
      return false;
    }
  }
  return true;
}

function isSame(gave: TrackedRead['gave'], gives: object | null): boolean {
  return gave === null ? gives === null : gives !== null && gave.deref() === gives;
}
