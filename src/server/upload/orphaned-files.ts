import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';

/** Nothing else is ever removed. Which process it belongs to, by its number and when it began, since numbers come again. */
const OWN_FOLDER = /^dubbing-gateway-uploads-(\d+)-(\d+)-\w{6}$/;
/** No upload and no operation takes as long: whoever made it has gone, though its number is in use again. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

/** How the name of this process's folder begins; six letters at random follow. */
export const folderPrefix = (): string => `dubbing-gateway-uploads-${process.pid}-${startedAt()}-`;

/** The same for all threads of the process. */
const startedAt = (): number => Math.round(performance.timeOrigin);

/** Removes the spools of processes that have died, as far as it can. */
export async function removeLeftovers(parent: string, log: Logger, clock: Clock): Promise<void> {
  const names = await readdir(parent).catch((error: unknown) => {
    log.warn({ err: error }, 'upload folder unreadable');
    return [];
  });
  for (const name of names) {
    const match = OWN_FOLDER.exec(name);
    if (!match) continue;
    const path = join(parent, name);
    try {
      if (isAlive(Number(match[1]), Number(match[2])) && !(await isAbandoned(path, clock))) continue;
      await rm(path, { recursive: true, force: true });
      log.info({ folder: name }, 'orphaned uploads removed');
    } catch (error) {
      // Another user's, most likely.
      log.debug({ err: error, folder: name }, 'orphaned uploads not removed');
    }
  }
}

function isAlive(pid: number, since: number): boolean {
  if (pid === process.pid) return since === startedAt();
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // It is there, and another user's (EPERM).
    return error instanceof Error && 'code' in error && error.code !== 'ESRCH';
  }
}

async function isAbandoned(path: string, clock: Clock): Promise<boolean> {
  return (await stat(path)).mtimeMs + ABANDONED_MS < clock.wallTime();
}
