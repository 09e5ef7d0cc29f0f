/**
 * Runs in each process of tests: its temporary folder is its own. A gateway whose clock stands in 2030 takes what the gateways of
 * other processes have received for what was left behind long ago, and removes it.
 */
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

if (process.env['TMPDIR'] !== process.env['OWN_TMPDIR']) {
  const folder = mkdtempSync(join(tmpdir(), 'worker-'));
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.env['OWN_TMPDIR'] = folder;
}
