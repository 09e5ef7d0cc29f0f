import { builder } from '../builder.ts';
import { keyOfId } from '../common/id-argument.ts';
import { StudioProjectObject, studioProject } from './type.ts';

builder.queryField('studioProject', (t) =>
  t.field({
    type: StudioProjectObject,
    nullable: true,
    description:
      'A handle on a studio project. The service has no call that reads one: null only where the id cannot be one.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the studio project, or the service's own, to the letter.",
      }),
    },
    resolve: (_root, { id }, _context, info) => {
      const [projectId] = keyOfId('StudioProject', id, info) ?? [];
      return projectId === undefined ? null : studioProject(projectId);
    },
  }),
);
