import { Kind, type OperationDefinitionNode, type SelectionSetNode, visit } from 'graphql';
import type { Fragments } from '../ast/fragments.ts';

/** How often each variable is used, with every fragment written out where it is spread. */
export type VariableUses = ReadonlyMap<string, number>;

/** Counts them for the operations of one document, which need not be valid; each fragment is walked once. */
export function createUseCounter(fragments: Fragments): (operation: OperationDefinitionNode) => VariableUses {
  const ofFragments = new Map<string, VariableUses>();

  function within(selectionSet: SelectionSetNode, uses: Map<string, number>): VariableUses {
    visit(selectionSet, {
      [Kind.VARIABLE]: ({ name }) => {
        addUses(uses, name.value, 1);
      },
      [Kind.FRAGMENT_SPREAD]: ({ name }) => {
        for (const [variable, count] of ofFragment(name.value)) addUses(uses, variable, count);
      },
    });
    return uses;
  }

  function ofFragment(name: string): VariableUses {
    const known = ofFragments.get(name);
    if (known) return known;
    // The measure of a fragment that spreads itself; validation refuses it.
    ofFragments.set(name, new Map());
    const fragment = fragments.get(name);
    const uses = fragment ? within(fragment.selectionSet, new Map()) : new Map();
    ofFragments.set(name, uses);
    return uses;
  }

  return ({ selectionSet }) => within(selectionSet, new Map());
}

/**
 * How much is read of the variables that are used more than once: their values, as often as they are used.
 * @param variables within the limits of their own: it calls itself for what is nested
 */
export function countRepeatedValues(uses: VariableUses, variables: Readonly<Record<string, unknown>>): number {
  let sum = 0;
  for (const [name, count] of uses) {
    if (count > 1 && Object.hasOwn(variables, name)) sum += count * countValues(variables[name]);
  }
  return sum;
}

/** A text is read faster than so many values of its length. */
const CHARACTERS_PER_VALUE = 100;

function countValues(value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / CHARACTERS_PER_VALUE);
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countValues(inner), 1);
}

function addUses(uses: Map<string, number>, variable: string, count: number): void {
  uses.set(variable, (uses.get(variable) ?? 0) + count);
}
