/**
 * The gateway under load: `npm run test:load` runs all checks, with `--short` those for each change, in their short form,
 * and with names of checks only those. Each check starts the gateway as a process of its own and measures it from outside;
 * it needs Linux's `/proc`. The last line is `N passed, N failed`, where each bound counts.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Check, Findings, Unit } from './check.ts';
import { FOR_EACH_CHANGE, WAITING, WORKING } from './checks.ts';

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const known = [...WORKING, ...WAITING].map(({ name }) => name);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) end(`There is no check ${unknown.join(', ')}; there are ${known.join(', ')}.`);
if (!existsSync('/proc/self/status')) end('The load checks read /proc, which this system does not have.');

let passed = 0;
const failures: string[] = [];
await Promise.all([runAll(WORKING), runAll(WAITING)]);
// Once more at the end, where a reader of a cut log still finds them.
for (const failure of failures) console.log(`failed: ${failure}`);
console.log(`${passed} passed, ${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);

async function runAll(checks: readonly Check[]): Promise<void> {
  for (const check of checks) if (isAsked(check)) await run(check);
}

function isAsked(check: Check): boolean {
  if (positionals.length > 0) return positionals.includes(check.name);
  return !values.short || FOR_EACH_CHANGE.includes(check);
}

async function run({ name, run }: Check): Promise<void> {
  const startedAt = performance.now();
  const tell = (mark: string, what: string): void => {
    console.log(`${name.padEnd(20)} ${mark} ${what}`);
    if (mark === 'FAIL') failures.push(`${name}: ${what}`);
  };
  try {
    await run(createFindings(tell), {
      isShort: values.short,
      ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
    });
  } catch (error) {
    tell('FAIL', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  tell('    ', `took ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function createFindings(tell: (mark: string, what: string) => void): Findings {
  const judge = (holds: boolean, what: string): void => {
    if (holds) passed += 1;
    tell(holds ? 'PASS' : 'FAIL', what);
  };
  return {
    note: (what, value) => tell('    ', `${what}: ${value}`),
    atMost: (what, value, bound, unit) =>
      judge(value <= bound, `${what}: ${show(value, unit)} (at most ${show(bound, unit)})`),
    atLeast: (what, value, bound, unit) =>
      judge(value >= bound, `${what}: ${show(value, unit)} (at least ${show(bound, unit)})`),
  };
}

function show(value: number, unit: Unit): string {
  const digits = Number.isInteger(value) ? 0 : 1;
  return `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`.trim();
}

function end(message: string): never {
  console.error(message);
  process.exit(1);
}
