import type { GraphQLResolveInfo } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import {
  type DubbingProject,
  type DubbingProjectDetails,
  type DubbingProjectStatus,
  dubbingProjectStatus,
} from '../../src/domain/dubbing-project/dubbing-project.ts';
import { readableDate } from '../common/readable.ts';
import { type SelectedFields, type SelectionInfo, selectedFields } from '../common/selection.ts';

type Read<T> = (details: DubbingProjectDetails, context: GraphContext, info: GraphQLResolveInfo) => T;

/** What the list of projects lacks: a selection with one of these needs the project's own address. */
export const DETAIL_FIELDS = [
  'mixingMode',
  'estimatedCompletionAt',
  'completedAt',
  'output',
  'errorMessage',
] as const satisfies readonly (keyof DubbingProjectDetails)[];

/**
 * A project by its key, asked for where the selection needs it to be: at its own address, or in the list, which
 * many projects share.
 */
export function loadDubbingProject(
  projectId: string,
  { loaders }: GraphContext,
  info: SelectionInfo,
): Promise<DubbingProject | null> {
  const needsDetails = selectsDetails(selectedFields('DubbingProject', info));
  return needsDetails ? loaders.load('dubbingProject', projectId) : loaders.load('listedDubbingProject', projectId);
}

/** Whether any of a project's fields needs its own address. */
export function selectsDetails(fields: SelectedFields): boolean {
  return DETAIL_FIELDS.some((field) => fields.has(field));
}

/** When a project was created; one that was just created does not know it yet. */
export function createdAtOf(
  project: DubbingProject,
  _args: object,
  context: GraphContext,
  info: GraphQLResolveInfo,
): string | null | Promise<string | null> {
  if (project.isJustCreated !== true) return readableDate(project.createdAt, context, info);
  return context.loaders
    .load('listedDubbingProject', project.projectId)
    .then((asked) => readableDate(asked?.createdAt ?? null, context, info));
}

/**
 * A resolver of what only the project's own address tells. A project out of the list is asked for it, unless its
 * status says that there is no such thing yet (interface, "Legacy project"); one that has gone meanwhile has none.
 */
export function ofDetails<T>(toldOnce: DubbingProjectStatus | 'any', read: Read<T>) {
  return (
    project: DubbingProject,
    _args: object,
    context: GraphContext,
    info: GraphQLResolveInfo,
  ): T | null | Promise<T | null> => {
    if (project.details !== null) return read(project.details, context, info);
    const status = dubbingProjectStatus(project.rawStatus);
    if (toldOnce !== 'any' && status !== null && status !== toldOnce) return null;
    return context.loaders
      .load('dubbingProject', project.projectId)
      .then((asked) => (asked?.details ? read(asked.details, context, info) : null));
  };
}
