import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isObjectType,
  Kind,
  SchemaMetaFieldDef,
  type SelectionNode,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import type { Fragments } from '../ast/fragments.ts';
import { textArgument, type VariableValues } from './variable-values.ts';

/** A value of introspection takes about as long as four others. */
const COST_OF_VALUE = 4;
/** More are more than may be asked for. (The whole schema, as GraphiQL asks for it, takes 5,000.) */
const MOST_VISITS = 20_000;
const WITH_DEPRECATED = { includeDeprecated: true };

/** Whether a field asks for the schema itself. */
export function isIntrospection(
  schema: GraphQLSchema,
  parent: GraphQLNamedType | undefined,
  { name }: FieldNode,
): boolean {
  if (parent === undefined || parent !== schema.getQueryType()) return false;
  return name.value === SchemaMetaFieldDef.name || name.value === TypeMetaFieldDef.name;
}

/**
 * The cost of a field `__schema` or `__type`. The lists of a schema differ too much in length to be assumed, but they are
 * known: so the answer's values are counted, what one selection gives of one thing once, however often it comes up.
 */
export function createIntrospectionRuler(parts: {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly variables: VariableValues;
}): (node: FieldNode) => number {
  const { schema, fragments, variables } = parts;
  const counts = new Map<SelectionSetNode, Map<unknown, number>>();
  let visits = 0;

  function count(node: SelectionSetNode, type: GraphQLNamedType | undefined, subject: unknown): number {
    const bySubject = counts.get(node) ?? new Map<unknown, number>();
    counts.set(node, bySubject);
    const before = bySubject.get(subject);
    if (before !== undefined) return before;
    // The measure of a fragment that spreads itself; validation refuses it.
    bySubject.set(subject, 0);
    const sum = node.selections.reduce((values, selection) => values + countOf(selection, type, subject), 0);
    bySubject.set(subject, sum);
    return sum;
  }

  function countOf(selection: SelectionNode, type: GraphQLNamedType | undefined, subject: unknown): number {
    if (selection.kind === Kind.FIELD) return countField(selection, type, subject);
    if (selection.kind === Kind.INLINE_FRAGMENT) return count(selection.selectionSet, type, subject);
    const fragment = fragments.get(selection.name.value);
    return fragment ? count(fragment.selectionSet, type, subject) : 0;
  }

  function countField(node: FieldNode, type: GraphQLNamedType | undefined, subject: unknown): number {
    visits += 1;
    if (visits > MOST_VISITS) return Number.POSITIVE_INFINITY;
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    if (!node.selectionSet || !field?.resolve) return 1;
    const { selectionSet } = node;
    const child = getNamedType(field.type);
    const value: unknown = Reflect.apply(field.resolve, undefined, [subject, WITH_DEPRECATED, null, { schema }]);
    const things = (Array.isArray(value) ? value : [value]).filter((thing) => thing !== null && thing !== undefined);
    return things.reduce<number>((sum, thing) => sum + count(selectionSet, child, thing), 1);
  }

  function costOf(node: FieldNode, type: GraphQLNamedType, subject: unknown): number {
    return node.selectionSet && subject ? COST_OF_VALUE * (1 + count(node.selectionSet, type, subject)) : COST_OF_VALUE;
  }

  return (node) => {
    if (node.name.value === SchemaMetaFieldDef.name) return costOf(node, getNamedType(SchemaMetaFieldDef.type), schema);
    const name = textArgument(node, 'name', variables);
    // A value of any type.
    if (name === undefined) return Number.POSITIVE_INFINITY;
    return costOf(node, getNamedType(TypeMetaFieldDef.type), schema.getType(name ?? ''));
  };
}
