import type { Types } from '@graphql-codegen/plugin-helpers';
import { type GraphQLSchema, Kind } from 'graphql';

/** Prints the documents of `core` as the nodes that clients with a cache take, under the same names. */
export function plugin(_schema: GraphQLSchema, files: readonly Types.DocumentFile[]): Types.PluginOutput {
  const names = files
    .flatMap(({ document }) => document?.definitions ?? [])
    .flatMap((definition) =>
      definition.kind === Kind.OPERATION_DEFINITION ? [`${definition.name?.value}Document`] : [],
    )
    .sort();
  return {
    prepend: [
      "import * as core from '../core/operations.generated.ts';",
      "import { toNode } from '../document-node/document-node.ts';",
    ],
    content: names.map((name) => `export const ${name} = /* @__PURE__ */ toNode(core.${name});`).join('\n'),
  };
}
