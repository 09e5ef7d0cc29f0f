import {
  type FieldNode,
  type GraphQLAbstractType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
  TypeNameMetaFieldDef,
} from 'graphql';
import { type CollectingParts, collectFields } from './collect-fields.ts';
import type { KeptTexts, TextMemory } from './kept-texts.ts';
import { leafWriter, type WriteLeaf } from './leaf-text.ts';
import type { UsesVariables } from './uses-variables.ts';

/** How to complete a value of a type (GraphQL specification, 6.4.3, CompleteValue). */
export type ValuePlan = LeafPlan | CompositePlan;

export interface LeafPlan {
  readonly kind: 'leaf';
  readonly isNonNull: boolean;
  readonly write: WriteLeaf;
}

export interface ListPlan {
  readonly kind: 'list';
  readonly isNonNull: boolean;
  readonly item: ValuePlan;
  readonly texts: KeptTexts | null;
}

export type CompositePlan = ListPlan | ObjectPlan;

type ObjectPlan = { readonly isNonNull: boolean } & (
  | { readonly kind: 'object'; readonly type: GraphQLObjectType; readonly selection: () => SelectionPlan }
  | {
      readonly kind: 'abstract';
      readonly type: GraphQLAbstractType;
      readonly selectionOf: (type: GraphQLObjectType) => SelectionPlan;
    }
);

export interface FieldPlan {
  readonly name: string;
  /** The name as it stands in the answer, with a comma before it unless it is the first one. */
  readonly nameText: string;
  readonly nodes: readonly [FieldNode, ...FieldNode[]];
  readonly definition: GraphQLField<unknown, unknown>;
  readonly parentType: GraphQLObjectType;
  /** Whether its resolver takes more than the object, the arguments and the context. */
  readonly takesInfo: boolean;
  /** The same for each object; null where they have variables, or are not yet coerced. */
  args: Readonly<Record<string, unknown>> | null;
  readonly hasConstantArgs: boolean;
  readonly value: ValuePlan;
}

/** The fields of an object, in the order of the answer. */
export interface SelectionPlan {
  readonly type: GraphQLObjectType;
  readonly fields: readonly FieldPlan[];
  /** Null where the same object may be written otherwise: the selection has variables, or is that of a root. */
  readonly texts: KeptTexts | null;
}

export interface PlanParts extends CollectingParts {
  readonly memory: TextMemory;
  readonly usesVariables: UsesVariables;
}

/** The plan of an operation's root. Everything below it is planned when it is first executed. */
export function planRoot(parts: PlanParts, type: GraphQLObjectType, selectionSet: SelectionSetNode): SelectionPlan {
  return planSelection(parts, type, [selectionSet], null);
}

function planSelection(
  parts: PlanParts,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
  texts: KeptTexts | null,
): SelectionPlan {
  const fields: FieldPlan[] = [];
  for (const [name, nodes] of collectFields(parts, type, selectionSets)) {
    const [first, ...others] = nodes;
    const definition = first && definitionOf(parts, type, first.name.value);
    if (first === undefined || definition === undefined) continue;
    fields.push(planField(parts, type, definition, { name, nodes: [first, ...others], isFirst: fields.length === 0 }));
  }
  return { type, fields, texts };
}

function definitionOf(
  { schema }: PlanParts,
  type: GraphQLObjectType,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  if (name === TypeNameMetaFieldDef.name) return TypeNameMetaFieldDef;
  const isQuery = type === schema.getQueryType();
  if (isQuery && name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (isQuery && name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return type.getFields()[name];
}

interface NamedNodes {
  readonly name: string;
  readonly nodes: FieldPlan['nodes'];
  readonly isFirst: boolean;
}

function planField(
  parts: PlanParts,
  parentType: GraphQLObjectType,
  definition: GraphQLField<unknown, unknown>,
  { name, nodes, isFirst }: NamedNodes,
): FieldPlan {
  const { resolve, args } = definition;
  // A function that declares none may take all of them.
  const takesInfo = resolve != null && (resolve.length === 0 || resolve.length > INFO_INDEX);
  return {
    name,
    nameText: `${isFirst ? '' : ','}${JSON.stringify(name)}:`,
    nodes,
    definition,
    parentType,
    takesInfo,
    args: args.length === 0 ? NO_ARGUMENTS : null,
    hasConstantArgs: !parts.usesVariables.inArguments(nodes[0]),
    value: planValue(parts, definition.type, nodes),
  };
}

const INFO_INDEX = 3;
const NO_ARGUMENTS = Object.freeze({});

function planValue(parts: PlanParts, type: GraphQLOutputType, nodes: readonly FieldNode[]): ValuePlan {
  if (isNonNullType(type)) return { ...planValue(parts, type.ofType, nodes), isNonNull: true };
  if (isLeafType(type)) return { kind: 'leaf', isNonNull: false, write: leafWriter(type) };
  if (isListType(type)) {
    const texts = isLeafType(getNamedType(type)) ? null : textsOf(parts, nodes);
    return { kind: 'list', isNonNull: false, item: planValue(parts, type.ofType, nodes), texts };
  }
  const selectionOf = selectionPlanner(parts, nodes);
  if (isAbstractType(type)) return { kind: 'abstract', isNonNull: false, type, selectionOf };
  if (!isObjectType(type)) throw new Error(`${String(type)} is not a type of a field.`);
  let selection: SelectionPlan | null = null;
  return {
    kind: 'object',
    isNonNull: false,
    type,
    selection: () => {
      selection ??= selectionOf(type);
      return selection;
    },
  };
}

function selectionPlanner(parts: PlanParts, nodes: readonly FieldNode[]): (type: GraphQLObjectType) => SelectionPlan {
  const byType = new Map<GraphQLObjectType, SelectionPlan>();
  return (type) => {
    let plan = byType.get(type);
    if (plan === undefined) {
      const selectionSets = nodes.flatMap(({ selectionSet }) => selectionSet ?? []);
      plan = planSelection(parts, type, selectionSets, textsOf(parts, nodes));
      byType.set(type, plan);
    }
    return plan;
  };
}

function textsOf({ memory, usesVariables }: PlanParts, nodes: readonly FieldNode[]): KeptTexts | null {
  return nodes.some((node) => usesVariables.below(node)) ? null : memory.createTexts();
}
