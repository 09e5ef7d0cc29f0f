import type { ArtifactReading } from '../contracts/artifact-reading.ts';
import type { Invalidations } from '../contracts/invalidations.ts';
import type { RequestBudget } from '../domain/balance.ts';
import type { KeyArguments, ReadName, ValueOf } from './reads.ts';

/** Reading, as a resolver sees it: one set for each operation, in which each thing is asked for once. */
export interface Loaders {
  /**
   * Reads one thing of the table `READS`: `load('balance')`, `load('artifact', artifactId)`. It rejects with an error
   * of `errors.ts`; null means that there is no such thing.
   */
  load<Name extends ReadName>(name: Name, ...key: KeyArguments<Name>): Promise<ValueOf<Name>>;
  /** The quota of the account, as counted here: the service is not asked. */
  requestBudget(): Promise<RequestBudget>;
  /** When the service was last asked for a value that was read (RFC 3339); null if nobody knows. Nothing is asked. */
  checkedAt(value: object): string | null;
}

/** The same for an operation that writes as well. */
export interface OperationLoaders extends Loaders {
  artifactReading(artifactId: string): Promise<ArtifactReading>;
  /** Asks the service for the artifact, even if it was read before. */
  artifactReadingAnew(artifactId: string): Promise<ArtifactReading>;
  readonly invalidate: Invalidations;
}
