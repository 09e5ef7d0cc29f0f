import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { ValidOperation } from '../../documents/documents.ts';

interface Selected {
  readonly field: FieldNode;
  readonly parent: GraphQLNamedType | undefined;
}

/** The names under which an update's answer has what is no state of its subject. The schema marks those fields. */
export interface UpdateKeys {
  /**
   * What it tells of itself: when it was checked, which it is (`extensions: { aboutUpdate: true }`). Empty if nothing else
   * is asked for: then that is what its readers want to see.
   */
  readonly about: ReadonlySet<string>;
  /** What has changed since the one before (`describesChange`): null or empty if that is nothing. */
  readonly changes: ReadonlySet<string>;
}

export function findUpdateKeys(schema: GraphQLSchema, operation: ValidOperation): UpdateKeys {
  const root = schema.getSubscriptionType() ?? undefined;
  const selected = fieldsOf(schema, operation, operation.definition.selectionSet, root).flatMap(({ field, parent }) => {
    const type = fieldOf(parent, field)?.type;
    return field.selectionSet ? fieldsOf(schema, operation, field.selectionSet, type && getNamedType(type)) : [];
  });
  const about = new Set(selected.filter(isMarked('aboutUpdate')).map(keyOf));
  const changes = new Set(selected.filter(isMarked('describesChange')).map(keyOf));
  const state = selected.filter(isState).map(keyOf);
  // By one name, types that differ may tell different things.
  for (const key of [...changes, ...state]) about.delete(key);
  for (const key of state) changes.delete(key);
  return { about: changes.size + state.length === 0 ? NONE : about, changes };
}

const NONE: ReadonlySet<string> = new Set();

const keyOf = ({ field }: Selected): string => field.alias?.value ?? field.name.value;

const isMarked =
  (mark: 'aboutUpdate' | 'describesChange') =>
  ({ field, parent }: Selected): boolean =>
    fieldOf(parent, field)?.extensions[mark] === true;

const isState = (one: Selected): boolean =>
  !isMarked('aboutUpdate')(one) && !isMarked('describesChange')(one) && one.field.name.value !== '__typename';

function fieldOf(parent: GraphQLNamedType | undefined, { name }: FieldNode) {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined;
}

/** The fields of a selection, also those that come by fragments. */
function fieldsOf(
  schema: GraphQLSchema,
  operation: ValidOperation,
  { selections }: SelectionSetNode,
  parent: GraphQLNamedType | undefined,
): Selected[] {
  return selections.flatMap((selection): Selected[] => {
    if (selection.kind === Kind.FIELD) return [{ field: selection, parent }];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragmentOf(operation, selection.name.value);
    if (!fragment) return [];
    const type = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : parent;
    return fieldsOf(schema, operation, fragment.selectionSet, type);
  });
}

function fragmentOf({ document }: ValidOperation, name: string) {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition;
  }
  return undefined;
}
