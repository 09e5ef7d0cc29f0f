import { builder } from '../builder.ts';
import { checkedAt } from '../common/checked-at.ts';
import { keyOfId } from '../common/id-argument.ts';
import { ASKS_SERVICE } from '../common/request-cost.ts';
import { ArtifactObject } from './type.ts';

builder.objectField(ArtifactObject, 'checkedAt', (t) => t.field(checkedAt((artifact) => artifact)));

builder.queryField('artifact', (t) =>
  t.field({
    type: ArtifactObject,
    nullable: true,
    description: 'One artifact of the studio. Null if it does not exist. Costs one request, none while it is watched.',
    extensions: ASKS_SERVICE,
    args: {
      id: t.arg.id({
        required: true,
        description: "The global id of the artifact, or the service's own id. Case-sensitive.",
      }),
    },
    resolve: (_root, { id }, { loaders }, info) => {
      const [artifactId] = keyOfId('Artifact', id, info) ?? [];
      return artifactId === undefined ? null : loaders.load('artifact', artifactId);
    },
  }),
);
