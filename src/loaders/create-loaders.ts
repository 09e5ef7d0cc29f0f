import DataLoader from 'dataloader';
import type { ArtifactReading } from '../contracts/artifact-reading.ts';
import type { Invalidations } from '../contracts/invalidations.ts';
import { toError } from '../errors.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { AccountReads, CachedRead } from './account-reads.ts';
import type { Catalogue } from './catalogue.ts';
import type { OperationLoaders } from './loaders.ts';
import type { Lookup } from './reads.ts';
import { addressOf, type KeyArguments, type OperationReads, READS, type ReadName, type ValueOf } from './reads.ts';

export interface LoadersParts {
  readonly reads: AccountReads;
  /** The options of the operation that reads; the same each time. Called where a request may be needed. */
  readonly call: () => RequestOptions;
  /** The caller wants nothing out of the response cache (`Cache-Control: no-cache`). */
  readonly fresh: boolean;
  /** Called once for each read that needed no request of its own; null if nobody counts them. */
  readonly onMemoryHit: (() => void) | null;
  /** Called for each single thing that is asked for. */
  readonly onKey: () => void;
}

/** One set for each operation: within it, each thing is asked for once, also where the response cache remembers nothing. */
export function createLoaders(parts: LoadersParts): OperationLoaders {
  return new LoadersOfOperation(parts);
}

/** The reads of one line of the table that an operation has begun. */
interface Asked {
  load(key: unknown): Promise<unknown>;
  has(address: string): boolean;
}

class LoadersOfOperation implements OperationLoaders, OperationReads {
  readonly #parts: LoadersParts;
  #asked: Partial<Record<ReadName, Asked>> = {};
  /** Null as long as no artifact is read, as in most operations. */
  #artifactReadings: Map<string, Promise<ArtifactReading>> | null = null;
  #invalidate: Invalidations | null = null;

  constructor(parts: LoadersParts) {
    this.#parts = parts;
  }

  load<Name extends ReadName>(name: Name, ...[key]: KeyArguments<Name>): Promise<ValueOf<Name>> {
    const asked = this.#asked[name] ?? this.#begin(name);
    return asked.load(key) as Promise<ValueOf<Name>>;
  }

  hasAsked<Name extends ReadName>(name: Name, ...key: KeyArguments<Name>): boolean {
    return this.#asked[name]?.has(addressOf(name, ...key)) ?? false;
  }

  checkedAt(value: object): string | null {
    const at = this.#parts.reads.answeredAt(value);
    return at === null ? null : new Date(at).toISOString();
  }

  async requestBudget() {
    const { ledger } = this.#parts.reads.service;
    await ledger.ready();
    return ledger.budget();
  }

  artifactReading(artifactId: string): Promise<ArtifactReading> {
    return this.#artifactReadings?.get(artifactId) ?? this.#keepReading(artifactId, this.#parts.fresh);
  }

  artifactReadingAnew(artifactId: string): Promise<ArtifactReading> {
    return this.#keepReading(artifactId, true);
  }

