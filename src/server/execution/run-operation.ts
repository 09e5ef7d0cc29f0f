import { type ExecutionResult, execute, type GraphQLSchema } from 'graphql';
import type { PreparedOperation } from '../documents/prepare.ts';
import { withCode } from '../errors/with-code.ts';
import { withinWork } from '../fairness/within-work.ts';
import type { ContextRequest, OperationContext, OperationRequest } from '../request/operation-request.ts';

/** Runs a prepared query or mutation; the one way to do it, for every transport. */
export type RunOperation<Viewer> = (
  prepared: PreparedOperation,
  call: OperationRequest<Viewer>,
  /** Made for the call, if it was not made before. */
  context?: OperationContext,
) => ExecutionResult | Promise<ExecutionResult>;

/** An operation that never began has variables that do not fit their types: nothing else is left to be found then. */
const refusals = ({ errors = [] }: ExecutionResult) => errors.map((error) => withCode(error, 'BAD_USER_INPUT'));

/** A caller mends the first few; the rest would only be work. */
export const MOST_COERCION_ERRORS = 20;

export function createRunner<Viewer>(parts: {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  createContext(call: ContextRequest<Viewer>): OperationContext;
}): RunOperation<Viewer> {
  const { schema, introspection } = parts;
  return ({ operation: { document, definition }, variables }, call, context) => {
    const execution = execute({
      schema,
      document,
      operationName: definition.name?.value ?? null,
      variableValues: variables,
      contextValue: context ?? parts.createContext(call),
      hideSuggestions: !introspection,
      options: { maxCoercionErrors: MOST_COERCION_ERRORS },
    });
    if (!(execution instanceof Promise) && execution.data === undefined) return { errors: refusals(execution) };
    const result = withinWork(call.work, execution);
    call.lifetime.lastsUntil(result);
    return result;
  };
}
