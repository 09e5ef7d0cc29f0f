export { type DubbingPage, useDubbing } from './context.ts';
export {
  type ArtifactState,
  type Budget,
  type PageFreshness,
  type ProjectState,
  useArtifact,
  useBudget,
  useFreshness,
  useJobs,
  useProject,
  useStatus,
  useVideo,
  useViewer,
  type VideoState,
  type ViewerState,
} from './hooks.ts';
export type { JobEntries, JobEntry } from './job-streams.ts';
export type { Project, ProjectDetails, ProjectRow, ProjectsOptions, ProjectsState } from './project-list.ts';
export { type Upload, useUpload, useWrite, type Write } from './write-hooks.ts';
