import { GraphError, type GraphErrorEntry, type Result } from './document.ts';
import type { UserErrorType } from './operations.generated.ts';

/** One fault of an input. */
export interface Issue {
  /** The name of the form's field: `targetScript.3.speakerId`. Empty if it is about the input as a whole. */
  readonly field: string;
  readonly code: string;
  readonly message: string;
}

/**
 * The result of a write:
 * - `ok`: it was done;
 * - `invalid`: the input breaks a rule, and nothing was done;
 * - `unknown`: no confirmation came. `again` repeats it with the same key: it is not done twice;
 * - `refused`: nothing was done.
 *
 * `code` is a `UserErrorCode` or an error code of the gateway; `NETWORK` if no answer of the gateway came.
 */
export type Outcome<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | {
      readonly kind: 'invalid';
      readonly code: string;
      readonly message: string;
      readonly issues: readonly Issue[];
      /** The message for a field of a form. */
      at(field: string): string | undefined;
      /** The same with its code, to translate by. */
      issueAt(field: string): Issue | undefined;
      /** The issues of all other fields. */
      except(fields: readonly string[]): readonly Issue[];
    }
  | {
      readonly kind: 'unknown';
      readonly code: string;
      readonly message: string;
      again(): Promise<Outcome<Value>>;
    }
  | {
      readonly kind: 'refused';
      readonly code: string;
      readonly message: string;
      readonly retryAfterSeconds?: number | undefined;
    };

/** The payload of a mutation: its union without the failures. */
export type PayloadOf<Data> = Exclude<NonNullable<Data[keyof Data]>, { __typename: UserErrorType }>;

/** Errors after which it is unknown whether the mutation was carried out. All others say that nothing was done. */
const UNCERTAIN: readonly string[] = ['INTERNAL_SERVER_ERROR', 'UPSTREAM_TIMEOUT', 'UPSTREAM_MALFORMED'];

/** A member of a mutation's union, as the documents select it. */
interface Failure {
  readonly __typename?: string;
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
}

/** Why something was not done, or is not known to be done. */
type Reason = Pick<Issue, 'code' | 'message'>;

export const unknownOutcome = <Value>(
  { code, message }: Reason,
  again: () => Promise<Outcome<Value>>,
): Outcome<Value> => ({
  kind: 'unknown',
  code,
  message,
  again,
});

export function toOutcome<Data>(
  field: string,
  result: Result<Data>,
  again: () => Promise<Outcome<PayloadOf<Data>>>,
): Outcome<PayloadOf<Data>> {
  const member = (result.data as Record<string, unknown> | null | undefined)?.[field] as Failure | null | undefined;
  if (member === null || member === undefined) return fromErrors(result.errors ?? [], again);
  // A payload has no code of its own.
  if (member.code === undefined) return { kind: 'ok', value: member as PayloadOf<Data> };
  const { code, message = code, issues } = member;
  if (issues) return invalid({ code, message }, issues);
  if (member.__typename === 'OutcomeUnknownError') return unknownOutcome({ code, message }, again);
  return { kind: 'refused', code, message };
}

function fromErrors<Value>(errors: readonly GraphErrorEntry[], again: () => Promise<Outcome<Value>>): Outcome<Value> {
  const error = new GraphError(errors);
  const { code, message } = error;
  if (errors.length === 0 || UNCERTAIN.includes(code)) return unknownOutcome(error, again);
  return { kind: 'refused', code, message, retryAfterSeconds: errors[0]?.extensions?.retryAfterSeconds };
}

function invalid<Value>(reason: Reason, issues: readonly Issue[]): Outcome<Value> {
  const issueAt = (field: string) => issues.find((issue) => issue.field === field);
  return {
    kind: 'invalid',
    ...reason,
    issues,
    at: (field) => issueAt(field)?.message,
    issueAt,
    except: (fields) => issues.filter((issue) => !fields.includes(issue.field)),
  };
}
