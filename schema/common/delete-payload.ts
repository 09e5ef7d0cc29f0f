import { formatGlobalId, type NodeType } from '../../src/domain/common/global-id.ts';
import { builder } from '../builder.ts';

interface Deleted {
  readonly type: NodeType;
  readonly key: readonly string[];
}

export const DeletePayloadObject = builder.objectRef<Deleted>('DeletePayload').implement({
  description: 'The deleted object.',
  fields: (t) => ({
    deletedId: t.id({
      description: 'The global id of the deleted object, for example to evict it from a cache.',
      resolve: ({ type, key }) => formatGlobalId(type, ...key),
    }),
  }),
});
