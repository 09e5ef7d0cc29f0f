import { builder } from '../builder.ts';
import { keyOfId } from '../common/id-argument.ts';
import { StudioProjectObject, studioProject } from './type.ts';

builder.queryField('studioProject', (t) =>
  t.field({
    type: StudioProjectObject,
    nullable: true,
    description:
      'A handle on a studio project. The service cannot read or list studio projects, so existence is not checked: null only if the id is malformed. Costs no request.',
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the studio project, or the service's own id. Case-sensitive.",
      }),
    },
    resolve: (_root, { id }, _context, info) => {
      const [projectId] = keyOfId('StudioProject', id, info) ?? [];
      return projectId === undefined ? null : studioProject(projectId);
    },
  }),
);
