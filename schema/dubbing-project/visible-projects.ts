import {
  type DubbingProject,
  dubbingProjectState,
  dubbingProjectStatus,
} from '../../src/domain/dubbing-project/dubbing-project.ts';
import type { DubbingProjectsUpdate } from '../../src/domain/update.ts';
import { type SelectionInfo, selectedFields } from '../common/selection.ts';
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
  { kind, projects, before }: DubbingProjectsUpdate,
  info: SelectionInfo,
): readonly DubbingProject[] {
  if (kind !== 'CHANGED') return projects;
  const looks = [...selectedFields('DubbingProject', info).keys()].flatMap((name) => CHANGING[name] ?? []);
  return projects.filter((project) => {
    const was = before?.get(project.projectId);
    return was === undefined || looks.some((look) => !Object.is(look(was), look(project)));
  });
}
