import type { Artifact } from '../domain/artifact/artifact.ts';

export interface ArtifactReading {
  readonly found: Artifact | null;
  /** The service was not asked for this reading: it may be as old as the response cache keeps answers. */
  readonly isCached: boolean;
}
