import { type InputPath, issueAt, type ValidationIssue } from './validation-issue.ts';

/** Checks a text that the service requires. White space alone counts as missing. */
export function blankTextIssues(path: InputPath, text: string): ValidationIssue[] {
  return isBlank(text) ? [issueAt(path, 'REQUIRED', 'Must not be blank.')] : [];
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
