import { useQuery } from '@apollo/client/react';
import { useCallback } from 'react';
import {
  type ProjectsOptions,
  type ProjectsState,
  readRows,
  useListChanges,
  useProjectsState,
  variablesOf,
} from '../react/project-list.ts';
import { DubbingProjectsDocument } from './documents.generated.ts';

/** The dubbing projects, newest first, as a list that stays right. */
export function useProjects(options: ProjectsOptions = {}): ProjectsState {
  const variables = variablesOf(options);
  const { data, error, loading, client, fetchMore, refetch } = useQuery(DubbingProjectsDocument, { variables });
  const list = data?.dubbingProjects;
  const after = list?.pageInfo.endCursor;
  const refresh = useCallback(
    () =>
      readRows(variables, Math.max(list?.nodes.length ?? 0, variables.first ?? 0), async (page) => {
        const result = await client.query({
          query: DubbingProjectsDocument,
          variables: page,
          fetchPolicy: 'network-only',
        });
        return result.data as typeof data;
      }),
    [client, variables, list],
  );
  // A query that has failed follows the cache no longer.
  useListChanges(options, { isLoading: loading, readAt: list?.checkedAt }, list ? refresh : () => refetch());
  const state = useProjectsState(options, list, { isLoading: loading, error: list ? null : (error ?? null) });
  return {
    ...state,
    fetchMore: async () => {
      if (after) await fetchMore({ variables: { after } });
    },
  };
}
