import { pathTo } from '../http/address.ts';
import type { Writes } from '../writes.ts';
import { deletion } from '../writing/deletion.ts';
import type { Writer } from '../writing/writer.ts';

/**
 * The path is that of a dubbing project's deletion, at the other address (INTERFACE.md, "DELETE
 * /api/v1/projects/{projectId}").
 */
export function createStudioProjectWrites(writer: Writer): Writes['studioProjects'] {
  return {
    delete: (projectId, call) =>
      writer(deletion('DELETE /api/v1/projects/{projectId}', pathTo`/api/v1/projects/${projectId}`), call),
  };
}
