import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Where a gateway that is measured alone runs, … */
export const GATEWAYS_PROCESSOR = 0;
/** … and whoever measures it, so that neither waits for the other. */
const OWN_PROCESSOR = 1;

/** A program of Linux (util-linux). */
const PINNER = 'taskset';

/** Keeps this process on a processor of its own until it is disposed of. */
export function keepApart(): Disposable {
  if (availableParallelism() < 2) throw new Error('To measure times takes two processors.');
  const pin = (processors: string): void => {
    execFileSync(PINNER, ['--all-tasks', '--cpu-list', '--pid', processors, String(process.pid)]);
  };
  const all = `0-${availableParallelism() - 1}`;
  pin(String(OWN_PROCESSOR));
  return { [Symbol.dispose]: () => pin(all) };
}
