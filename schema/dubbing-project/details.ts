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

/** Fields that the project list lacks. A selection with one of them needs the project's details. */
export const DETAIL_FIELDS = [
  'mixingMode',
  'estimatedCompletionAt',
  'completedAt',
  'output',
  'errorMessage',
] as const satisfies readonly (keyof DubbingProjectDetails)[];

/**
 * A project by its key, read as the selection needs it: from its details, or from the list, which all projects share.
 */
export function loadDubbingProject(
  projectId: string,
  { loaders }: GraphContext,
  info: SelectionInfo,
): Promise<DubbingProject | null> {
  const needsDetails = selectsDetails(selectedFields('DubbingProject', info));
  return needsDetails ? loaders.load('dubbingProject', projectId) : loaders.load('listedDubbingProject', projectId);
}

/** Whether one of the fields needs the project's details. */
export function selectsDetails(fields: SelectedFields): boolean {
  return DETAIL_FIELDS.some((field) => fields.has(field));
}

/** The time of creation. A project that was just created does not have it yet. */
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
 * A resolver for a field of the details. The details of a project from the list are read, unless its status excludes
 * the field (INTERFACE.md, "Dubbing project"). A project that no longer exists has none.
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
