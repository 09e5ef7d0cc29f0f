import {
  type GraphQLSchema,
  isIntrospectionType,
  isSpecifiedScalarType,
  Kind,
  OperationTypeNode,
  print,
  printType,
} from 'graphql';

/**
 * The graph as SDL, in an order that does not depend on which module was loaded first: first its description, then its
 * types by name. Within a type it is the order of the source: an enum's order has a meaning, and `id` comes first.
 */
export function printed(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const parts = [printedRoots(schema), ...types.map(printType)];
  return `# Printed by \`npm run schema\`; not to be edited by hand.\n\n${parts.join('\n\n')}\n`;
}

/** graphql prints these only together with all types, in its own order. */
function printedRoots(schema: GraphQLSchema): string {
  return print({
    kind: Kind.SCHEMA_DEFINITION,
    description: { kind: Kind.STRING, value: schema.description ?? '', block: true },
    operationTypes: Object.values(OperationTypeNode).flatMap((operation) => {
      const name = schema.getRootType(operation)?.name;
      if (name === undefined) return [];
      const type = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: name } } as const;
      return [{ kind: Kind.OPERATION_TYPE_DEFINITION, operation, type } as const];
    }),
  });
}
