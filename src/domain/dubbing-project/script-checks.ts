import { blankTextIssues } from '../common/text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { NewSourceSegment } from '../writes.ts';

/** Rules for a single segment (INTERFACE.md, "Script segment"). */
export function segmentIssues(at: InputPath, segments: readonly NewSourceSegment[]): ValidationIssue[] {
  return segments.flatMap(({ startMs, endMs, text }, index) => {
    const issues: ValidationIssue[] = [];
    if (startMs < 0) issues.push(issueAt([...at, index, 'startMs'], 'OUT_OF_RANGE', 'Must be 0 or more.'));
    if (endMs <= startMs) {
      issues.push(issueAt([...at, index, 'endMs'], 'OUT_OF_RANGE', `Must be later than the start, ${startMs} ms.`));
    }
    issues.push(...blankTextIssues([...at, index, 'text'], text));
    return issues;
  });
}

/**
 * Overlapping segments, in any order: one issue for each that starts before an earlier one ends. A segment may start
 * where another ends. A segment without a length cannot overlap; it is a fault of its own.
 */
export function overlapIssues(at: InputPath, segments: readonly NewSourceSegment[]): ValidationIssue[] {
  const byStart = segments
    .map(({ startMs, endMs }, index) => ({ startMs, endMs, index }))
    .filter(({ startMs, endMs }) => startMs < endMs)
    .sort((a, b) => a.startMs - b.startMs || a.index - b.index);
  const issues: ValidationIssue[] = [];
  let [furthest] = byStart;
  for (const segment of byStart.slice(1)) {
    if (furthest !== undefined && segment.startMs < furthest.endMs) {
      issues.push(
        issueAt(
          [...at, segment.index],
          'CONFLICT',
          `Segments ${furthest.index} (${span(furthest)}) and ${segment.index} (${span(segment)}) overlap.`,
        ),
      );
    }
    if (furthest === undefined || segment.endMs > furthest.endMs) furthest = segment;
  }
  return issues;
}

const span = ({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): string =>
  `${startMs} to ${endMs} ms`;
