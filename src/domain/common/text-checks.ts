import { type InputPath, issueAt, type ValidationIssue } from './validation-issue.ts';

/** For a text that the service requires: nothing but white space is as good as missing. */
export function blankTextIssues(path: InputPath, text: string): ValidationIssue[] {
  return isBlank(text) ? [issueAt(path, 'REQUIRED', 'Must not be blank.')] : [];
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}
