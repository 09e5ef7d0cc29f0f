import { type GraphDocument, GraphError } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import {
  BalanceUpdatedDocument,
  type BalanceUpdatedSubscription,
  DubbingProjectsUpdatedDocument,
  type DubbingProjectsUpdatedSubscription,
  RequestBudgetUpdatedDocument,
  type RequestBudgetUpdatedSubscription,
  ViewerDocument,
  type ViewerQuery,
} from '../core/operations.generated.ts';
import { JobStreams } from './job-streams.ts';
import { SharedStream } from './shared-stream.ts';
import type { Subscribe } from './subscribe.ts';

export type ProjectsUpdate = NonNullable<DubbingProjectsUpdatedSubscription['dubbingProjectsUpdated']>;
type BalanceUpdate = NonNullable<BalanceUpdatedSubscription['balanceUpdated']>;
export type BudgetUpdate = NonNullable<RequestBudgetUpdatedSubscription['requestBudgetUpdated']>;

/** The subscriptions of a page. All components share them. */
export interface PageStreams {
  readonly jobs: JobStreams;
  /** The list of dubbing projects, without the projects themselves in its snapshot. */
  readonly projects: SharedStream<ProjectsUpdate>;
  readonly balance: SharedStream<BalanceUpdate>;
  readonly budget: SharedStream<BudgetUpdate>;
  /** One answer, and another one after each sign-in. */
  readonly viewer: SharedStream<ViewerQuery>;
  /** Ends all of them, for ever. */
  close(): void;
}

export function createPageStreams(
  dubbing: Pick<Dubbing, 'status' | 'session' | 'query'>,
  subscribe: Subscribe,
): PageStreams {
  const shared = <Data, Variables, Update>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    updateIn: (data: Data) => Update | null,
  ) =>
    new SharedStream<Update>((observer) =>
      subscribe(document, variables, {
        next({ data, errors = [] }) {
          const update = data ? updateIn(data) : null;
          if (update === null && errors.length > 0) observer.error(new GraphError(errors));
          else observer.next(update);
        },
        error: (error) => observer.error(error),
        complete: () => undefined,
      }),
    );
  const jobs = new JobStreams(dubbing.status, subscribe);
  const projects = shared(DubbingProjectsUpdatedDocument, { snapshot: false }, (data) => {
    const update = data.dubbingProjectsUpdated;
    for (const project of update?.projects ?? []) if (project.status === 'IN_PROGRESS') jobs.watchAgain(project.id);
    return update;
  });
  const balance = shared(BalanceUpdatedDocument, {}, (data) => data.balanceUpdated);
  const budget = shared(RequestBudgetUpdatedDocument, {}, (data) => data.requestBudgetUpdated);
  const viewer = viewerOf(dubbing);
  const leaveSession = dubbing.session.subscribe(() => {
    viewer.restart();
    jobs.retry();
    for (const stream of [projects, balance, budget]) if (stream.get().error !== null) stream.restart();
  });
  const close = () => {
    leaveSession();
    for (const stream of [projects, balance, budget, viewer]) stream.end();
    jobs.close();
  };
  return { jobs, projects, balance, budget, viewer, close };
}

const viewerOf = (dubbing: Pick<Dubbing, 'query'>): SharedStream<ViewerQuery> =>
  new SharedStream((observer) => {
    const leaving = new AbortController();
    dubbing.query(ViewerDocument, {}, { signal: leaving.signal }).then(
      ({ data }) => {
        if (!leaving.signal.aborted) observer.next(data ?? null);
      },
      (error: Error) => {
        if (!leaving.signal.aborted) observer.error(error);
      },
    );
    return () => leaving.abort();
  });
