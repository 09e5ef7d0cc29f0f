import type { PreparedOperation } from '../documents/prepare.ts';
import { type WrittenText, writeResult } from '../fairness/write-result.ts';
import type { ContextRequest, HttpOperationRequest, OperationContext } from '../request/operation-request.ts';
import { finalizeResult, finalizeUnchanged, type RawResult, retryAfterOf } from './finalize-result.ts';
import { createResultCache } from './result-cache.ts';
import type { RunOperation } from './run-operation.ts';

export interface AnswerOperationParts<Viewer> {
  readonly run: RunOperation<Viewer>;
  createContext(call: ContextRequest<Viewer>): OperationContext;
}

/** A result with data, as JSON. */
export interface OperationAnswer {
  readonly text: WrittenText;
  /** For the header `Retry-After`; null for none. */
  readonly retryAfterSeconds: number | null;
}

/**
 * Answers an operation of an HTTP request with its text; where all that a query reads is as it was when the same was
 * asked before, with the text of then. A result without data (the variables do not fit their types, so that nothing was
 * run) is given back as it is: its answer has a status.
 */
export type AnswerOperation<Viewer> = (
  prepared: PreparedOperation,
  request: HttpOperationRequest<Viewer>,
) => Promise<OperationAnswer | RawResult>;

export function createOperationAnswer<Viewer>(parts: AnswerOperationParts<Viewer>): AnswerOperation<Viewer> {
  const cache = createResultCache();
  return async (prepared, request) => {
    const context = parts.createContext(request);
    // The cost of an answer is its own.
    const repeated = { prepared, reads: request.showsCost ? null : context.reads };
    const found = cache.find(repeated);
    const unchanged = found === null ? null : await found;
    if (context.reads !== null) request.measurements.cacheRead('answer', unchanged !== null);
    if (unchanged) {
      finalizeUnchanged(request);
      return { text: unchanged, retryAfterSeconds: null };
    }
    const result = await parts.run(prepared, request, context);
    if (result.data === undefined) return result;
    const finalized = finalizeResult(request, result);
    const text = await writeResult(finalized, request.work);
    if (finalized.errors === undefined) cache.keep(repeated, text);
    return { text, retryAfterSeconds: retryAfterOf(finalized) };
  };
}
