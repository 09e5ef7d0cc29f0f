import type { VideoKey } from '../domain/video/video.ts';
import type { Created, Deleted } from '../domain/writes.ts';

/**
 * How a write says what it has touched. Answers that were read before it, or are being read, serve no later reader:
 * neither another operation nor the rest of this one. It applies to a failed write too: the service may have done it,
 * or an outdated answer may have misled the caller.
 */
export interface Invalidations {
  /** A write has created this: it is there for a while, even if the service does not know of it yet. */
  created(thing: Created): void;
  /** A write has deleted this: it is gone, even if the service still answers about it for a while. */
  deleted(thing: Deleted): void;
  /** The answer of the project's own address; its entry in the list belongs to the list. */
  dubbingProject(projectId: string): void;
  dubbingProjectList(): void;
  balance(): void;
  artifact(artifactId: string): void;
  video(video: VideoKey): void;
  /** All of its videos. */
  studioProject(projectId: string): void;
}
