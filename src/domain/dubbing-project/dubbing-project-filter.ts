import { instantKey } from '../common/instant.ts';
import { memoByIdentity } from '../common/memo-by-identity.ts';
import { foldName } from '../common/name.ts';
import type { Optional } from '../common/optional.ts';
import { type DubbingProject, type DubbingProjectStatus, dubbingProjectStatus } from './dubbing-project.ts';
import type { DubbingProjectEntry } from './dubbing-project-order.ts';

/** A condition that is absent or null matches everything; an empty list matches nothing. */
export interface DubbingProjectFilter {
  readonly status?: Optional<readonly DubbingProjectStatus[]>;
  readonly sourceLanguage?: Optional<readonly string[]>;
  readonly targetLanguage?: Optional<readonly string[]>;
  /** A part of the name, without regard to case and accents. */
  readonly search?: Optional<string>;
  /** ISO 8601; the time itself is excluded. */
  readonly createdAfter?: Optional<string>;
  readonly createdBefore?: Optional<string>;
}

type Test = (project: DubbingProject) => boolean;

/** The entries that match a filter, in their order. No filter matches an unreadable entry. */
export function filterDubbingProjects(
  entries: readonly DubbingProjectEntry[],
  filter: Optional<DubbingProjectFilter>,
): readonly DubbingProjectEntry[] {
  const tests = filter == null ? [] : testsOf(filter);
  if (tests.length === 0) return entries;
  return entries.filter(({ item }) => item !== null && tests.every((test) => test(item)));
}

function testsOf({
  status,
  sourceLanguage,
  targetLanguage,
  search,
  createdAfter,
  createdBefore,
}: DubbingProjectFilter) {
  const tests: Test[] = [];
  if (status != null) {
    tests.push(({ rawStatus }) => {
      const projectStatus = dubbingProjectStatus(rawStatus);
      return projectStatus !== null && status.includes(projectStatus);
    });
  }
  if (sourceLanguage != null) tests.push((project) => sourceLanguage.includes(project.sourceLanguage));
  if (targetLanguage != null) tests.push((project) => targetLanguage.includes(project.targetLanguage));
  if (search != null && search !== '') tests.push(nameTest(search));
  if (createdAfter != null) tests.push(createdTest(createdAfter, (created, limit) => created > limit));
  if (createdBefore != null) tests.push(createdTest(createdBefore, (created, limit) => created < limit));
  return tests;
}

/** A search of which nothing is left once it is folded, such as a lone accent, is in no name. */
function nameTest(search: string): Test {
  const wanted = foldName(search);
  return (project) => wanted !== '' && foldedName(project).includes(wanted);
}

const foldedName = memoByIdentity((project: DubbingProject) => foldName(project.name ?? ''));

function createdTest(limitText: string, isWithin: (created: string, limit: string) => boolean): Test {
  const limit = instantKey(limitText);
  return ({ createdAt }) => {
    const created = instantKey(createdAt);
    return created !== null && limit !== null && isWithin(created, limit);
  };
}
