import type { GraphQLResolveInfo } from 'graphql';
import type { GraphContext } from '../../src/contracts/context.ts';
import { parseGlobalId } from '../../src/domain/common/global-id.ts';
import { canExist } from '../../src/domain/common/id-argument.ts';
import { builder } from '../builder.ts';
import { loadDubbingProject } from '../dubbing-project/details.ts';
import { studioProject } from '../studio-project/type.ts';
import { loadVideo } from '../video/load.ts';
import { checkIdCount, type GlobalId, globalIdsDescription, notGlobal } from './id-argument.ts';
import { type GraphNode, NodeInterface } from './node.ts';
import { ASKS_SERVICE } from './request-cost.ts';

builder.queryFields((t) => ({
  node: t.field({
    type: NodeInterface,
    nullable: true,
    description:
      'The object with this global id. Null if it does not exist. Costs one request, as the field of its type does.',
    extensions: ASKS_SERVICE,
    args: {
      id: t.arg.id({
        required: true,
        description: 'A global id, "<Type>:<key>". The service\'s own ids are not accepted.',
      }),
    },
    resolve: (_root, { id }, context, info) => loadNode(nodeKey(id, 'id'), context, info),
  }),
  nodes: t.field({
    type: [NodeInterface],
    nullable: { list: true, items: true },
    description:
      'One entry for each id, in the order of the ids, including repeated ones. Null if the object does not exist, and null with an error if the id is malformed. Costs one request per object; one for all projects of which no details are selected.',
    extensions: ASKS_SERVICE,
    args: {
      ids: t.arg.idList({ required: true, description: globalIdsDescription }),
    },
    resolve: (_root, { ids }, context, info) => {
      checkIdCount(ids);
      // A malformed id is rejected at its place. A thrown error would make its siblings null too.
      return ids.map(async (id, index) => loadNode(nodeKey(id, `ids.${index}`), context, info));
    },
  }),
}));

function nodeKey(id: string, argument: string): GlobalId {
  const global = parseGlobalId(id);
  if (global === null) throw notGlobal(argument);
  return global;
}

function loadNode(
  { type, parts }: GlobalId,
  context: GraphContext,
  info: GraphQLResolveInfo,
): GraphNode | null | Promise<GraphNode | null> {
  if (!canExist(type, parts)) return null;
  const [first = '', second = ''] = parts;
  switch (type) {
    case 'DubbingProject':
      return loadDubbingProject(first, context, info);
    case 'StudioProject':
      return studioProject(first);
    case 'Video':
      return loadVideo({ projectId: first, videoId: second }, context, info);
    case 'Artifact':
      return context.loaders.load('artifact', first);
    case 'Voice':
      return context.loaders.load('voices').then((catalogue) => catalogue.findIn(first, second));
  }
}
