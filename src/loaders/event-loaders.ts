import type { RequestBudget } from '../domain/balance.ts';
import type { DubbingProject } from '../domain/dubbing-project/dubbing-project.ts';
import type { AnyUpdate } from '../domain/update.ts';
import type { VideoKey } from '../domain/video/video.ts';
import type { Loaders } from './loaders.ts';
import type { KeyArguments, ReadName, ValueOf } from './reads.ts';

/**
 * Loaders for one event of a subscription. Data that the update carries is served from it, so that the event is consistent
 * even while the service is down; every other read is delegated to the loaders of an operation, made when first needed.
 */
export function createEventLoaders(update: AnyUpdate, others: () => Loaders): Loaders {
  return {
    load<Name extends ReadName>(name: Name, ...key: KeyArguments<Name>): Promise<ValueOf<Name>> {
      const carried = CARRIED[name]?.(update, ...key);
      return carried === undefined ? others().load(name, ...key) : Promise.resolve(carried);
    },
    checkedAt: () => update.checkedAt,
    requestBudget: (): Promise<RequestBudget> => others().requestBudget(),
  };
}

/** Where an update has the value of a read; undefined if it does not carry it. */
const CARRIED: {
  readonly [Name in ReadName]?: (update: AnyUpdate, ...key: KeyArguments<Name>) => ValueOf<Name> | undefined;
} = {
  balance: (update) => (update.of === 'Balance' ? update.balance : undefined),
  listedDubbingProject: carriedProject,
  dubbingProject(update, projectId) {
    const project = carriedProject(update, projectId);
    return project?.details === null ? undefined : project;
  },
  artifact: (update, artifactId) =>
    update.of === 'Artifact' && update.artifact.artifactId === artifactId ? update.artifact : undefined,
  videoDetails: (update, key) => videoUpdateOf(update, key)?.video.details ?? undefined,
  videoProgress: (update, key) => videoUpdateOf(update, key)?.progress,
};

function carriedProject(update: AnyUpdate, projectId: string): DubbingProject | undefined {
  if (update.of === 'DubbingProject') return update.project.projectId === projectId ? update.project : undefined;
  if (update.of !== 'DubbingProjects') return undefined;
  return update.projects.find((project) => project.projectId === projectId);
}

function videoUpdateOf(update: AnyUpdate, { projectId, videoId }: VideoKey) {
  const isCarried = update.of === 'Video' && update.video.projectId === projectId && update.video.videoId === videoId;
  return isCarried ? update : undefined;
}
