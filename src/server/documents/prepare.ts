import { BadRequestError } from '../../errors.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import { STREAMS_IN_WORDS } from '../request/accept.ts';
import type { OperationRequest } from '../request/operation-request.ts';
import type { Params } from '../request/params.ts';
import type { Documents, ValidOperation } from './documents.ts';

/** An operation that may run, with the variables that it runs with. */
export interface PreparedOperation {
  readonly operation: ValidOperation;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Why an operation does not run. Nothing of it has begun. */
export class Refusal {
  /** As thrown: the answer decides which part of it a caller may see. */
  readonly errors: readonly unknown[];
  constructor(errors: readonly unknown[]) {
    this.errors = errors;
  }
}

/** The request of an operation, as far as it decides about it. */
type PreparationRequest = Pick<OperationRequest<unknown>, 'carries' | 'begin' | 'showCost' | 'trace'>;

/**
 * From the parameters of a request to an operation that may run: the same way for every transport. Who asks is known
 * already (HTTP authenticates each request, a WebSocket its connection); then the checks come in this order:
 *
 * 1. the document's text: a trusted one, where only those run
 * 2. its syntax, and the limits of the document
 * 3. which of its operations is meant, and that the transport carries mutations, if it is one
 * 4. that the document is valid
 * 5. that the transport carries subscriptions, if it is one
 * 6. the limits that depend on the variables
 *
 * Whether the variables fit their types is found when the operation runs. A document is parsed and validated once;
 * asking again costs two look-ups.
 */
export function prepareOperation(
  documents: Documents,
  params: Params,
  request: PreparationRequest,
): PreparedOperation | Refusal {
  try {
    return prepareOrThrow(documents, params, request);
  } catch (error) {
    return toRefusal(error);
  }
}

/** The request of an operation that is to run now. */
type AdmissionRequest = PreparationRequest & Pick<OperationRequest<unknown>, 'work'>;

/**
 * Prepares an operation where there is room for it. One that finds none is only its text while it waits: not `async`, since
 * a function that waits keeps what it has prepared.
 */
export function admitOperation(
  documents: Documents,
  params: Params,
  request: AdmissionRequest,
): PreparedOperation | Refusal | Promise<PreparedOperation | Refusal> {
  const prepared = prepareOperation(documents, params, request);
  if (prepared instanceof Refusal || request.work.enter(prepared.operation)) return prepared;
  return request.work.pause(0).then(() => admitOperation(documents, params, request));
}

/** Runs another step between a request and its operation: at once, where it waits for nothing. */
export function orRefusal<Result>(run: () => Result | Promise<Result>): Result | Refusal | Promise<Result | Refusal> {
  try {
    const result = run();
    return result instanceof Promise ? result.catch(toRefusal) : result;
  } catch (error) {
    return toRefusal(error);
  }
}

function toRefusal(thrown: unknown): Refusal {
  return new Refusal(thrown instanceof AggregateError ? thrown.errors : [thrown]);
}

function prepareOrThrow(documents: Documents, params: Params, request: PreparationRequest): PreparedOperation {
  request.trace(params.traceparent);
  const document = documents.parse(documents.textOf(params));
  const operation = documents.operation(document, params.operationName);
  if (!operation) throw new BadRequestError('The document has no operation with this name.');
  checkTransport(operation, 'mutation', request);
  const errors = documents.validate(document);
  if (errors.length > 0) throw new AggregateError(errors);
  checkTransport(operation, 'subscription', request);
  request.begin(operation.definition);
  if (params.showsCost) request.showCost();
  const variables = params.variables ?? NO_VARIABLES;
  operation.checkVariables(variables);
  return { operation, variables: definedVariables(operation, variables) };
}

const NO_VARIABLES = Object.freeze({});

/** Those that the operation defines: nothing reads the others, and they may be large. */
function definedVariables(
  { definition: { variableDefinitions = [] } }: ValidOperation,
  variables: Readonly<Record<string, unknown>>,
): PreparedOperation['variables'] {
  if (variableDefinitions.length === 0) return NO_VARIABLES;
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  return Object.fromEntries(
    names.filter((name) => Object.hasOwn(variables, name)).map((name) => [name, variables[name]]),
  );
}

function checkTransport(
  { definition: { operation } }: ValidOperation,
  type: 'mutation' | 'subscription',
  { carries }: PreparationRequest,
): void {
  if (operation !== type) return;
  if (type === 'mutation' && !carries.mutations) {
    throw new RefusedRequestError(405, 'A mutation needs a POST request.', { allow: 'POST' });
  }
  // Also a link or an image of a foreign page could start one; none of those asks for this type by name.
  if (type === 'subscription' && !carries.subscriptions) {
    throw new RefusedRequestError(406, `A subscription needs a stream in the \`Accept\` header: ${STREAMS_IN_WORDS}.`);
  }
}
