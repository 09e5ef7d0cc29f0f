/**
 * A day of an account on a virtual clock: `npm run simulate -- --projects 20 --videos 10 --watchers 300`. It tells how
 * long a push takes from the change at the service, at the gateway's pace and at equal intervals that spend as much of
 * the quota; with estimates that come true, and with estimates that do not.
 */
import { parseArgs } from 'node:util';
import { type Comparison, compare } from './compare.ts';
import { report } from './report.ts';
import type { RunOptions } from './run-day.ts';

const DEFAULTS = {
  projects: '20',
  videos: '10',
  artifacts: '5',
  watchers: '300',
  'quota-per-day': '1000',
  'quota-per-minute': '60',
  hours: '24',
  /** The seed of the first day; … */
  seed: '1',
  /** … so many days are taken together. */
  seeds: '1',
  /** How wrong estimates are in the second table, in per cent of the time that is estimated. */
  misjudged: '30',
} as const;

const { values } = parseArgs({
  options: Object.fromEntries(
    Object.entries(DEFAULTS).map(([name, value]) => [name, { type: 'string', default: value } as const]),
  ),
});

function number(name: keyof typeof DEFAULTS): number {
  const value = Number(values[name]);
  if (Number.isFinite(value) && value >= 0) return value;
  console.error(`--${name} is a number, 0 or more.`);
  process.exit(2);
}

for (const misjudged of [0, number('misjudged') / 100]) {
  const options: RunOptions = {
    projects: number('projects'),
    videos: number('videos'),
    artifacts: number('artifacts'),
    watchers: number('watchers'),
    quotaPerDay: number('quota-per-day'),
    quotaPerMinute: number('quota-per-minute'),
    hours: number('hours'),
    seed: number('seed'),
    misjudged,
  };
  const days: Comparison[] = [];
  for (let count = 0; count < number('seeds'); count += 1) {
    days.push(await compare({ ...options, seed: options.seed + count }));
  }
  console.log(report(options, days));
}
