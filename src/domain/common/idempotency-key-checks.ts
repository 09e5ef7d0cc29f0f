import { isGiven, type Optional } from './optional.ts';
import { issueAt, type ValidationIssue } from './validation-issue.ts';

const MAX_LENGTH = 255;

/** Visible ASCII, with spaces inside only: a header's value has none at its ends (RFC 9110, 5.5). */
const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** A caller's own key is sent verbatim as a header, so it must be a legal header value (BEHAVIOUR.md, "Writing"). */
export function idempotencyKeyIssues(key: Optional<string>): ValidationIssue[] {
  if (!isGiven(key) || (key.length <= MAX_LENGTH && HEADER_VALUE.test(key))) return [];
  return [
    issueAt(
      ['idempotencyKey'],
      key.length > MAX_LENGTH ? 'TOO_LONG' : 'MALFORMED',
      `Must be 1 to ${MAX_LENGTH} visible ASCII characters. Spaces are allowed only between them.`,
    ),
  ];
}
