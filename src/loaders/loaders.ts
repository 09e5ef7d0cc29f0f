import type { Artifact } from '../domain/artifact/artifact.ts';
import type { Balance, RequestBudget } from '../domain/balance.ts';
import type { Options } from '../domain/catalogue/language.ts';
import type { Voice } from '../domain/catalogue/voice.ts';
import type { MalformedItem } from '../domain/common/parsed-list.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project/dubbing-project.ts';
import type { VideoDetails, VideoKey, VideoProgress } from '../domain/video/video.ts';

/** The voices of one catalogue, indexed so that a look-up costs no scan. */
export interface VoiceCatalogue {
  /** Every voice, in ascending order of language code, name and key: the order of the connection. */
  readonly sorted: readonly Voice[];
  readonly inLanguage: ReadonlyMap<string, readonly Voice[]>;
  readonly malformed: ReadonlyMap<string, readonly MalformedItem[]>;
  /** The voice under this key, of whichever language lists it first. */
  find(key: string): Voice | null;
  findIn(language: string, key: string): Voice | null;
}

/**
 * Reading, as a resolver sees it: one set for each operation, in which one thing is asked for once.
 * Each rejects with an error of `errors.ts`; `null` means that there is no such thing.
 */
export interface Loaders {
  balance(): Promise<Balance>;
  requestBudget(): RequestBudget;
  options(): Promise<Options>;
  voices(): Promise<VoiceCatalogue>;
  dubbingProjects(): Promise<DubbingProjectList>;
  /**
   * One project. Where its details are needed its own address is asked; otherwise the list, and the address only for
   * what the list lacks (it may be newer than the list).
   */
  dubbingProject(projectId: string, needs: { readonly details: boolean }): Promise<DubbingProject | null>;
  artifact(artifactId: string): Promise<Artifact | null>;
  videoDetails(key: VideoKey): Promise<VideoDetails | null>;
  videoProgress(key: VideoKey): Promise<VideoProgress | null>;
}

/** The same for whoever writes as well: what checking an input needs, and how a write makes the reading anew. */
export interface OperationLoaders extends Loaders {
  artifactReading(artifactId: string, options: { readonly fresh: boolean }): Promise<ArtifactReading>;
  readonly invalidate: Invalidations;
}

export interface ArtifactReading {
  readonly found: Artifact | null;
  /** It may be as old as the short memory keeps it: the service was not asked for this reading. */
  readonly remembered: boolean;
}

/**
 * A write has touched these. What was read of them before, or is being read, serves no later reader: neither another
 * operation nor the rest of this one.
 */
export interface Invalidations {
  /** What its own address tells; its entry in the list is the list's. */
  dubbingProject(projectId: string): void;
  dubbingProjectList(): void;
  balance(): void;
  artifact(artifactId: string): void;
  video(video: VideoKey): void;
  /** All of its videos. */
  studioProject(projectId: string): void;
}
