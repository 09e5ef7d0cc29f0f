import type { Artifact } from '../domain/artifact/artifact.ts';
import type { Options } from '../domain/catalogue/language.ts';
import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import type { VoiceLookup } from '../domain/dubbing-project/retranslation-checks.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Writes } from '../upstream/writes.ts';
import type { AudioStore } from './audio-store.ts';

/** What the services of one operation are made of. */
export interface ServiceParts {
  readonly writes: Writes;
  readonly reads: ServiceReads;
  /** The operation that writes. */
  readonly call: RequestOptions;
  readonly invalidate: Consequences;
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
  /** What the project list tells of it; `null` if there is no such project. */
  dubbingProject(projectId: string): Promise<DubbingProject | null>;
  artifact(artifactId: string, options: { readonly fresh: boolean }): Promise<ArtifactReading>;
}

interface ArtifactReading {
  readonly found: Artifact | null;
  /** Whether it may be as old as the short memory keeps it: the service was not asked for this reading. */
  readonly remembered: boolean;
}

/**
 * What follows from a write, by the words: nothing that was read before, or is being read, serves a later reader (of
 * this operation neither). All of it also when the write has failed: it may have been done, or what was remembered may
 * have misled the caller.
 */
interface Consequences {
  dubbingProject(projectId: string): void;
  dubbingProjectList(): void;
  balance(): void;
  artifact(artifactId: string): void;
  video(video: VideoKey): void;
  /** All of its videos. */
  studioProject(projectId: string): void;
}
