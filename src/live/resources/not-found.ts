import type { JobUpdate } from '../../domain/update.ts';
import { NotFoundError } from '../../errors.ts';

const NAMES = { DubbingProject: 'Dubbing project', Video: 'Video', Artifact: 'Artifact' } as const;

/** Why the watch of what does not exist ends, if it was never seen. */
export function notFound(kind: JobUpdate['of']): NotFoundError {
  return new NotFoundError(`${NAMES[kind]} not found.`);
}
