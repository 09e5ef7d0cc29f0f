import { type GraphQLSchema, isIntrospectionType, isSpecifiedScalarType, printType } from 'graphql';

/**
 * The graph as SDL, in an order that does not depend on which module was loaded first: types by name, and within
 * a type the order of the source, since an enum's order means something and a reader wants `id` first.
 */
export function printed(schema: GraphQLSchema): string {
  const types = Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return `# Printed by \`npm run schema\`; not to be edited by hand.\n\n${types.map(printType).join('\n\n')}\n`;
}
