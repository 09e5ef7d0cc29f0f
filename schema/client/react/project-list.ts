import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type {
  DubbingProjectFilter,
  DubbingProjectOrder,
  DubbingProjectsQuery,
  DubbingProjectsQueryVariables,
} from '../core/operations.generated.ts';
import type { JobUpdate } from '../core/until-done.ts';
import { useDubbing } from './context.ts';
import { type PageFreshness, useConnected, useJobs, worstOf } from './hooks.ts';
import type { JobEntries } from './job-streams.ts';
import type { ProjectsUpdate } from './page-streams.ts';

export interface ProjectsOptions {
  readonly filter?: DubbingProjectFilter | null | undefined;
  readonly orderBy?: DubbingProjectOrder | null | undefined;
  /** The size of a page: 1 to 500. Default: 50. */
  readonly first?: number | undefined;
  /** Whether each row also has the details, which cost one request for each project. They come row by row. Default: false. */
  readonly details?: boolean | undefined;
}

export type ProjectRow = NonNullable<NonNullable<DubbingProjectsQuery['dubbingProjects']>['nodes'][number]>;
export type ProjectDetails = Extract<JobUpdate, { __typename: 'DubbingProjectUpdate' }>['project'];
export type Project = ProjectRow & Partial<ProjectDetails>;

export interface ProjectsState {
  readonly projects: readonly Project[];
  /** The count over all pages. */
  readonly totalCount: number;
  readonly hasMore: boolean;
  /** Adds the next page to the list. */
  fetchMore(): Promise<void>;
  readonly isLoading: boolean;
  /** Null until there is an update or an error. */
  readonly freshness: PageFreshness | null;
  /** Nothing could be read. Rows that are shown stay. */
  readonly error: Error | null;
}

type ListState = Omit<ProjectsState, 'fetchMore'>;

/** The most rows of one query. */
const MOST_ROWS = 500;
/** Updates that come together cause one query. */
const TOGETHER_MS = 50;

export const variablesOf = ({ filter, orderBy, first = 50 }: ProjectsOptions): DubbingProjectsQueryVariables => ({
  ...(filter && { filter }),
  ...(orderBy && { orderBy }),
  first,
});

/** A list that grows by a longer query: the options of that query, and the state of the list with its growth. */
export function useGrowingList(options: ProjectsOptions): {
  readonly longer: ProjectsOptions;
  grow(state: ListState): ListState & Pick<ProjectsState, 'fetchMore'>;
} {
  const { first = 50 } = options;
  const [rows, setRows] = useState(first);
  return {
    longer: { ...options, first: rows },
    grow: (state) => ({
      ...state,
      hasMore: state.hasMore && rows < MOST_ROWS,
      fetchMore: async () => setRows(Math.min(rows + first, MOST_ROWS)),
    }),
  };
}

/** The queries that read so many rows again, each after the one before. */
export async function readRows(
  variables: DubbingProjectsQueryVariables,
  rows: number,
  read: (variables: DubbingProjectsQueryVariables) => Promise<DubbingProjectsQuery | null | undefined>,
): Promise<void> {
  let after: string | null = null;
  for (let left = rows; left > 0; left -= MOST_ROWS) {
    const data = await read({ ...variables, first: Math.min(left, MOST_ROWS), ...(after === null ? {} : { after }) });
    after = data?.dubbingProjects?.pageInfo.endCursor ?? null;
    if (!data?.dubbingProjects?.pageInfo.hasNextPage) return;
  }
}

/** The known part of a list. */
interface ListRead {
  readonly isLoading: boolean;
  /** When the service was asked for it; undefined if nothing could be read. */
  readonly readAt: string | null | undefined;
}

/** Calls `refresh` when the list is no longer as it was read: it costs the service no request while the list is watched. */
export function useListChanges(
  { filter, orderBy }: ProjectsOptions,
  list: ListRead,
  refresh: () => Promise<unknown>,
): void {
  const { projects } = useDubbing().streams;
  const latest = useRef({ list, refresh });
  latest.current = { list, refresh };
  // A change can move a project in a list with a filter, and in one with another order than by time.
  const hasPlaces = Boolean(filter) || (orderBy?.field ?? 'CREATED_AT') !== 'CREATED_AT';
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const leave = projects.read((update) => {
      if (!isOtherList(update, hasPlaces, latest.current.list)) return;
      clearTimeout(timer);
      timer = setTimeout(() => void latest.current.refresh().catch(() => undefined), TOGETHER_MS);
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [projects, hasPlaces]);
}

function isOtherList(
  { kind, checkedAt }: ProjectsUpdate,
  hasPlaces: boolean,
  { isLoading, readAt }: ListRead,
): boolean {
  if (kind === 'ADDED' || kind === 'GONE') return true;
  if (kind === 'CHANGED') return hasPlaces;
  // The query has failed while the gateway was away.
  if (readAt === undefined) return !isLoading;
  // A snapshot of the look that the list was read from says nothing new.
  return kind === 'SNAPSHOT' && typeof readAt === 'string' && Date.parse(checkedAt) > Date.parse(readAt);
}

/** The state of a list, its details included, from what the client of the page has read. */
export function useProjectsState(
  options: ProjectsOptions,
  list: DubbingProjectsQuery['dubbingProjects'] | undefined,
  rest: Pick<ProjectsState, 'isLoading' | 'error'>,
): ListState {
  const rows = (list?.nodes ?? []).filter((node) => node !== null);
  const jobs = useJobs(options.details ? rows.map(({ id }) => id) : []);
  const stream = useDubbing().streams.projects;
  const { update, error } = useSyncExternalStore(stream.subscribe, stream.get, stream.get);
  const freshness = useConnected(worstOf([{ update, error: error ?? rest.error }]));
  return {
    projects: options.details ? rows.map((row) => withDetails(row, jobs)) : rows,
    totalCount: list?.totalCount ?? 0,
    hasMore: list?.pageInfo.hasNextPage ?? false,
    freshness,
    ...rest,
  };
}

function withDetails(row: ProjectRow, jobs: JobEntries): Project {
  const update = jobs.get(row.id)?.update;
  return update?.__typename === 'DubbingProjectUpdate' ? { ...update.project, ...row } : row;
}
