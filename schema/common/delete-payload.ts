import { formatGlobalId, type NodeType } from '../../src/domain/common/global-id.ts';
import { builder } from '../builder.ts';

interface Deleted {
  readonly type: NodeType;
  readonly key: readonly string[];
}

export const DeletePayloadObject = builder.objectRef<Deleted>('DeletePayload').implement({
  description: '`deletedId` is the global id, to drop it from a cache.',
  fields: (t) => ({
    deletedId: t.id({
      description: 'The global id of what is gone.',
      resolve: ({ type, key }) => formatGlobalId(type, ...key),
    }),
  }),
});
