import { type AnswerMemo, createAnswerMemo, type Question } from './answer-memo.ts';
import type { HttpCall, OperationCall, OperationContext } from './call.ts';
import type { KnownOperation } from './documents.ts';
import { finish, finishUnchanged } from './finish.ts';
import type { GraphqlParts } from './graphql.ts';
import type { Params } from './params.ts';

export interface KnownOperationParts<Viewer> extends GraphqlParts<Viewer> {
  createContext(call: OperationCall<Viewer>): OperationContext;
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
export function createKnownOperationRunner<Viewer>(parts: KnownOperationParts<Viewer>) {
  const { documents, authenticate, createContext, run } = parts;
  const memo = createAnswerMemo();

  function findKnown(params: Params): KnownOperation | undefined {
    try {
      return documents.known(documents.textOf(params), params.operationName);
    } catch {
      return undefined;
    }
  }

  /** Null for what is refused, by whatever rule. */
  async function admit({ checkVariables }: KnownOperation, variables: Params['variables'], call: HttpCall<Viewer>) {
    try {
      checkVariables(variables ?? {});
      call.identify(await authenticate(call.request.headers));
      return createContext(call);
    } catch {
      return null;
    }
  }

  return async (params: Params | Error, call: HttpCall<Viewer>): Promise<Buffer | null> => {
    if (call.request.method !== 'POST' || params instanceof Error) return null;
    const operation = findKnown(params);
    if (!operation || operation.definition.operation === 'subscription') return null;
    const { variables } = params;
    const context = await admit(operation, variables, call);
    if (context === null) return null;
    const question = { operation, variables, reads: context.reads };
    const unchanged = await memo.find(question);
    if (unchanged) {
      finishUnchanged(call, operation);
      return unchanged;
    }
    // From here on nothing leads to the long way: what has begun to run, and may be a mutation, is not run again.
    const result = await run(operation, variables, call, context);
    return result.data === undefined ? null : toBody(finish(call, result), question, memo);
  };
}

function toBody(result: ReturnType<typeof finish>, question: Question, memo: AnswerMemo): Buffer {
  const body = Buffer.from(JSON.stringify(result));
  if (result.errors === undefined) memo.keep(question, body);
  return body;
}
