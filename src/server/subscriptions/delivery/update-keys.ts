import {
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { fieldOf } from '../../ast/field-of.ts';
import { type Fragments, fragmentsOf } from '../../ast/fragments.ts';
import type { ValidOperation } from '../../documents/documents.ts';

interface SelectedField {
  readonly field: FieldNode;
  readonly parent: GraphQLNamedType | undefined;
}

/** The names under which an update's answer has what is no state of its subject. The schema marks those fields. */
export interface UpdateKeys {
  /**
   * Keys of fields about the update itself, such as its number (`extensions: { aboutUpdate: true }`). Empty if nothing else
   * is asked for: then that is what its readers want to see.
   */
  readonly about: ReadonlySet<string>;
  /** Keys of fields that describe the change since the previous update (`describesChange`): null or empty if there is none. */
  readonly changes: ReadonlySet<string>;
}

export function findUpdateKeys(schema: GraphQLSchema, { document, definition }: ValidOperation): UpdateKeys {
  const fieldsOf = createFieldFinder(schema, fragmentsOf(document));
  const root = schema.getSubscriptionType() ?? undefined;
  const selected = fieldsOf(definition.selectionSet, root).flatMap(({ field, parent }) => {
    const type = fieldOf(parent, field.name.value)?.type;
    return field.selectionSet ? fieldsOf(field.selectionSet, type && getNamedType(type)) : [];
  });
  const about = new Set(selected.filter(isMarked('aboutUpdate')).map(keyOf));
  const changes = new Set(selected.filter(isMarked('describesChange')).map(keyOf));
  const state = selected.filter(isState).map(keyOf);
  // Under one key, different types may select different fields.
  for (const key of [...changes, ...state]) about.delete(key);
  for (const key of state) changes.delete(key);
  return { about: changes.size + state.length === 0 ? NONE : about, changes };
}

const NONE: ReadonlySet<string> = new Set();

const keyOf = ({ field }: SelectedField): string => field.alias?.value ?? field.name.value;

const isMarked =
  (mark: 'aboutUpdate' | 'describesChange') =>
  ({ field, parent }: SelectedField): boolean =>
    fieldOf(parent, field.name.value)?.extensions[mark] === true;

const isState = (selected: SelectedField): boolean =>
  !isMarked('aboutUpdate')(selected) &&
  !isMarked('describesChange')(selected) &&
  selected.field.name.value !== '__typename';

/** Finds the fields of a selection, also those that come by fragments. */
export function createFieldFinder(schema: GraphQLSchema, fragments: Fragments) {
  return function fieldsOf(
    { selections }: SelectionSetNode,
    parent: GraphQLNamedType | undefined,
  ): readonly SelectedField[] {
    return selections.flatMap((selection): readonly SelectedField[] => {
      if (selection.kind === Kind.FIELD) return [{ field: selection, parent }];
      const isInline = selection.kind === Kind.INLINE_FRAGMENT;
      const fragment = isInline ? selection : fragments.get(selection.name.value);
      if (!fragment) return [];
      const type = fragment.typeCondition ? schema.getType(fragment.typeCondition.name.value) : parent;
      return fieldsOf(fragment.selectionSet, type);
    });
  };
}
