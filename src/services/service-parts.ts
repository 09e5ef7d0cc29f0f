import type { ArtifactReading } from '../contracts/artifact-reading.ts';
import type { Invalidations } from '../contracts/invalidations.ts';
import type { Options } from '../domain/catalogue/language.ts';
import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import type { VoiceLookup } from '../domain/dubbing-project/retranslation-checks.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Writes } from '../upstream/writes.ts';
import type { AudioStore } from './audio-store.ts';

/** The dependencies of the services of one operation. */
export interface ServiceParts {
  readonly writes: Writes;
  readonly reads: ServiceReads;
  /** The operation that writes. */
  readonly call: RequestOptions;
  readonly invalidate: Invalidations;
  readonly audioStore: AudioStore;
  /** The public address of a file in the store. */
  readonly audioUrl: (token: string) => string;
  /** Generates an unguessable key for a call without one. */
  readonly newIdempotencyKey: () => string;
}

/** The reads of the checks. They reject like the loaders. */
export interface ServiceReads {
  options(): Promise<Options>;
  voices(): Promise<VoiceLookup>;
  /** The project without its details; null if there is none. */
  dubbingProject(projectId: string): Promise<DubbingProject | null>;
  artifact(artifactId: string): Promise<ArtifactReading>;
  /** Sends a request, even if the artifact was read before. */
  artifactAnew(artifactId: string): Promise<ArtifactReading>;
}
