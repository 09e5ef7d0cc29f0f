import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getDirectiveValues,
  type InlineFragmentNode,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';
import type { Fragments } from '../../ast/fragments.ts';

export interface CollectingParts {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  /** Coerced. */
  readonly variables: Readonly<Record<string, unknown>>;
}

/**
 * The fields that some selection sets select of an object type, by response name, in the order of the answer (GraphQL
 * specification, 6.3.2, CollectFields).
 */
export function collectFields(
  parts: CollectingParts,
  type: GraphQLObjectType,
  selectionSets: readonly SelectionSetNode[],
): ReadonlyMap<string, readonly FieldNode[]> {
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      if (selection.kind === Kind.FIELD) collectField(selection);
      else collectFragment(selection);
    }
  };
  const collectField = (node: FieldNode): void => {
    if (!isIncluded(node, parts)) return;
    const name = node.alias?.value ?? node.name.value;
    const nodes = fields.get(name);
    if (nodes === undefined) fields.set(name, [node]);
    else nodes.push(node);
  };
  const collectFragment = (selection: Exclude<SelectionNode, FieldNode>): void => {
    const isSpread = selection.kind === Kind.FRAGMENT_SPREAD;
    if (isSpread && spread.has(selection.name.value)) return;
    if (!isIncluded(selection, parts)) return;
    if (isSpread) spread.add(selection.name.value);
    const fragment = isSpread ? parts.fragments.get(selection.name.value) : selection;
    if (fragment !== undefined && applies(fragment, type, parts.schema)) collect(fragment.selectionSet);
  };
  for (const selectionSet of selectionSets) collect(selectionSet);
  return fields;
}

function isIncluded(selection: SelectionNode, { variables }: CollectingParts): boolean {
  if (!selection.directives?.length) return true;
  if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.['if'] !== false;
}

function applies(
  { typeCondition }: Pick<InlineFragmentNode, 'typeCondition'>,
  type: GraphQLObjectType,
  schema: GraphQLSchema,
): boolean {
  if (typeCondition === undefined) return true;
  const condition = typeFromAST(schema, typeCondition);
  return condition === type || (isAbstractType(condition) && schema.isSubType(condition, type));
}
