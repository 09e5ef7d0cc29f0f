import type { Types } from '@graphql-codegen/plugin-helpers';
import {
  type GraphQLSchema,
  getNamedType,
  type IntrospectionOutputTypeRef,
  type IntrospectionTypeRef,
  introspectionFromSchema,
  isUnionType,
} from 'graphql';
import { embeddedTypes, singletons } from './graph-shape.ts';

/** Prints what urql's normalized cache knows of the graph. */
export function plugin(schema: GraphQLSchema): Types.PluginOutput {
  const constants = {
    SINGLETONS: singletons(schema),
    EMBEDDED_TYPES: embeddedTypes(schema),
    DELETIONS: deletions(schema),
  };
  return {
    content: [
      ...Object.entries(constants).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)} as const;`),
      '/** The graph as introspection has it, without leaf types, inputs and descriptions. */',
      `export const SCHEMA = ${JSON.stringify(shortIntrospection(schema))};`,
    ].join('\n\n'),
  };
}

/** The mutations that return the id of a deleted object. */
function deletions(schema: GraphQLSchema): string[] {
  return Object.values(schema.getMutationType()?.getFields() ?? {})
    .filter(({ type }) => {
      const result = getNamedType(type);
      return isUnionType(result) && result.getTypes().some(({ name }) => name === 'DeletePayload');
    })
    .map(({ name }) => name);
}

const ANY = { kind: 'SCALAR', name: 'Any' };

function shortType(type: IntrospectionOutputTypeRef | IntrospectionTypeRef): object {
  if (type.kind === 'NON_NULL' || type.kind === 'LIST') return { kind: type.kind, ofType: shortType(type.ofType) };
  const isLeaf = type.kind === 'SCALAR' || type.kind === 'ENUM' || type.kind === 'INPUT_OBJECT';
  return isLeaf ? ANY : { kind: type.kind, name: type.name };
}

function shortIntrospection(schema: GraphQLSchema): object {
  const { __schema } = introspectionFromSchema(schema, { descriptions: false });
  const types = __schema.types.flatMap((type): object[] => {
    if (type.name.startsWith('__')) return [];
    if (type.kind === 'UNION') return [{ kind: type.kind, name: type.name, possibleTypes: type.possibleTypes }];
    if (type.kind !== 'OBJECT' && type.kind !== 'INTERFACE') return [];
    const fields = type.fields.map(({ name, type, args }) => ({
      name,
      type: shortType(type),
      args: args.map((argument) => ({ name: argument.name, type: shortType(argument.type) })),
    }));
    const { kind, name, interfaces } = type;
    return [{ kind, name, fields, interfaces, ...('possibleTypes' in type && { possibleTypes: type.possibleTypes }) }];
  });
  const { queryType, mutationType, subscriptionType } = __schema;
  return { __schema: { queryType, mutationType, subscriptionType, types: [...types, ANY] } };
}
