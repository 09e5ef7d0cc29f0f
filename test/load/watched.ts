/** Shared by the checks of watching: a service where nothing moves but what a check moves, and how it is watched. */
import { setTimeout as pause } from 'node:timers/promises';
import type { ArtifactRecord, DubbingProjectRecord, VideoRecord } from '../../src/sandbox/account-store.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { running } from '../kit/watching.ts';
import { startService } from './service.ts';

/** A service that is empty but for what a check puts there. */
export const startStillService = (): Promise<Sandbox> => startService({ populate: false });

/** A watched thing is polled once in so many milliseconds, whatever becomes of it; and only then. */
export const everyMs = (ms: number): Readonly<Record<string, string>> => ({
  WATCH_MIN_INTERVAL_MS: String(ms),
  WATCH_MAX_INTERVAL_MS: String(ms),
  READ_MAX_AGE_MS: '0',
});

/** Dubbing projects in progress, for as long as a check goes on: `p0`, `p1`, … */
export function putProjects(sandbox: Sandbox, count: number): readonly DubbingProjectRecord[] {
  return Array.from({ length: count }, (_, index) =>
    sandbox.account().putDubbingProject({ id: `p${index}`, name: `Episode ${index}`, work: running() }),
  );
}

/** The same, `a0`, `a1`, … */
export function putArtifacts(sandbox: Sandbox, count: number): readonly ArtifactRecord[] {
  return Array.from({ length: count }, (_, index) =>
    sandbox.account().putArtifact({ id: `a${index}`, name: `Recording ${index}`, work: running() }),
  );
}

/** The same, `v0`, `v1`, … of the one studio project that there is. They do not move. */
export function putVideos(sandbox: Sandbox, count: number): readonly VideoRecord[] {
  return Array.from({ length: count }, (_, index) =>
    sandbox.account().putVideo({
      id: `v${index}`,
      projectId: SEEDED.studioProjects.demo,
      name: `Scene ${index}`,
      entryOverrides: { 'fr-FR': { phase: 'translation', pendingOn: 'editor', isError: false, eta: null } },
    }),
  );
}

export const PROJECT = `subscription ($id: ID!) {
  dubbingProjectUpdated(id: $id) { kind sequence skipped freshness isFinal checkedAt project { id name status } }
}`;

/** Waits for what nobody tells of. @throws if it does not come in time */
export async function until(condition: () => boolean, what: string, mostMs = 30_000): Promise<void> {
  const deadline = performance.now() + mostMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`It did not come about that ${what}.`);
    await pause(5);
  }
}
