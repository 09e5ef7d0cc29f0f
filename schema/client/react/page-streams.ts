import type { GraphDocument } from '../core/document.ts';
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
}

export function createPageStreams(dubbing: Pick<Dubbing, 'status' | 'query'>, subscribe: Subscribe): PageStreams {
  const { status } = dubbing;
  const shared = <Data, Variables, Update>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    updateIn: (data: Data) => Update | null,
  ) =>
    new SharedStream<Update>(status, (observer) =>
      subscribe(document, variables, {
        next: ({ data }) => observer.next(data ? updateIn(data) : null),
        error: (error) => observer.error(error),
        complete: () => undefined,
      }),
    );
  const jobs = new JobStreams(status, subscribe);
  const projects = shared(DubbingProjectsUpdatedDocument, { snapshot: false }, (data) => {
    const update = data.dubbingProjectsUpdated;
    for (const project of update?.projects ?? []) if (project.status === 'IN_PROGRESS') jobs.watchAgain(project.id);
    return update;
  });
  return {
    jobs,
    projects,
    balance: shared(BalanceUpdatedDocument, {}, (data) => data.balanceUpdated),
    budget: shared(RequestBudgetUpdatedDocument, {}, (data) => data.requestBudgetUpdated),
    viewer: new SharedStream(status, (observer) => {
      const leaving = new AbortController();
      dubbing.query(ViewerDocument, {}, { signal: leaving.signal }).then(
        ({ data }) => observer.next(data ?? null),
        (error: Error) => {
          if (!leaving.signal.aborted) observer.error(error);
        },
      );
      return () => leaving.abort();
    }),
  };
}
