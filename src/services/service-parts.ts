import type { ArtifactReading } from '../contracts/artifact-reading.ts';
import type { Invalidations } from '../contracts/invalidations.ts';
import type { Options } from '../domain/catalogue/language.ts';
import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import type { VoiceLookup } from '../domain/dubbing-project/retranslation-checks.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Writes } from '../upstream/writes.ts';
import type { AudioStore } from './audio-store.ts';

/** What the services of one operation are made of. */
export interface ServiceParts {
  readonly writes: Writes;
  readonly reads: ServiceReads;
  /** The operation that writes. */
  readonly call: RequestOptions;
  readonly invalidate: Invalidations;
  readonly audioStore: AudioStore;
  /** The public address of a file in the store. */
  readonly audioUrl: (token: string) => string;
  /** A key that nobody can guess, for a call that came without one. */
  readonly newIdempotencyKey: () => string;
}

/** What the checks read. Each rejects as the loaders do. */
export interface ServiceReads {
  options(): Promise<Options>;
  voices(): Promise<VoiceLookup>;
  /** The project without its details; null if there is none. */
  dubbingProject(projectId: string): Promise<DubbingProject | null>;
  artifact(artifactId: string): Promise<ArtifactReading>;
  /** Asks the service, whatever was read of the artifact before. */
  artifactAnew(artifactId: string): Promise<ArtifactReading>;
}
