import { formatGlobalId } from '../../src/domain/common/global-id.ts';
import type { StudioProject } from '../../src/domain/video/video.ts';
import { builder } from '../builder.ts';
import { NodeInterface } from '../common/node.ts';

/** `video/queries.ts` adds `video`. */
export const StudioProjectObject = builder.objectRef<StudioProject>('StudioProject').implement({
  description:
    'A project of the studio, which contains videos. The service cannot read or list studio projects, so only the id is known.',
  interfaces: [NodeInterface],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, "StudioProject:<projectId>".',
      resolve: ({ projectId }) => formatGlobalId('StudioProject', projectId),
    }),
    projectId: t.exposeString('projectId', { description: "The service's own id." }),
  }),
});

export function studioProject(projectId: string): StudioProject {
  return { kind: 'StudioProject', projectId };
}
