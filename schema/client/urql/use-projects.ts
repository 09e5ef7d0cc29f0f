import { useCallback } from 'react';
import { useQuery } from 'urql';
import {
  type ProjectsOptions,
  type ProjectsState,
  useGrowingList,
  useListChanges,
  useProjectsState,
  variablesOf,
} from '../react/project-list.ts';
import { DubbingProjectsDocument } from './documents.generated.ts';

/** The dubbing projects, newest first, as a list that stays right: at most 500 of them. */
export function useProjects(options: ProjectsOptions = {}): ProjectsState {
  const { longer, grow } = useGrowingList(options);
  const [{ data, error, fetching }, execute] = useQuery({
    query: DubbingProjectsDocument,
    variables: variablesOf(longer),
  });
  const list = data?.dubbingProjects;
  const refresh = useCallback(async () => execute({ requestPolicy: 'network-only' }), [execute]);
  useListChanges(options, { isLoading: fetching, readAt: list?.checkedAt }, refresh);
  return grow(useProjectsState(options, list, { isLoading: fetching, error: list ? null : (error ?? null) }));
}
