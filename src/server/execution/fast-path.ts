import type { PreparedOperation } from '../documents/documents.ts';
import type { ContextRequest, HttpOperationRequest, OperationContext } from '../request/operation-request.ts';
import type { Params } from '../request/params.ts';
import { finalizeResult, finalizeUnchanged } from './finalize-result.ts';
import type { GraphqlParts } from './graphql.ts';
import { createResultCache, type RepeatedOperation, type ResultCache } from './result-cache.ts';

export interface FastPathParts<Viewer> extends GraphqlParts<Viewer> {
  createContext(call: ContextRequest<Viewer>): OperationContext;
}

/**
 * The short way: an operation that was parsed, limited and validated before is run without Yoga, whose handling of
 * requests costs more than a small query. It leaves out nothing that decides: who asks, the limits that depend on the
 * variables, the runner and the finish are the same functions. And where all that a query reads is as it was when the
 * same was asked before, its text is, too.
 *
 * It knows good news only. Whatever is refused gives null, before anything was run, and takes the long way,
 * where it is refused once more and answered properly.
 */
export function createFastPath<Viewer>(parts: FastPathParts<Viewer>) {
  const { documents, authenticate, createContext, run } = parts;
  const memo = createResultCache();

  function findKnown(params: Params): PreparedOperation | undefined {
    try {
      return documents.known(documents.textOf(params), params.operationName);
    } catch {
      return undefined;
    }
  }

  /** Null for what is refused, by whatever rule. */
  async function admit(
    { checkVariables }: PreparedOperation,
    variables: Params['variables'],
    call: HttpOperationRequest<Viewer>,
  ) {
    try {
      checkVariables(variables ?? {});
      call.identify(await authenticate(call.request.headers));
      return createContext(call);
    } catch {
      return null;
    }
  }

  return async (params: Params | Error, call: HttpOperationRequest<Viewer>): Promise<Buffer | null> => {
    if (call.request.method !== 'POST' || params instanceof Error) return null;
    const operation = findKnown(params);
    if (!operation || operation.definition.operation === 'subscription') return null;
    const { variables } = params;
    const context = await admit(operation, variables, call);
    if (context === null) return null;
    const question = { operation, variables, reads: context.reads };
    const unchanged = await memo.find(question);
    if (unchanged) {
      finalizeUnchanged(call, operation);
      return unchanged;
    }
    // From here on nothing leads to the long way: what has begun to run, and may be a mutation, is not run again.
    const result = await run(operation, variables, call, context);
    return result.data === undefined ? null : toBody(finalizeResult(call, result), question, memo);
  };
}

function toBody(result: ReturnType<typeof finalizeResult>, question: RepeatedOperation, memo: ResultCache): Buffer {
  const body = Buffer.from(JSON.stringify(result));
  if (result.errors === undefined) memo.keep(question, body);
  return body;
}
