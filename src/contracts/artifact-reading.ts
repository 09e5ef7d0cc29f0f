import type { Artifact } from '../domain/artifact/artifact.ts';

export interface ArtifactReading {
  readonly found: Artifact | null;
  /** The answer came from the response cache and may be as old as that allows. */
  readonly isCached: boolean;
}
