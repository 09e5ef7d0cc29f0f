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
import type { KnownOperation } from '../documents.ts';

interface Selected {
  readonly field: FieldNode;
  readonly parent: GraphQLNamedType | undefined;
}

/**
 * Under which names an update's answer has what it tells of itself: when it was checked, which it is. (The schema marks
 * those fields with `extensions: { aboutUpdate: true }`.) Empty if nothing else is asked for: then that is what its
 * readers want to see.
 */
export function keysAboutUpdate(schema: GraphQLSchema, operation: KnownOperation): ReadonlySet<string> {
  const root = schema.getSubscriptionType() ?? undefined;
  const selected = fieldsOf(schema, operation, operation.definition.selectionSet, root).flatMap(({ field, parent }) => {
    const type = fieldOf(parent, field)?.type;
    return field.selectionSet ? fieldsOf(schema, operation, field.selectionSet, type && getNamedType(type)) : [];
  });
  const about = new Set(selected.filter(isAboutUpdate).map(keyOf));
  const subject = selected.filter((one) => !isAboutUpdate(one) && one.field.name.value !== '__typename').map(keyOf);
  // By one name, types that differ may tell different things.
  for (const key of subject) about.delete(key);
  return subject.length === 0 ? NONE : about;
}

const NONE: ReadonlySet<string> = new Set();

const keyOf = ({ field }: Selected): string => field.alias?.value ?? field.name.value;

const isAboutUpdate = ({ field, parent }: Selected): boolean =>
  fieldOf(parent, field)?.extensions['aboutUpdate'] === true;

function fieldOf(parent: GraphQLNamedType | undefined, { name }: FieldNode) {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name.value] : undefined;
}

/** The fields of a selection, also those that come by fragments. */
function fieldsOf(
  schema: GraphQLSchema,
  operation: KnownOperation,
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

function fragmentOf({ document }: KnownOperation, name: string) {
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name) return definition;
  }
  return undefined;
}
