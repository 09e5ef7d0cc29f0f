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

/** One thing wrong with an input, and where in it: lists by index, arguments by name (behaviour, 11 "Writing"). */
export interface ValidationIssue {
  /** E.g. `["targetScript", "3", "speakerId"]`; empty where the service did not tell, or it concerns the input as a whole. */
  readonly path: readonly string[];
  readonly code: ValidationIssueCode;
  readonly message: string;
}

/** Where in an input: the contract's names of its fields, and places in its lists. */
export type InputPath = readonly (string | number)[];

export function issueAt(path: InputPath, code: ValidationIssueCode, message: string): ValidationIssue {
  return { path: path.map(String), code, message };
}
