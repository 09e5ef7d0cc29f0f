import { isSendableId } from '../domain/common/global-id.ts';
import { NotFoundError } from '../errors.ts';
import type { ServiceParts } from './service-parts.ts';
import type { Services } from './services.ts';
import { write } from './write.ts';

export function createStudioProjectServices({
  writes,
  call,
  invalidate,
}: ServiceParts): Pick<Services, 'deleteStudioProject'> {
  return {
    async deleteStudioProject(projectId) {
      if (!isSendableId(projectId)) throw new NotFoundError('Studio project not found.');
      const deleted = writes.studioProjects
        .delete(projectId, call)
        .then(() => invalidate.deleted({ kind: 'StudioProject', projectId }));
      await write(deleted, () => invalidate.studioProject(projectId));
    },
  };
}
