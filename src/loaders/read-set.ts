import type { Loaders } from './loaders.ts';
import { addressOf, type KeyArguments, type ReadName, type ValueOf } from './reads.ts';

/** One read of an operation, and what it gave. */
interface TrackedRead {
  readonly again: (loaders: Loaders) => Promise<object | null>;
  /** Weak: a read set keeps no answer in memory that is otherwise forgotten. */
  readonly value: WeakRef<object> | null;
}

/**
 * The reads of an operation, in waves: the reads of one wave were begun before any of their answers was there; those
 * of the next one may follow from them.
 */
export type ReadSet = readonly (readonly TrackedRead[])[];

/** The same while its operation runs. */
interface FinishedRead extends Pick<TrackedRead, 'again'> {
  readonly value: object | null;
}

const weakly = ({ again, value }: FinishedRead): TrackedRead => ({ again, value: value && new WeakRef(value) });

export interface TrackedLoaders {
  /** The same loaders; what is read through them is recorded. */
  readonly loaders: Loaders;
  /** Null if the answer depends on more than on what was read, or if a read has failed. */
  record(): ReadSet | null;
  /** Records nothing from now on: there is no record. */
  forgo(): void;
  /** How often a loader was used so far, for whatever. */
  uses(): number;
}

/**
 * Records what a query reads, so that its answer may serve again as long as the service says the same: the upstream
 * gives the identical object for an unchanged answer, and a query is a function of its document, its variables and what it
 * has read. Not for a mutation, which reads anew what it has written.
 */
export function trackReads(loaders: Loaders): TrackedLoaders {
  const waves: FinishedRead[][] = [];
  const recorded = new Set<string>();
  let answersSinceWave = 1;
  let isRepeatable = true;
  let uses = 0;

  function record(again: TrackedRead['again'], answer: Promise<object | null>): void {
    if (answersSinceWave > 0) waves.push([]);
    answersSinceWave = 0;
    const wave = waves.at(-1);
    answer.then(
      (value) => {
        answersSinceWave += 1;
        wave?.push({ again, value });
      },
      () => {
        isRepeatable = false;
      },
    );
  }

  return {
    loaders: {
      load<Name extends ReadName>(name: Name, ...key: KeyArguments<Name>): Promise<ValueOf<Name>> {
        uses += 1;
        const answer = loaders.load(name, ...key);
        if (!isRepeatable) return answer;
        const address = `${name} ${addressOf(name, ...key)}`;
        if (!recorded.has(address)) {
          recorded.add(address);
          record(readAgain(name, key), answer);
        }
        return answer;
      },
      checkedAt(value) {
        // The same answer may come at another time.
        isRepeatable = false;
        uses += 1;
        return loaders.checkedAt(value);
      },
      requestBudget() {
        // It changes by itself.
        isRepeatable = false;
        uses += 1;
        return loaders.requestBudget();
      },
    },
    record: () => (isRepeatable ? waves.map((wave) => wave.map(weakly)) : null),
    forgo() {
      isRepeatable = false;
    },
    uses: () => uses,
  };
}

/**
 * Made out here, where it can hold nothing but its key: a read set outlives its operation, and must keep neither that nor
 * its request in memory.
 */
function readAgain<Name extends ReadName>(name: Name, key: KeyArguments<Name>): TrackedRead['again'] {
  return (loaders) => loaders.load(name, ...key);
}

/**
 * Reads the same again, wave by wave; true if everything is as it was. The loaders keep what was read: where something has
 * changed, the operation that runs after this asks for nothing twice, and nothing was asked for that only followed from
 * the changed value.
 */
export async function isUnchanged(readSet: ReadSet, loaders: Loaders): Promise<boolean> {
  for (const wave of readSet) {
    try {
      const asked = wave.map(({ again }) => again(loaders));
      // Most waves are one read.
      const values = asked.length === 1 ? [await asked[0]] : await Promise.all(asked);
      if (!wave.every(({ value }, index) => isSame(value, values[index] ?? null))) return false;
    } catch {
      return false;
    }
  }
  return true;
}

function isSame(earlier: TrackedRead['value'], value: object | null): boolean {
  return earlier === null ? value === null : value !== null && earlier.deref() === value;
}
