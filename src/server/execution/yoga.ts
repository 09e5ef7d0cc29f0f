/**
 * GraphQL Yoga's part. The gateway prepares and runs operations itself, the same way for every transport, and writes every
 * result with data itself: Yoga's handling of a request costs more than a small query. Yoga answers what is left: a
 * request that is refused, with or without a result. It knows GraphQL over HTTP: which methods there are (405), what
 * the caller accepts, the content type of a result without data, and the status that goes with both. It does not read
 * bodies, authenticate, parse, validate, execute, subscribe, mask or log; nor does it serve GraphiQL, CORS or health.
 * Execution does not go through it as a Yoga executor either: that would put its fetch layer in front of each query.
 */
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { maskError } from '../errors/mask-error.ts';
import type { HttpOperationRequest } from '../request/operation-request.ts';
import { finalizeForHttp, type RawResult } from './finalize-result.ts';

interface RefusedRequest {
  readonly request: HttpOperationRequest<unknown>;
  /** Without data. Null for a request whose method is none of GraphQL's. */
  readonly result: RawResult | null;
}

/** Makes the HTTP response of a request that is refused, in the form that its Accept header asks for. */
export type RefusalResponder = (refused: RefusedRequest, accept: string) => Promise<Response>;

/** Yoga reads only its path. */
const ENDPOINT = 'http://localhost/graphql';

export function createRefusalResponder(): RefusalResponder {
  const yoga = createYoga<RefusedRequest>({
    plugins: [REFUSAL_AS_RESULT],
    maskedErrors: { maskError },
    logging: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
  });
  return async (refused, accept) => {
    const { method = '' } = refused.request.request;
    return yoga.fetch(ENDPOINT, { method, headers: { accept } }, refused);
  };
}

const REFUSAL_AS_RESULT: Plugin<RefusedRequest, RefusedRequest> = {
  onRequestParse({ request: { method }, setRequestParser }) {
    if (method === 'GET' || method === 'POST') setRequestParser(() => ({ query: '' }));
  },
  onParams({ context: { request, result }, setResult }) {
    if (result) setResult(finalizeForHttp(request, result));
  },
  /** Yoga's own refusals; the others are final. */
  onResultProcess({ result, setResult, serverContext }) {
    const isOfYoga = serverContext.result === null && !isAsyncIterable(result) && !Array.isArray(result);
    if (isOfYoga) setResult(finalizeForHttp(serverContext.request, result));
  },
};
