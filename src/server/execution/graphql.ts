import type { GraphQLSchema } from 'graphql';
import { createYoga, isAsyncIterable, type Plugin } from 'graphql-yoga';
import { BadRequestError } from '../../errors.ts';
import type { Documents } from '../documents/documents.ts';
import { maskError } from '../errors/mask-error.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import { STREAMS_IN_WORDS } from '../request/accept.ts';
import type { Authenticate } from '../request/caller.ts';
import type { HttpOperationRequest } from '../request/operation-request.ts';
import type { Params } from '../request/params.ts';
import { finalizeForHttp } from './finalize-result.ts';
import type { RunOperation } from './run-operation.ts';

/** What a request brings to Yoga besides itself. */
export interface GraphqlRequest<Viewer> {
  readonly call: HttpOperationRequest<Viewer>;
  /** What it asks for, or why that could not be read. */
  readonly params: Params | Error;
}

export interface GraphqlParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  readonly run: RunOperation<Viewer>;
  readonly authenticate: Authenticate<Viewer>;
}

/**
 * GraphQL over HTTP: Yoga, with its parser, validator and executor replaced by the gateway's own, so that the way
 * past it for known documents (`known-operation.ts`) is the same way. The steps below are in their order in time.
 */
export function createGraphql<Viewer>(parts: GraphqlParts<Viewer>) {
  return createYoga<GraphqlRequest<Viewer>>({
    schema: parts.schema,
    plugins: [
      takeParams(),
      identifyViewer(parts),
      useDocuments(parts),
      useRunner(parts),
      refuseSubscriptions(),
      useFinish(),
    ],
    maskedErrors: { maskError },
    // Each of these has its own place here, or none: the log, CORS, GraphiQL, batches, uploads, body size, health.
    logging: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: false,
    parserAndValidationCache: false,
  });
}

type Step<Viewer> = Plugin<GraphqlRequest<Viewer>, GraphqlRequest<Viewer>>;

/** The parameters were read by the door, which needs them itself. */
function takeParams<Viewer>(): Step<Viewer> {
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (request.method !== 'GET' && request.method !== 'POST') return;
      setRequestParser(() => {
        if (serverContext.params instanceof Error) throw serverContext.params;
        const { query, operationName, variables } = serverContext.params;
        // Yoga wants a text. Which it is, is told once it is known who asks.
        return {
          query: query ?? '',
          ...(operationName !== undefined && { operationName }),
          ...(variables && { variables }),
        };
      });
    },
  };
}

function identifyViewer<Viewer>({ authenticate }: GraphqlParts<Viewer>): Step<Viewer> {
  return {
    async onParams({ context: { call } }) {
      call.identify(await authenticate(call.request.headers));
    },
  };
}

/** The text of a trusted document comes from here; parsing comes with the limits. (That a mutation does not come by GET, Yoga sees to.) */
function useDocuments<Viewer>({ documents }: GraphqlParts<Viewer>): Step<Viewer> {
  return {
    onParams({ params, setParams, context: { params: asked } }) {
      if (!(asked instanceof Error)) setParams({ ...params, query: documents.textOf(asked) });
    },
    onParse: ({ setParseFn }) =>
      setParseFn((source) => documents.parse(typeof source === 'string' ? source : source.body)),
    onValidate: ({ setValidationFn }) => setValidationFn((_schema, document) => documents.validate(document)),
  };
}

function useRunner<Viewer>({ documents, run }: GraphqlParts<Viewer>): Step<Viewer> {
  return {
    onExecute: ({ context: { call }, setExecuteFn }) =>
      setExecuteFn(({ document, operationName, variableValues }) => {
        const operation = documents.operation(document, operationName ?? undefined);
        if (!operation) throw new BadRequestError('The document has no operation with this name.');
        return run(operation, variableValues ?? undefined, call);
      }),
  };
}

/**
 * Streams are opened before (`subscriptions/event-streams.ts`), and for those only who ask for one by name: a link or an image of
 * a foreign page could start it as well.
 */
function refuseSubscriptions<Viewer>(): Step<Viewer> {
  return {
    onSubscribe() {
      throw new RefusedRequestError(
        406,
        `A subscription needs a stream in the \`Accept\` header: ${STREAMS_IN_WORDS}.`,
      );
    },
  };
}

function useFinish<Viewer>(): Step<Viewer> {
  return {
    onResultProcess({ result, setResult, serverContext: { call } }) {
      if (!isAsyncIterable(result) && !Array.isArray(result)) setResult(finalizeForHttp(call, result));
    },
  };
}
