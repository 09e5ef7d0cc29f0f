import type { EventLog } from '../contracts/event-log.ts';
import type { ValidationIssue } from '../domain/common/validation-issue.ts';
import { UpstreamMalformedError, UpstreamTimeoutError, UpstreamUnavailableError, ValidationError } from '../errors.ts';

/** @throws ValidationError with every fault, if there is one. */
export async function checkInput(...checks: Parameters<typeof gatherIssues>): Promise<void> {
  const issues = await gatherIssues(...checks);
  if (issues.length > 0) throw invalidInput(issues);
}

/**
 * All issues, including those of checks that need a read. A failed read counts only if there is no issue: a fault that
 * the caller can correct has priority.
 */
export async function gatherIssues(
  found: readonly ValidationIssue[],
  checks: readonly Promise<readonly ValidationIssue[]>[] = [],
): Promise<readonly ValidationIssue[]> {
  const outcomes = await Promise.allSettled(checks);
  const issues = [...found, ...outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []))];
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (issues.length === 0 && failure !== undefined) throw failure.reason;
  return issues;
}

export function invalidInput(issues: readonly ValidationIssue[]): ValidationError {
  const [first, ...others] = issues;
  const message = first && others.length === 0 ? first.message : `The input has ${issues.length} faults.`;
  return new ValidationError(message, firstIssues(issues));
}

/** Only the first faults are reported: a script of 1 MB can have some 40,000. */
const MOST_ISSUES = 200;

/** The reported issues. */
export const firstIssues = (issues: readonly ValidationIssue[]): readonly ValidationIssue[] =>
  issues.slice(0, MOST_ISSUES);

/**
 * The value that a check needs, or null while the service fails: then the service itself judges the write. Any other
 * failure (quota used up, rejected key) would also fail the write, so it ends here.
 */
export async function readForCheck<T extends object>(read: Promise<T>, log: EventLog): Promise<T | null> {
  try {
    return await read;
  } catch (error) {
    if (!isPassing(error)) throw error;
    log.warn({ err: error }, 'input check failed, leaving it to the service');
    return null;
  }
}

function isPassing(error: unknown): boolean {
  return (
    error instanceof UpstreamUnavailableError ||
    error instanceof UpstreamTimeoutError ||
    error instanceof UpstreamMalformedError
  );
}
