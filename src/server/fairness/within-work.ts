import { GraphQLError } from 'graphql';
import type { OperationWork } from './operation-work.ts';

/**
 * The result of an execution, or, as soon as it has done more than it may, that it has: whatever of it is still under way
 * then is forgotten.
 */
export function withinWork<Result extends object>(
  work: OperationWork,
  execution: Result | Promise<Result>,
): Result | OverWork | Promise<Result | OverWork> {
  const orFailure = (result: Result): Result | OverWork =>
    work.failure === null ? result : { errors: [toGraphqlError(work.failure)] };
  if (!(execution instanceof Promise)) return orFailure(execution);
  return new Promise((resolve, reject) => {
    work.listen((failure) => resolve({ errors: [toGraphqlError(failure)] }));
    execution.then((result) => resolve(orFailure(result)), reject);
  });
}

/** In place of the result of an operation that has done more than it may. */
export interface OverWork {
  readonly errors: readonly GraphQLError[];
}

const toGraphqlError = (originalError: Error): GraphQLError =>
  new GraphQLError(originalError.message, { originalError });