  #keepReading(artifactId: string, fresh: boolean): Promise<ArtifactReading> {
    const reading = this.#readArtifact(artifactId, fresh);
    this.#artifactReadings ??= new Map();
    this.#artifactReadings.set(artifactId, reading);
    return reading;
  }

  /** An operation that has written reads everything anew: what the write did not touch is still in the response cache. */
  get invalidate(): Invalidations {
    this.#invalidate ??= this.#parts.reads.invalidationsOf(() => {
      this.#asked = {};
      this.#artifactReadings = null;
    });
    return this.#invalidate;
  }

  #begin(name: ReadName): Asked {
    const asked = this.#askedOf(name);
    this.#asked[name] = asked;
    return asked;
  }

  #askedOf(name: ReadName): Asked {
    const { reads, fresh } = this.#parts;
    const read = READS[name];
    switch (read.kind) {
      case 'single':
        return askOnce(this.#counted((call) => sourceOf<'single'>(reads, name).read(call(), { fresh }), itself));
      case 'catalogue':
        return askOnce(this.#counted((call) => sourceOf<'catalogue'>(reads, name).read(call), itself));
      case 'keyed': {
        const source = sourceOf<'keyed'>(reads, name);
        const find = (key: unknown) => {
          this.#parts.onKey();
          return this.#counted((call) => source(key).read(call(), { fresh }), foundOf);
        };
        return askEachOnce(find, addressIn(read));
      }
      case 'derived':
        return deriveEachOnce((key) => read.read(key as never, this), addressIn(read));
    }
  }

  /**
   * A read is from memory if it neither sent a request nor tried to: another's request that it shares counts as that too.
   * @param toValue makes the value of the answer; not in a step of its own, since an operation may have hundreds of reads
   */
  #counted<T, Value>(read: (call: () => RequestOptions) => Promise<T>, toValue: (answer: T) => Value): Promise<Value> {
    const { onMemoryHit, call } = this.#parts;
    if (onMemoryHit === null) return read(call).then(toValue);
    let hasAsked = false;
    const counting = (): RequestOptions => {
      const options = call();
      const onRequest = (ticket: number) => {
        hasAsked = true;
        options.onRequest(ticket);
      };
      return { ...options, onRequest };
    };
    return read(counting).then((answer) => {
      if (!hasAsked) onMemoryHit();
      return toValue(answer);
    });
  }

  /** An answer that others wait for already counts as cached: the request may have been sent before this reading. */
  async #readArtifact(artifactId: string, fresh: boolean): Promise<ArtifactReading> {
    const { reads } = this.#parts;
    const call = this.#parts.call();
    let isCached = true;
    const onRequest = (ticket: number) => {
      isCached = false;
      call.onRequest(ticket);
    };
    const { found } = await reads.artifact(artifactId).read({ ...call, onRequest }, { fresh });
    return { found, isCached };
  }
}

interface Sources {
  readonly single: CachedRead<object>;
  readonly keyed: (key: unknown) => CachedRead<Lookup<object>>;
  readonly catalogue: Catalogue<object>;
}

/** How the account reads a line of this kind. (TypeScript does not relate a line to its member of `AccountReads`.) */
function sourceOf<Kind extends keyof Sources>(reads: AccountReads, name: ReadName): Sources[Kind] {
  return reads[name as keyof AccountReads] as unknown as Sources[Kind];
}

function addressIn({ address }: { readonly address: (key: never) => string }): (key: unknown) => string {
  return address as (key: unknown) => string;
}

function askOnce(answer: Promise<unknown>): Asked {
  return { load: () => answer, has: () => true };
}

function itself<T>(answer: T): T {
  return answer;
}

function foundOf<T>({ found }: Lookup<T>): T | null {
  return found;
}

/** For resources that are asked for one by one: a repeat costs nothing, and a failure stays with its key. */
function askEachOnce(read: (key: unknown) => Promise<unknown>, addressOf: (key: unknown) => string): Asked {
  const answers = new Map<string, Promise<unknown>>();
  return {
    load(key) {
      const address = addressOf(key);
      let answer = answers.get(address);
      if (answer === undefined) {
        answer = read(key);
        answers.set(address, answer);
      }
      return answer;
    },
    has: (address) => answers.has(address),
  };
}

/** The same, each read once all that is loaded at the same time is known. */
function deriveEachOnce(read: (key: unknown) => Promise<unknown>, addressOf: (key: unknown) => string): Asked {
  const answers = new Map<string, Promise<unknown>>();
  const loader = new DataLoader<unknown, unknown, string>(
    (keys) => Promise.all(keys.map((key) => read(key).catch(toError))),
    { cacheKeyFn: addressOf, cacheMap: answers },
  );
  return { load: (key) => loader.load(key), has: (address) => answers.has(address) };
}
