import { useCallback, useState } from 'react';
import { useQuery } from 'urql';
import {
  MOST_ROWS,
  type ProjectsOptions,
  type ProjectsState,
  useListChanges,
  useProjectsState,
  variablesOf,
} from '../react/project-list.ts';
import { DubbingProjectsDocument } from './documents.generated.ts';

/** The dubbing projects, newest first, as a list that stays right: at most 500 of them. */
export function useProjects(options: ProjectsOptions = {}): ProjectsState {
  const { first = 50 } = options;
  const [rows, setRows] = useState(first);
  const [{ data, error, fetching }, execute] = useQuery({
    query: DubbingProjectsDocument,
    variables: variablesOf({ ...options, first: rows }),
  });
  const list = data?.dubbingProjects;
  const refresh = useCallback(async () => execute({ requestPolicy: 'network-only' }), [execute]);
  useListChanges(options, { isLoading: fetching, readAt: list?.checkedAt }, refresh);
  const state = useProjectsState(options, list, {
    fetchMore: async () => setRows(Math.min(rows + first, MOST_ROWS)),
    isLoading: fetching,
    error: list ? null : (error ?? null),
  });
  return { ...state, hasMore: state.hasMore && rows < MOST_ROWS };
}
