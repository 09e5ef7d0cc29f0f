import {
  type DocumentNode,
  type FieldNode,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';

const field = (name: string): FieldNode => ({ kind: Kind.FIELD, name: { kind: Kind.NAME, value: name } });

/**
 * An example of the graph as a document of a front end:
 * - without its default values, which only the sandbox has;
 * - with `__typename` and `id` wherever an object has them, so that a cache knows each object, and so that no client has
 *   to change the text, whose hash must stay.
 */
export function toKitDocument(schema: GraphQLSchema, document: DocumentNode): DocumentNode {
  const types = new TypeInfo(schema);
  return visit(
    document,
    visitWithTypeInfo(types, {
      VariableDefinition: ({ defaultValue: _ofTheSandbox, ...definition }) => definition,
      SelectionSet: {
        leave(selectionSet, _key, parent) {
          if (parent !== undefined && !Array.isArray(parent) && 'operation' in parent) return undefined;
          const type = getNamedType(types.getParentType());
          if (!isCompositeType(type)) return undefined;
          const hasId = 'getFields' in type && 'id' in type.getFields() && !isSelected(selectionSet, 'id');
          const added = [
            ...(isSelected(selectionSet, '__typename') ? [] : [field('__typename')]),
            ...(hasId && isObjectType(type) ? [field('id')] : []),
          ];
          return { ...selectionSet, selections: [...added, ...selectionSet.selections] };
        },
      },
    }),
  );
}

const isSelected = ({ selections }: SelectionSetNode, name: string): boolean =>
  selections.some((selection) => selection.kind === Kind.FIELD && selection.name.value === name);
