import { type ASTNode, type FieldNode, Kind, type SelectionNode, type SelectionSetNode, visit } from 'graphql';
import type { Fragments } from '../../ast/fragments.ts';

/** Which parts of a document depend on variables. */
export interface UsesVariables {
  /** Whether the arguments of a field do. */
  inArguments(node: FieldNode): boolean;
  /** Whether anything in the selection below a field does, through fragments as well; directives do not count. */
  below(node: FieldNode): boolean;
}

export function createUsesVariables(fragments: Fragments): UsesVariables {
  const known = new WeakMap<SelectionSetNode, boolean>();
  const inSelections = (set: SelectionSetNode): boolean => {
    let found = known.get(set);
    if (found === undefined) {
      found = set.selections.some(inSelection);
      known.set(set, found);
    }
    return found;
  };
  const inSelection = (selection: SelectionNode): boolean => {
    if (selection.kind === Kind.FIELD) return inArguments(selection) || below(selection);
    if (selection.kind === Kind.INLINE_FRAGMENT) return inSelections(selection.selectionSet);
    const fragment = fragments.get(selection.name.value);
    return fragment !== undefined && inSelections(fragment.selectionSet);
  };
  const below = ({ selectionSet }: FieldNode): boolean => selectionSet !== undefined && inSelections(selectionSet);
  return { inArguments, below };
}

function inArguments({ arguments: args = [] }: FieldNode): boolean {
  return args.some(hasVariable);
}

/** The names of the variables that decide, by @skip and @include, which fields are selected. */
export function directiveVariables(definitions: readonly ASTNode[]): readonly string[] {
  const names = new Set<string>();
  for (const definition of definitions) {
    visit(definition, {
      Directive({ arguments: args = [] }) {
        for (const { value } of args) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
      },
    });
  }
  return [...names];
}

function hasVariable(node: ASTNode): boolean {
  let found = false;
  visit(node, {
    Variable() {
      found = true;
    },
  });
  return found;
}
