import type { Types } from '@graphql-codegen/plugin-helpers';
import type { GraphQLSchema } from 'graphql';
import { singletons } from './graph-shape.ts';

/** Prints what Relay's store has to know of the graph: the rest is in the documents that it compiles. */
export const plugin = (schema: GraphQLSchema): Types.PluginOutput => ({
  content: `export const SINGLETONS = ${JSON.stringify(singletons(schema))} as const;`,
});
