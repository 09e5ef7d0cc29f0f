import { pathTo } from '../address.ts';
import { deletion } from '../deletion.ts';
import type { Writer } from '../writer.ts';
import type { Writes } from '../writes.ts';

/** The path is that of a dubbing project's deletion, at the other address (interface, "Project videos"). */
export function createStudioProjectWrites(writer: Writer): Writes['studioProjects'] {
  return {
    delete: (projectId, call) =>
      writer(deletion('DELETE /api/v1/projects/{projectId}', pathTo`/api/v1/projects/${projectId}`, 'deleted'), call),
  };
}
