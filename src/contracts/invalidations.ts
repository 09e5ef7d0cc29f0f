import type { VideoKey } from '../domain/video/video.ts';
import type { Created, Deleted } from '../domain/writes.ts';

/**
 * How a write reports what it touched. Earlier answers, and those still being read, serve no later reader, also in the
 * same operation. A failed write counts too: the service may have executed it, or a stale answer may have misled the
 * caller.
 */
export interface Invalidations {
  /** A write has created this object. It exists for a while, even if the service does not return it yet. */
  created(thing: Created): void;
  /** A write has deleted this object. It is gone, even if the service still returns it for a while. */
  deleted(thing: Deleted): void;
  /** The details of the project; its list entry belongs to the list. */
  dubbingProject(projectId: string): void;
  dubbingProjectList(): void;
  balance(): void;
  artifact(artifactId: string): void;
  video(video: VideoKey): void;
  /** All of its videos. */
  studioProject(projectId: string): void;
}

/** A report as data: the name of a method of `Invalidations`, and its argument. */
export type WriteReport = {
  readonly [Name in keyof Invalidations]: {
    readonly is: Name;
    readonly about: Parameters<Invalidations[Name]>[0];
  };
}[keyof Invalidations];
