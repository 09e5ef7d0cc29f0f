/** Runs once for all tests: the temporary folder of their processes is gone after them, with all that is left in it. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'tests-'));
// For everybody, as the system's own is: some tests run programs as other users.
chmodSync(folder, 0o1777);

export function setup(): void {
  process.env['TMPDIR'] = folder;
}

export function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
