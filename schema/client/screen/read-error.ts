import { ConnectionRefusedError, type GraphErrorEntry, NoAnswerError } from '../core/document.ts';
import { JobsNotFoundError } from '../core/until-done.ts';

/** The parts of errors that hold those of the gateway. */
interface Holder {
  /** GraphError of the kit, CombinedGraphQLErrors of Apollo Client. */
  readonly errors?: readonly GraphErrorEntry[];
  /** CombinedError of urql: one of the two. */
  readonly graphQLErrors?: readonly GraphErrorEntry[];
  readonly networkError?: Error | undefined;
  /** The error that Relay makes of an answer without data. */
  readonly source?: { readonly errors?: readonly GraphErrorEntry[] };
}

const holderOf = (error: unknown): Holder => (typeof error === 'object' && error !== null ? error : {});

function entriesOf(error: unknown): readonly GraphErrorEntry[] {
  const { errors, graphQLErrors, source } = holderOf(error);
  return errors ?? graphQLErrors ?? source?.errors ?? [];
}

/**
 * The code to decide and translate by, for the errors of the kit, of Apollo Client, urql and Relay: the gateway's own code,
 * `NETWORK` if no answer came, `UNAUTHENTICATED` if the token is not accepted. The first of several.
 * @returns undefined for no error, and for one that is not of the gateway
 */
export function codeOf(error: unknown): string | undefined {
  const [entry] = entriesOf(error);
  if (entry) return entry.extensions?.code ?? 'INTERNAL_SERVER_ERROR';
  if (error instanceof ConnectionRefusedError) return 'UNAUTHENTICATED';
  if (error instanceof NoAnswerError) return error.code;
  if (error instanceof JobsNotFoundError) return 'NOT_FOUND';
  const { networkError } = holderOf(error);
  return networkError && codeOf(networkError);
}

/** Each different message of an error once, however many fields it is about. Empty for no error. */
export function messagesOf(error: unknown): readonly string[] {
  const entries = entriesOf(error);
  if (entries.length > 0) return [...new Set(entries.map(({ message }) => message))];
  const { networkError } = holderOf(error);
  if (networkError) return messagesOf(networkError);
  return error instanceof Error ? [error.message] : [];
}
