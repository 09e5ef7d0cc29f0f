/** One thing wrong with an input, and where in it: lists by index, arguments by name (behaviour, 11 "Writing"). */
export interface ValidationIssue {
  /** E.g. `["targetScript", "3", "speakerId"]`; empty where the service did not tell, or it concerns the input as a whole. */
  readonly path: readonly string[];
  readonly message: string;
}

/** Where in an input: the contract's names of its fields, and places in its lists. */
export type InputPath = readonly (string | number)[];

export function issueAt(path: InputPath, message: string): ValidationIssue {
  return { path: path.map(String), message };
}
