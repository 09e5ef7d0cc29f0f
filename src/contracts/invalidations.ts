import type { VideoKey } from '../domain/video/video.ts';

/**
 * How a write says what it has touched. Answers that were read before it, or are being read, serve no later reader:
 * neither another operation nor the rest of this one. It applies to a failed write too: the service may have done it,
 * or an outdated answer may have misled the caller.
 */
export interface Invalidations {
  /** The answer of the project's own address; its entry in the list belongs to the list. */
  dubbingProject(projectId: string): void;
  dubbingProjectList(): void;
  balance(): void;
  artifact(artifactId: string): void;
  video(video: VideoKey): void;
  /** All of its videos. */
  studioProject(projectId: string): void;
}
