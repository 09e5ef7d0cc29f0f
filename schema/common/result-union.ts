import type { GraphContext } from '../../src/contracts/context.ts';
import {
  type NotEnabledError,
  type NotFoundError,
  OutcomeUnknownError,
  RejectedError,
  UserFacingError,
  type ValidationError,
} from '../../src/errors.ts';

type UserErrorClass =
  | typeof ValidationError
  | typeof NotFoundError
  | typeof NotEnabledError
  | typeof RejectedError
  | typeof OutcomeUnknownError;

export interface ResultUnionOptions {
  readonly name: `${string}Result`;
  readonly description: string;
  /** The members of the union beside the payload. */
  readonly userErrors: readonly UserErrorClass[];
}

/** The outcome of a mutation: its payload or one of these failures, as members of one union. */
export function resultUnion({ name, description, userErrors }: ResultUnionOptions) {
  return {
    /** The field's option of this name. */
    errors: { types: [...userErrors], directResult: true as const, union: { name, description } },
    /**
     * The outcome of a write as a member of the union. A refusal without a member is a `RejectedError` (BEHAVIOUR.md,
     * "Writing"). Any other failure stays a top-level error, whose cause the server logs.
     */
    async of<T>(write: Promise<T>, { log }: Pick<GraphContext, 'log'>): Promise<T> {
      try {
        return await write;
      } catch (error) {
        if (error instanceof OutcomeUnknownError) log.warn({ err: error }, 'outcome of write unknown');
        throw isRefusal(error) && !userErrors.some((userError) => error instanceof userError)
          ? new RejectedError(error.message, { cause: error })
          : error;
      }
    },
  };
}

function isRefusal(error: unknown): error is UserFacingError {
  return error instanceof UserFacingError && !(error instanceof OutcomeUnknownError);
}
