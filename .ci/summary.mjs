// Counts what `.ci/run` has run: summary.mjs <JSON report of vitest> <output of the load checks> [command that failed…].
// A part that did not run to its end counts as one failure, and so does a command that failed for a reason of its own.
import { readFileSync } from 'node:fs';

const [testsPath, loadPath, ...failedCommands] = process.argv.slice(2);
const parts = [countTests(), countLoadChecks()];
const sum = (name) => parts.reduce((total, part) => total + part[name], 0);
const [passed, skipped, counted] = ['passed', 'skipped', 'failed'].map(sum);
// The tests and the load checks fail by what is counted already, as a rule.
const uncounted = failedCommands.filter((command) => counted === 0 || !/^npm (test|run test:load)$/.test(command));
for (const command of failedCommands) console.log(`failed: ${command}`);
const failed = counted + uncounted.length;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed === 0 ? 0 : 1);

function countTests() {
  const text = read(testsPath);
  if (text === null) return brokenOff('The tests');
  const { numPassedTests, success, testResults } = JSON.parse(text);
  const skipped = testResults
    .flatMap((file) => file.assertionResults)
    .filter(({ status }) => status !== 'passed' && status !== 'failed');
  for (const { fullName } of skipped) console.log(`skipped: ${fullName}`);
  const failures = testResults.flatMap(failuresOf);
  for (const failure of failures) console.log(failure);
  // An error outside of a test fails none.
  const isOtherFailure = failures.length === 0 && (!success || numPassedTests === 0);
  return { passed: numPassedTests, failed: isOtherFailure ? 1 : failures.length, skipped: skipped.length };
}

/**
 * Each failed test, or the file where it could not be loaded: its name and the first lines of its reasons, last in the output,
 * where a reader of a cut log still finds them.
 */
function failuresOf({ name, status, message, assertionResults }) {
  const firstLines = (text) => String(text).split('\n').slice(0, 8).join('\n    ');
  if (status === 'failed' && assertionResults.length === 0) return [`failed: ${name}\n    ${firstLines(message)}`];
  return assertionResults
    .filter((test) => test.status === 'failed')
    .map(({ fullName, failureMessages }) => `failed: ${fullName}\n    ${failureMessages.map(firstLines).join('\n    ')}`);
}

function countLoadChecks() {
  const counts = /^(?<passed>\d+) passed, (?<failed>\d+) failed$/m.exec(read(loadPath) ?? '')?.groups;
  if (counts === undefined) return brokenOff('The load checks');
  return { passed: Number(counts.passed), failed: Number(counts.failed), skipped: 0 };
}

function brokenOff(name) {
  console.log(`${name} did not run to their end.`);
  return { passed: 0, failed: 1, skipped: 0 };
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
