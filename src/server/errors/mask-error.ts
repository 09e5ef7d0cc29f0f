import { GraphQLError } from 'graphql';
import { ERROR_CODES, type ErrorCode, GatewayError, toError } from '../../errors.ts';

/**
 * The public part of a thrown error. Expected failures (`errors.ts`) keep their message, code and details; mistakes in
 * the request keep graphql's message; of everything else only a code remains, and the cause stays in `originalError`,
 * for the log. Masking a masked error changes nothing.
 */
export function maskError(error: unknown): GraphQLError {
  const cause = originalErrorOf(error);
  const located = error instanceof GraphQLError ? error : undefined;
  const { message, extensions } = visible(cause);
  return new GraphQLError(shorten(message), {
    nodes: located?.nodes ?? null,
    source: located?.source,
    positions: located?.positions,
    path: located?.path,
    // Its own: the request id is written into it.
    extensions: { ...extensions },
    originalError: toError(cause),
  });
}

/** The error that was thrown first: graphql, and the masking before this one, wrap it. */
export function originalErrorOf(error: unknown): unknown {
  return error instanceof GraphQLError && error.originalError ? originalErrorOf(error.originalError) : error;
}

/** The code that a masked error carries. */
export function codeOf(error: GraphQLError): ErrorCode {
  return toCode(error.extensions['code']) ?? 'INTERNAL_SERVER_ERROR';
}

/** graphql's messages repeat what they are about, and what a variable or a literal holds may be a book. */
const LONGEST_MESSAGE = 500;
const KEPT_AT_EACH_END = 200;

/** The fault is at the beginning or the end. */
function shorten(message: string): string {
  if (message.length <= LONGEST_MESSAGE) return message;
  return `${message.slice(0, KEPT_AT_EACH_END)} … ${message.slice(-KEPT_AT_EACH_END)}`.toWellFormed();
}

interface Visible {
  readonly message: string;
  readonly extensions: { readonly code: ErrorCode } & Readonly<Record<string, unknown>>;
}

const UNEXPECTED: Visible = { message: 'Unexpected error.', extensions: { code: 'INTERNAL_SERVER_ERROR' } };

function visible(cause: unknown): Visible {
  if (cause instanceof GatewayError) {
    return { message: cause.message, extensions: { ...cause.extensions, code: cause.code } };
  }
  if (!(cause instanceof GraphQLError)) return UNEXPECTED;
  const code = toCode(cause.extensions['code']) ?? codeByOrigin(cause);
  return code === null ? UNEXPECTED : { message: cause.message, extensions: { code } };
}

/**
 * graphql gives no codes. A refusal of the door says how to answer it over HTTP; an error about a value points
 * at where it stands in the document. An error of neither kind is about a value of ours that does not fit the schema.
 */
function codeByOrigin(cause: GraphQLError): ErrorCode | null {
  if (cause.extensions['unexpected']) return null;
  if (cause.extensions.http) return 'BAD_REQUEST';
  return cause.nodes !== undefined && cause.nodes.length > 0 ? 'BAD_USER_INPUT' : null;
}

function toCode(code: unknown): ErrorCode | undefined {
  return ERROR_CODES.find((known) => known === code);
}
