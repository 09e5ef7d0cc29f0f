import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import type { AnyUpdate } from '../domain/update.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { Loaders } from './loaders.ts';

/**
 * Reading within one event of a subscription: what the update tells is not asked for, so that it is told as it was when the
 * update was made, also while the service does not answer. The others are made only if something else is read.
 */
export function createEventLoaders(update: AnyUpdate, others: () => Loaders): Loaders {
  return {
    balance: () => (update.of === 'Balance' ? Promise.resolve(update.balance) : others().balance()),
    requestBudget: () => others().requestBudget(),
    options: () => others().options(),
    voices: () => others().voices(),
    dubbingProjects: () => others().dubbingProjects(),
    dubbingProject(projectId, needs) {
      const told = toldProject(update, projectId);
      const suffices = told !== undefined && (told.details !== null || !needs.details);
      return suffices ? Promise.resolve(told) : others().dubbingProject(projectId, needs);
    },
    artifact(artifactId) {
      const isTold = update.of === 'Artifact' && update.artifact.artifactId === artifactId;
      return isTold ? Promise.resolve(update.artifact) : others().artifact(artifactId);
    },
    videoDetails(key) {
      const told = toldVideo(update, key)?.video.details ?? null;
      return told === null ? others().videoDetails(key) : Promise.resolve(told);
    },
    videoProgress(key) {
      const told = toldVideo(update, key);
      return told === null ? others().videoProgress(key) : Promise.resolve(told.progress);
    },
  };
}

function toldProject(update: AnyUpdate, projectId: string): DubbingProject | undefined {
  const projects = update.of === 'DubbingProject' ? [update.project] : [];
  const told = update.of === 'DubbingProjects' ? update.projects : projects;
  return told.find((project) => project.projectId === projectId);
}

function toldVideo(update: AnyUpdate, { projectId, videoId }: VideoKey) {
  if (update.of !== 'Video') return null;
  return update.video.projectId === projectId && update.video.videoId === videoId ? update : null;
}
