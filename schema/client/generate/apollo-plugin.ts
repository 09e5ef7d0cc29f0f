import type { Types } from '@graphql-codegen/plugin-helpers';
import type { GraphQLSchema } from 'graphql';
import {
  connections,
  embeddedTypes,
  listFields,
  objectTypeNames,
  possibleTypes,
  singletons,
  subscriptionFields,
} from './graph-shape.ts';

/** Prints the policies of Apollo's cache. */
export function plugin(schema: GraphQLSchema): Types.PluginOutput {
  const alone = singletons(schema);
  const embedded = embeddedTypes(schema);
  const policies = objectTypeNames(schema).flatMap((name) => {
    const lists = listFields(schema, name);
    const policy = [
      ...(alone.includes(name) ? ['keyFields: []'] : []),
      ...(embedded.includes(name) ? ['keyFields: false', 'merge: true'] : []),
      ...(lists.length > 0 ? [`fields: { ${lists.map((list) => `${list}: { merge: false }`).join(', ')} }`] : []),
    ];
    return policy.length > 0 ? [`  ${name}: { ${policy.join(', ')} },`] : [];
  });
  const pages = Object.entries(connections(schema)).map(([name, args]) => `${name}: pages(${JSON.stringify(args)})`);
  const updates = subscriptionFields(schema).map((name) => `${name}: { merge: false }`);
  return {
    prepend: ["import type { TypePolicies } from '@apollo/client';", "import { pages } from './pages.ts';"],
    content: [
      `export const POSSIBLE_TYPES = ${JSON.stringify(possibleTypes(schema), null, 2)};`,
      '/** An object without an id belongs to the object around it; a list replaces the one before. */',
      'export const TYPE_POLICIES: TypePolicies = {',
      ...policies,
      `  Query: { fields: { ${pages.join(', ')} } },`,
      `  Subscription: { fields: { ${updates.join(', ')} } },`,
      '};',
    ].join('\n'),
  };
}
