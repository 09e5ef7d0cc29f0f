/**
 * The gateway under load: `npm run test:load`, with `--short` the form that runs for each change, with names of checks
 * only those. Each check starts the gateway as a process of its own and measures it from outside; it needs Linux's
 * `/proc`. The last line is `N passed, N failed`, where each bound counts.
 */
import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Check, Findings, Unit } from './check.ts';
import { bombs } from './checks/bombs.ts';
import { creationsUnderFire } from './checks/creations-under-fire.ts';
import { crowd } from './checks/crowd.ts';
import { delay } from './checks/delay.ts';
import { hoarding } from './checks/hoarding.ts';
import { hour } from './checks/hour.ts';
import { keepAliveRace } from './checks/keep-alive-race.ts';
import { longSocket } from './checks/long-socket.ts';
import { memoryFirst } from './checks/memory-first.ts';
import { memoryFlat } from './checks/memory-flat.ts';
import { outage } from './checks/outage.ts';
import { push } from './checks/push.ts';
import { sameRequests } from './checks/same-requests.ts';
import { slowConnections } from './checks/slow-connections.ts';
import { stoppedReader } from './checks/stopped-reader.ts';
import { tearOff } from './checks/tear-off.ts';
import { tornUploads } from './checks/torn-uploads.ts';
import { unrememberedReads } from './checks/unremembered-reads.ts';
import { uploads } from './checks/uploads.ts';

/** One after the other, since they would slow each other down … */
const WORKING: readonly Check[] = [
  memoryFirst,
  bombs,
  memoryFlat,
  unrememberedReads,
  hoarding,
  uploads,
  tornUploads,
  hour,
  outage,
  sameRequests,
  stoppedReader,
  crowd,
  delay,
  push,
];
/** … except for these, which mostly wait and measure no time that could tell. */
const WAITING: readonly Check[] = [longSocket, tearOff, slowConnections, creationsUnderFire, keepAliveRace];

const { values, positionals } = parseArgs({
  options: { short: { type: 'boolean', default: false }, minutes: { type: 'string' } },
  allowPositionals: true,
});
const known = [...WORKING, ...WAITING].map(({ name }) => name);
const unknown = positionals.filter((name) => !known.includes(name));
if (unknown.length > 0) end(`There is no check ${unknown.join(', ')}; there are ${known.join(', ')}.`);
if (!existsSync('/proc/self/status')) end('The load checks read /proc, which this system does not have.');

let passed = 0;
let failed = 0;
await Promise.all([runAll(WORKING), runAll(WAITING)]);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

async function runAll(checks: readonly Check[]): Promise<void> {
  for (const check of checks) if (positionals.length === 0 || positionals.includes(check.name)) await run(check);
}

async function run({ name, run }: Check): Promise<void> {
  const startedAt = performance.now();
  const tell = (mark: string, what: string): void => console.log(`${name.padEnd(20)} ${mark} ${what}`);
  try {
    await run(createFindings(tell), {
      isShort: values.short,
      ...(values.minutes !== undefined && { minutes: Number(values.minutes) }),
    });
  } catch (error) {
    failed += 1;
    tell('FAIL', error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
  tell('    ', `took ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
}

function createFindings(tell: (mark: string, what: string) => void): Findings {
  const judge = (holds: boolean, what: string): void => {
    if (holds) passed += 1;
    else failed += 1;
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
