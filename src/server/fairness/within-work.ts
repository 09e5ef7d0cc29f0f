import { type ExecutionResult, GraphQLError } from 'graphql';
import type { OperationWork } from './operation-work.ts';

/**
 * The result of an execution, or, as soon as it has done more than it may, that it has: whatever of it is still under way
 * then is forgotten.
 */
export function withinWork(
  work: OperationWork,
  execution: ExecutionResult | Promise<ExecutionResult>,
): ExecutionResult | Promise<ExecutionResult> {
  const orFailure = (result: ExecutionResult): ExecutionResult =>
    work.failure === null ? result : { errors: [toGraphqlError(work.failure)] };
  if (!(execution instanceof Promise)) return orFailure(execution);
  return new Promise((resolve, reject) => {
    work.onFailure = (failure) => resolve({ errors: [toGraphqlError(failure)] });
    execution.then((result) => resolve(orFailure(result)), reject);
  });
}

const toGraphqlError = (originalError: Error): GraphQLError =>
  new GraphQLError(originalError.message, { originalError });
