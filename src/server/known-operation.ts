import type { ExecutionResult } from 'graphql';
import type { Acceptable } from './accept.ts';
import type { Call } from './call.ts';
import type { GraphqlParts } from './graphql.ts';
import type { Params } from './params.ts';
import { RefusedRequestError } from './refused-request-error.ts';

/**
 * The short way: an operation that was parsed, limited and validated before is run without Yoga, whose handling of
 * requests costs more than a small query. It leaves out nothing that decides: who asks, the limits that depend on the
 * variables, the runner and the finish are the same functions.
 *
 * It knows good news only. Whatever is refused gives null, before anything was run, and takes the long way,
 * where it is refused once more and answered properly.
 */
export function createKnownOperationRunner<Viewer>({ documents, authenticate, run }: GraphqlParts<Viewer>) {
  return async (
    params: Params | RefusedRequestError,
    accept: Acceptable,
    call: Call<Viewer>,
  ): Promise<ExecutionResult | null> => {
    if (call.request.method !== 'POST' || params instanceof RefusedRequestError || accept.eventStream) return null;
    const operation = documents.known(params.query, params.operationName);
    if (!operation || operation.definition.operation === 'subscription') return null;
    try {
      call.identify(await authenticate(call.request));
      const result = await run(operation, params.variables, call);
      return result.data === undefined ? null : result;
    } catch {
      return null;
    }
  };
}
