import {
  type FieldNode,
  GraphQLIncludeDirective,
  type GraphQLResolveInfo,
  GraphQLSkipDirective,
  getDirectiveValues,
  isAbstractType,
  isObjectType,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { memoByIdentity } from '../../src/domain/common/memo-by-identity.ts';

/** The parts of a resolver's `info` that describe the selection below it. */
export type SelectionInfo = Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments' | 'schema' | 'variableValues'>;

/** Field names, without their aliases, each with the nodes that select it. */
export type SelectedFields = ReadonlyMap<string, readonly FieldNode[]>;

/**
 * The fields that an operation selects of an object type below some field nodes: through fragments on the type or its
 * interfaces, and without those that @skip and @include remove. A root field needs it to choose between several
 * requests.
 */
export function selectedFields(
  typeName: string,
  info: SelectionInfo,
  nodes: readonly FieldNode[] = info.fieldNodes,
): SelectedFields {
  return fieldsOf(nodes).get(typeName) ?? collectFields(typeName, info, nodes);
}

/**
 * The fields that some nodes select whatever the variables are, by the type. A document that is executed again has the identical nodes.
 */
const fieldsOf = memoByIdentity((_nodes: readonly FieldNode[]) => new Map<string, SelectedFields>());

function collectFields(typeName: string, info: SelectionInfo, nodes: readonly FieldNode[]): SelectedFields {
  let hasDirectives = false;
  const fields = new Map<string, FieldNode[]>();
  const spread = new Set<string>();

  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections) {
      hasDirectives ||= (selection.directives?.length ?? 0) > 0;
      if (isIncluded(selection, info)) collectOne(selection);
    }
  };
  const collectOne = (selection: SelectionNode): void => {
    if (selection.kind === 'Field') {
      const name = selection.name.value;
      const existing = fields.get(name);
      if (existing) existing.push(selection);
      else fields.set(name, [selection]);
      return;
    }
    const fragment = selection.kind === 'InlineFragment' ? selection : unspread(selection.name.value);
    if (fragment && applies(fragment.typeCondition?.name.value, typeName, info)) collect(fragment.selectionSet);
  };
  /** Each named fragment counts once: spreading it again selects nothing more. */
  const unspread = (name: string) => {
    if (spread.has(name)) return undefined;
    spread.add(name);
    return info.fragments[name];
  };

  for (const { selectionSet } of nodes) if (selectionSet) collect(selectionSet);
  if (!hasDirectives) fieldsOf(nodes).set(typeName, fields);
  return fields;
}

function isIncluded(selection: SelectionNode, { variableValues }: SelectionInfo): boolean {
  if (!selection.directives?.length) return true;
  const skip = getDirectiveValues(GraphQLSkipDirective, selection, variableValues);
  const include = getDirectiveValues(GraphQLIncludeDirective, selection, variableValues);
  return skip?.['if'] !== true && include?.['if'] !== false;
}

function applies(condition: string | undefined, typeName: string, { schema }: SelectionInfo): boolean {
  if (condition === undefined || condition === typeName) return true;
  const [abstract, type] = [schema.getType(condition), schema.getType(typeName)];
  return isAbstractType(abstract) && isObjectType(type) && schema.isSubType(abstract, type);
}
