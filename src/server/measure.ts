import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { idCount, pageSize, type VariableSizes } from './list-size.ts';

/** How large an operation is, with every fragment written out where it is spread. */
export interface Measure {
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  /** Root fields, if it is a mutation. */
  readonly mutations: number;
  /** About how many values the answer may hold. */
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
  aliases: number;
  /** Values for each object that is selected from … */
  cost: number;
  /** … and, where that object is a connection, for each item of its page in addition. */
  costPerItem: number;
}

/** What a list without a page size is taken to hold: the service's speakers, segments and languages, on the average. */
const ASSUMED_LENGTH = 25;
/** The lists of introspection are longer, but graphql's own rule lets only two of them be nested. */
const ASSUMED_INTROSPECTION_LENGTH = 4;

/**
 * Measures the operations of a document, which need not be valid: an unknown field counts as one value, a fragment
 * that spreads itself as nothing (validation refuses both).
 */
export function createRuler(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: VariableSizes,
): (operation: OperationDefinitionNode) => Measure {
  const fragments = fragmentsOf(document);
  const countRootFields = createRootFieldCounter(fragments);
  const sizes = new Map<string, Size>();

  function selectionSet(node: SelectionSetNode, type: GraphQLNamedType | undefined): Size {
    const sum = nothing();
    for (const selection of node.selections) {
      if (selection.kind === Kind.FIELD) addField(sum, selection, type);
      else if (selection.kind === Kind.FRAGMENT_SPREAD) add(sum, fragment(selection.name.value));
      else add(sum, selectionSet(selection.selectionSet, typeOn(selection.typeCondition?.name.value, type)));
    }
    return sum;
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
    const field = fieldOf(schema, parent, node.name.value);
    const child = node.selectionSet ? selectionSet(node.selectionSet, field && getNamedType(field.type)) : nothing();
    sum.depth = Math.max(sum.depth, child.depth + 1);
    sum.fields += child.fields + 1;
    sum.aliases += child.aliases + (node.alias ? 1 : 0);
    sum.cost += ownCost(field);
    const page = field ? pageSize(field, node, variables) : null;
    const childCost = child.cost + (page ?? 0) * child.costPerItem;
    if (!field || !isListType(getNullableType(field.type))) sum.cost += childCost;
    else if (isConnection(parent)) sum.costPerItem += childCost;
    else sum.cost += childCost * (page ?? idCount(field, node, variables) ?? assumedLength(parent));
  }

  function typeOn(condition: string | undefined, type: GraphQLNamedType | undefined): GraphQLNamedType | undefined {
    return condition === undefined ? type : schema.getType(condition);
  }

  return (operation) => {
    const root = schema.getRootType(operation.operation) ?? undefined;
    const { depth, fields, aliases, cost } = selectionSet(operation.selectionSet, root);
    const mutations = operation.operation === 'mutation' ? countRootFields(operation.selectionSet) : 0;
    return { depth, fields, aliases, mutations, cost };
  };
}

type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

function fragmentsOf(document: DocumentNode): Fragments {
  const definitions = document.definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
  return new Map(definitions.map((definition) => [definition.name.value, definition]));
}

function createRootFieldCounter(fragments: Fragments): (node: SelectionSetNode) => number {
  const counts = new Map<string, number>();

  function count(node: SelectionSetNode): number {
    let sum = 0;
    for (const selection of node.selections) {
      if (selection.kind === Kind.FIELD) sum += 1;
      else if (selection.kind === Kind.INLINE_FRAGMENT) sum += count(selection.selectionSet);
      else sum += countOf(selection.name.value);
    }
    return sum;
  }

  function countOf(name: string): number {
    const known = counts.get(name);
    if (known !== undefined) return known;
    counts.set(name, 0);
    const definition = fragments.get(name);
    const sum = definition ? count(definition.selectionSet) : 0;
    counts.set(name, sum);
    return sum;
  }

  return count;
}

const nothing = (): Size => ({ depth: 0, fields: 0, aliases: 0, cost: 0, costPerItem: 0 });

function add(sum: Size, part: Size): void {
  sum.depth = Math.max(sum.depth, part.depth);
  sum.fields += part.fields;
  sum.aliases += part.aliases;
  sum.cost += part.cost;
  sum.costPerItem += part.costPerItem;
}

function fieldOf(
  schema: GraphQLSchema,
  parent: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (parent !== undefined && parent === schema.getQueryType()) {
    if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
    if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  }
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}

/** One value, unless the schema says that it fills as much as so many. */
function ownCost(field: GraphQLField<unknown, unknown> | undefined): number {
  const cost = field?.extensions['cost'];
  return typeof cost === 'number' ? cost : 1;
}

/** Relay's shape: its lists are as long as the page that the field above it was asked for. */
function isConnection(type: GraphQLNamedType | undefined): boolean {
  return isObjectType(type) && 'pageInfo' in type.getFields();
}

function assumedLength(parent: GraphQLNamedType | undefined): number {
  return parent && isIntrospectionType(parent) ? ASSUMED_INTROSPECTION_LENGTH : ASSUMED_LENGTH;
}
