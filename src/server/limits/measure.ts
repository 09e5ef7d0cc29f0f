import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from '../ast/field-of.ts';
import type { Fragments } from '../ast/fragments.ts';
import { createIntrospectionRuler, isIntrospection } from './measure-introspection.ts';
import { idCount, pageSize, type VariableValues } from './variable-values.ts';

/** How large an operation (or a fragment by itself) is, with every fragment written out where it is spread. */
export interface Measure {
  readonly depth: number;
  readonly fields: number;
  readonly spreads: number;
  readonly aliases: number;
  readonly rootFields: number;
  readonly directivesAtOnePlace: number;
  /** About how many values the answer may hold; what costs as much counts as several. */
  readonly cost: number;
}

/**
 * The size of what one selection set selects. All of it is the sum (or the maximum) over its parts, so that a
 * fragment is measured once however often it is spread: sixty fragments that each spread the next one twice take
 * sixty steps, and their 2^60 fields are counted without being visited.
 */
interface Size {
  depth: number;
  fields: number;
  spreads: number;
  aliases: number;
  /** Fields that are not within others of it. */
  rootFields: number;
  directivesAtOnePlace: number;
  /** Values for each object that is selected from … */
  cost: number;
  /** … and, where that object is a connection, for each item of its page in addition. */
  costPerItem: number;
}

/** The assumed length of a list without a page size: the service's speakers, segments and languages, on the average. */
const ASSUMED_LENGTH = 25;

export type Definition = OperationDefinitionNode | FragmentDefinitionNode;

/**
 * Measures the operations and fragments of a document, which need not be valid: an unknown field counts as one value, a
 * fragment that spreads itself as nothing (validation refuses both).
 */
export function createRuler(
  schema: GraphQLSchema,
  fragments: Fragments,
  variables: VariableValues,
): (definition: Definition) => Measure {
  const introspectionCost = createIntrospectionRuler({ schema, fragments, variables });
  const sizes = new Map<string, Size>();

  function selectionSet(node: SelectionSetNode, type: GraphQLNamedType | undefined): Size {
    const sum = nothing();
    for (const selection of node.selections) {
      sum.directivesAtOnePlace = Math.max(sum.directivesAtOnePlace, selection.directives?.length ?? 0);
      if (selection.kind === Kind.FIELD) addField(sum, selection, type);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) addSpread(sum, selection.name.value);
      else add(sum, selectionSet(selection.selectionSet, typeOn(selection.typeCondition?.name.value, type)));
    }
    return sum;
  }

  function addSpread(sum: Size, name: string): void {
    sum.spreads += 1;
    add(sum, fragment(name));
  }

  /** A fragment's type is its own, so its size is the same wherever it is spread. */
  function fragment(name: string): Size {
    const known = sizes.get(name);
    if (known) return known;
    sizes.set(name, nothing());
    const definition = fragments.get(name);
    if (!definition) return nothing();
    const size = selectionSet(definition.selectionSet, schema.getType(definition.typeCondition.name.value));
    sizes.set(name, size);
    return size;
  }

  function addField(sum: Size, node: FieldNode, parent: GraphQLNamedType | undefined): void {
    const field = fieldOf(parent, node.name.value);
    const child = node.selectionSet ? selectionSet(node.selectionSet, field && getNamedType(field.type)) : nothing();
    sum.depth = Math.max(sum.depth, child.depth + 1);
    sum.fields += child.fields + 1;
    sum.spreads += child.spreads;
    sum.aliases += child.aliases + (node.alias ? 1 : 0);
    sum.rootFields += 1;
    sum.directivesAtOnePlace = Math.max(sum.directivesAtOnePlace, child.directivesAtOnePlace);
    if (isIntrospection(schema, parent, node)) sum.cost += introspectionCost(node);
    else addCost(sum, { node, field, parent, child }, variables);
  }

  function typeOn(condition: string | undefined, type: GraphQLNamedType | undefined): GraphQLNamedType | undefined {
    return condition === undefined ? type : schema.getType(condition);
  }

  return (definition) => {
    const isFragment = definition.kind === Kind.FRAGMENT_DEFINITION;
    const size = isFragment
      ? fragment(definition.name.value)
      : selectionSet(definition.selectionSet, schema.getRootType(definition.operation) ?? undefined);
    return { ...size, directivesAtOnePlace: Math.max(size.directivesAtOnePlace, ...directiveCounts(definition)) };
  };
}

interface SelectedField {
  readonly node: FieldNode;
  readonly field: GraphQLField<unknown, unknown> | undefined;
  readonly parent: GraphQLNamedType | undefined;
  /** The selection below it. */
  readonly child: Size;
}

function addCost(sum: Size, { node, field, parent, child }: SelectedField, variables: VariableValues): void {
  if (!field) {
    sum.cost += child.cost + 1;
    return;
  }
  const page = pageSize(field, node, variables);
  const ids = idCount(field, node, variables);
  const childCost = child.cost + (page ?? 0) * child.costPerItem;
  sum.cost += ownCost(field) * (ids ?? 1);
  if (!isListType(getNullableType(field.type))) sum.cost += childCost;
  else if (isConnection(parent)) sum.costPerItem += childCost;
  else sum.cost += childCost * (page ?? ids ?? ASSUMED_LENGTH);
}

const nothing = (): Size => ({
  depth: 0,
  fields: 0,
  spreads: 0,
  aliases: 0,
  rootFields: 0,
  directivesAtOnePlace: 0,
  cost: 0,
  costPerItem: 0,
});

function add(sum: Size, part: Size): void {
  sum.depth = Math.max(sum.depth, part.depth);
  sum.fields += part.fields;
  sum.spreads += part.spreads;
  sum.aliases += part.aliases;
  sum.rootFields += part.rootFields;
  sum.directivesAtOnePlace = Math.max(sum.directivesAtOnePlace, part.directivesAtOnePlace);
  sum.cost += part.cost;
  sum.costPerItem += part.costPerItem;
}

/** One value, unless the schema says that it fills, or takes, as much as so many. */
function ownCost(field: GraphQLField<unknown, unknown>): number {
  const cost = field.extensions['cost'];
  return typeof cost === 'number' ? cost : 1;
}

/** Relay's shape: its lists are as long as the page that the field above it was asked for. */
function isConnection(type: GraphQLNamedType | undefined): boolean {
  return isObjectType(type) && 'pageInfo' in type.getFields();
}

/** How many directives stand at a definition itself, and at each of its variables. */
function directiveCounts({ directives, variableDefinitions }: Definition): number[] {
  return [directives, ...(variableDefinitions ?? []).map((variable) => variable.directives)].map(
    (list) => list?.length ?? 0,
  );
}
