import { useMemo, useRef, useSyncExternalStore } from 'react';
import { useRelayEnvironment } from 'react-relay';
import type { DubbingProjectsQuery } from '../core/operations.generated.ts';
import {
  type ProjectsOptions,
  type ProjectsState,
  useGrowingList,
  useListChanges,
  useProjectsState,
  variablesOf,
} from '../react/project-list.ts';
import { PROJECTS } from './documents.ts';
import { LiveQuery } from './live-query.ts';

/** The dubbing projects, newest first, as a list that stays right: at most 500 of them. It does not suspend. */
export function useProjects(options: ProjectsOptions = {}): ProjectsState {
  const { longer, grow } = useGrowingList(options);
  const environment = useRelayEnvironment();
  const variables = JSON.stringify(variablesOf(longer));
  const query = useMemo(
    () => new LiveQuery<DubbingProjectsQuery>(environment, PROJECTS, JSON.parse(variables)),
    [environment, variables],
  );
  const { data, isLoading, error } = useSyncExternalStore(query.subscribe, query.get, query.get);
  // The rows stay on the screen while a longer list is read.
  const latest = useRef<DubbingProjectsQuery['dubbingProjects']>(null);
  latest.current = data?.dubbingProjects ?? latest.current;
  const list = latest.current;
  useListChanges(options, { isLoading, readAt: list?.checkedAt }, query.refresh);
  return grow(useProjectsState(options, list, { isLoading, error: list ? null : error }));
}
