import {
  type DubbingProject,
  dubbingProjectState,
  dubbingProjectStatus,
} from '../../src/domain/dubbing-project/dubbing-project.ts';
import {
  type DubbingProjectPlacement,
  placeDubbingProjects,
} from '../../src/domain/dubbing-project/dubbing-project-selection.ts';
import type { DubbingProjectsUpdate } from '../../src/domain/update.ts';
import { type SelectedFields, type SelectionInfo, selectedFields } from '../common/selection.ts';
import { DETAIL_FIELDS } from './details.ts';

type Look = (project: DubbingProject) => unknown;

const rawStatus: Look = (project) => project.rawStatus;

/** The list fields of a project that can change. A field of the details changes with the status. */
const CHANGING: Readonly<Record<string, Look>> = {
  name: ({ name }) => name,
  status: (project) => dubbingProjectStatus(project.rawStatus),
  rawStatus,
  state: (project) => dubbingProjectState(project.rawStatus),
  sourceLanguage: ({ sourceLanguage }) => sourceLanguage,
  targetLanguage: ({ targetLanguage }) => targetLanguage,
  costMinutes: ({ costMinutes }) => costMinutes,
  createdAt: ({ createdAt }) => createdAt,
  ...Object.fromEntries(DETAIL_FIELDS.map((field) => [field, rawStatus])),
};

/** The projects of an update. A changed project is left out if the reader selects nothing that has changed. */
export function visibleProjects(
  { kind, projects, before, retry }: DubbingProjectsUpdate,
  fields: SelectedFields,
): readonly DubbingProject[] {
  if (kind !== 'CHANGED' || retry !== undefined) return projects;
  const looks = [...fields.keys()].flatMap((name) => CHANGING[name] ?? []);
  return projects.filter((project) => {
    const was = before?.get(project.projectId);
    return was === undefined || looks.some((look) => !Object.is(look(was), look(project)));
  });
}

/** The same with their places. A project that has moved has changed, if a reader can see its place. */
export function visiblePlaces(update: DubbingProjectsUpdate, info: SelectionInfo): readonly DubbingProjectPlacement[] {
  const { kind, projects, before, after, selection } = update;
  const ofPlace = selectedFields('DubbingProjectPlace', info);
  const seen = new Set(visibleProjects(update, selectedFields('DubbingProject', info, ofPlace.get('node') ?? [])));
  const places = placeDubbingProjects(kind === 'GONE' && before !== null ? before : after(), selection.order);
  const formerPlaces =
    kind === 'CHANGED' && before !== null && ofPlace.has('cursor')
      ? placeDubbingProjects(before, selection.order)
      : null;
  return projects.flatMap((project) => {
    const place = places.get(project.projectId);
    const hasMoved = formerPlaces !== null && formerPlaces.get(project.projectId)?.cursor !== place?.cursor;
    return place !== undefined && (seen.has(project) || hasMoved) ? [place] : [];
  });
}
