/** The contract's `ValidationIssueCode`: the kind of a fault, for a front end to translate by. */
export const VALIDATION_ISSUE_CODES = [
  'REQUIRED',
  'TOO_LONG',
  'TOO_SHORT',
  'OUT_OF_RANGE',
  'NOT_ALLOWED',
  'NOT_FOUND',
  'MALFORMED',
  'CONFLICT',
  'REFUSED',
] as const;
export type ValidationIssueCode = (typeof VALIDATION_ISSUE_CODES)[number];

/** A fault of an input and its path: lists by index, arguments by name (BEHAVIOUR.md, "Writing"). */
export interface ValidationIssue {
  /**
   * E.g. `["targetScript", "3", "speakerId"]`. Empty if the service did not name a path, or for the input as a whole.
   */
  readonly path: readonly string[];
  readonly code: ValidationIssueCode;
  readonly message: string;
}

/** A path in an input: the contract's names of its fields, and indices of its lists. */
export type InputPath = readonly (string | number)[];

export function issueAt(path: InputPath, code: ValidationIssueCode, message: string): ValidationIssue {
  return { path: path.map(String), code, message };
}
