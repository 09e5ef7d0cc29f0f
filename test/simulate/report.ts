import type { Delay } from './audience.ts';
import { type Comparison, quantile } from './compare.ts';
import type { JobKind } from './jobs.ts';
import type { RunOptions } from './run-day.ts';

const KINDS: readonly JobKind[] = ['dubbing projects', 'videos', 'artifacts'];

/** One table: how long it takes from a change to the push, at our pace and at equal intervals. */
export function report(options: RunOptions, comparisons: readonly Comparison[]): string {
  const ours = comparisons.flatMap((comparison) => comparison.ours.delays);
  const uniform = comparisons.flatMap((comparison) => comparison.uniform.delays);
  const of = (kind: JobKind | 'all', delays: readonly Delay[]) =>
    kind === 'all' ? delays : delays.filter((delay) => delay.kind === kind);
  const rows = [...KINDS, 'all' as const]
    .filter((kind) => of(kind, ours).length > 0)
    .map((kind) => [kind, String(of(kind, ours).length), ...figures(of(kind, ours)), ...figures(of(kind, uniform))]);
  return [
    headline(options),
    ...comparisons.map((comparison, index) => spending(comparison, options, options.seed + index)),
    '',
    ...table([['', 'changes', 'median', 'p95', 'worst', 'uniform: median', 'p95', 'worst'], ...rows]),
    '',
  ].join('\n');
}

function headline({ misjudged }: RunOptions): string {
  return misjudged === 0
    ? 'Estimates that come true:'
    : `Estimates that are wrong by up to ±${Math.round(misjudged * 100)} %:`;
}

function spending(
  { ours, uniform, intervalMs }: Comparison,
  { quotaPerDay, quotaPerMinute }: RunOptions,
  seed: number,
) {
  const refused = ours.refused + uniform.refused;
  return [
    `  seed ${seed}: ${ours.polling} polling and ${ours.interactive} other requests of ${quotaPerDay}`,
    `${ours.mostInAMinute} of ${quotaPerMinute} in the fullest minute, ${ours.inTheLastHour} polling in the last hour`,
    `refused: ${refused}; uniform: each ${duration(intervalMs)}, ${uniform.polling} and ${uniform.interactive}`,
  ].join('; ');
}

function figures(delays: readonly Delay[]): string[] {
  return [0.5, 0.95, 1].map((part) => duration(quantile(delays, part)));
}

function duration(ms: number): string {
  if (Number.isNaN(ms)) return '–';
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** The first column to the left, the others to the right. */
function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const cell = (text: string, column: number) =>
    column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0);
  return rows.map((row) => `  ${row.map(cell).join('  ')}`.trimEnd());
}
