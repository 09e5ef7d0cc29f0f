import { type FieldNode, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from '../ast/fragments.ts';

/** A part of the document, and the fragments that it stands in: one that spreads itself ends there. */
interface Part<Node> {
  readonly node: Node;
  readonly within: readonly string[];
}

/** The selection at one place of an answer: the fields by their names there, and how often a fragment was spread. */
interface Place {
  readonly fields: Map<string, Part<FieldNode>[]>;
  spreads: number;
}

/**
 * About how many pairs of selections validation has to compare: two fields of one name at one place must be mergeable,
 * and so must be all that is below them, and all that fragments bring there. It grows with the square of what is repeated.
 * @param most where counting ends: what is above need not be whole
 */
export function countComparisons(root: SelectionSetNode, fragments: Fragments, most: number): number {
  let count = 0;

  function countAt(parts: readonly Part<SelectionSetNode>[]): void {
    const place: Place = { fields: new Map(), spreads: 0 };
    for (const part of parts) collect(place, part);
    count += pairs(place.spreads);
    for (const fields of place.fields.values()) {
      count += pairs(fields.length);
      const below = fields.flatMap(({ node, within }) =>
        node.selectionSet ? { node: node.selectionSet, within } : [],
      );
      if (below.length > 0 && count <= most) countAt(below);
    }
  }

  function collect(place: Place, { node, within }: Part<SelectionSetNode>): void {
    for (const selection of node.selections) {
      // Writing it out is work as well.
      count += 1;
      if (count > most) return;
      if (selection.kind === Kind.FIELD) addField(place, { node: selection, within });
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(place, { node: selection.selectionSet, within });
      else addSpread(place, selection.name.value, within);
    }
  }

  function addSpread(place: Place, name: string, within: readonly string[]): void {
    place.spreads += 1;
    const fragment = within.includes(name) ? undefined : fragments.get(name);
    if (fragment) collect(place, { node: fragment.selectionSet, within: [...within, name] });
  }

  countAt([{ node: root, within: [] }]);
  return count;
}

function addField({ fields }: Place, part: Part<FieldNode>): void {
  const name = part.node.alias?.value ?? part.node.name.value;
  const others = fields.get(name);
  if (others) others.push(part);
  else fields.set(name, [part]);
}

const pairs = (count: number): number => (count * (count - 1)) / 2;
