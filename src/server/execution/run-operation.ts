import { execute, type GraphQLError, type GraphQLSchema, OperationTypeNode } from 'graphql';
import type { PreparedOperation } from '../documents/prepare.ts';
import { withCode } from '../errors/with-code.ts';
import { withinWork } from '../fairness/within-work.ts';
import type { ContextRequest, OperationContext, OperationRequest } from '../request/operation-request.ts';
import type { RawResult } from './finalize-result.ts';
import { OperationMeter } from './operation-meter.ts';
import { createWritingRunner } from './writing/run-writing.ts';

/** Runs a prepared query or mutation; the one way to do it, for every transport. The data of a query is text. */
export type RunOperation<Viewer> = (
  prepared: PreparedOperation,
  call: OperationRequest<Viewer>,
  /** Made for the call, if it was not made before. */
  context?: OperationContext,
) => RawResult | Promise<RawResult>;

/** An operation that never began has variables that do not fit their types: nothing else is left to be found then. */
const refusals = (errors: readonly GraphQLError[] = []) => errors.map((error) => withCode(error, 'BAD_USER_INPUT'));

/** A caller mends the first few; the rest would only be work. */
export const MOST_COERCION_ERRORS = 20;

export function createRunner<Viewer>(parts: {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  createContext(call: ContextRequest<Viewer>): OperationContext;
}): RunOperation<Viewer> {
  const { schema, introspection } = parts;
  const limits = { maxCoercionErrors: MOST_COERCION_ERRORS, hideSuggestions: !introspection };
  const runWriting = createWritingRunner({ schema, ...limits });
  return ({ operation, variables }, call, context = parts.createContext(call)) => {
    const execution =
      operation.definition.operation === OperationTypeNode.QUERY
        ? runWriting({ operation, variables, context, meter: new OperationMeter(call, context.reads) })
        : execute({
            schema,
            document: operation.document,
            operationName: operation.definition.name?.value ?? null,
            variableValues: variables,
            contextValue: context,
            hideSuggestions: limits.hideSuggestions,
            options: { maxCoercionErrors: MOST_COERCION_ERRORS },
          });
    if (!(execution instanceof Promise) && execution.data === undefined) return { errors: refusals(execution.errors) };
    const result = withinWork<RawResult>(call.work, execution);
    call.lifetime.lastsUntil(result);
    return result;
  };
}
