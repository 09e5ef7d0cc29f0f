import { buildSchema, type FieldNode, type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { selectedFields } from '../../schema/common/selection.ts';

const schema = buildSchema(`
  interface Animal { name: String }
  type Cat implements Animal { name: String age: Int friend: Animal }
  type Dog implements Animal { name: String bark: String }
  type Query { animal: Animal }
`);

/** The fields of a cat that a query selects of `animal`. */
function ofCat(source: string, variableValues: Record<string, unknown> = {}) {
  const { definitions } = parse(source);
  const fragments: Record<string, FragmentDefinitionNode> = {};
  let fieldNodes: FieldNode[] = [];
  for (const node of definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments[node.name.value] = node;
    if (node.kind === Kind.OPERATION_DEFINITION) {
      fieldNodes = node.selectionSet.selections.filter((field) => field.kind === Kind.FIELD);
    }
  }
  return [...selectedFields('Cat', { fieldNodes, fragments, schema, variableValues }).keys()];
}

describe('The selected fields', () => {
  it('are told by their names, whatever their aliases', () => {
    expect(ofCat('{ animal { name label: name __typename } }')).toEqual(['name', '__typename']);
  });

  it('are gathered from a field that is selected twice', () => {
    expect(ofCat('{ animal { name } animal { ... on Cat { age } } }')).toEqual(['name', 'age']);
  });

  it('are found in fragments on the type, on its interfaces and on no type, however deep', () => {
    expect(ofCat('{ animal { ... on Animal { ... { ...A } } } } fragment A on Cat { age }')).toEqual(['age']);
  });

  it('do not hold what is selected of another type, or of a field below', () => {
    expect(ofCat('{ animal { ... on Dog { bark } ... on Cat { friend { name } } } }')).toEqual(['friend']);
  });

  it('do not hold what @skip and @include take out', () => {
    const source = 'query ($yes: Boolean!) { animal { name @skip(if: $yes) ... on Cat @include(if: $yes) { age } } }';
    expect(ofCat(source, { yes: true })).toEqual(['age']);
    expect(ofCat(source, { yes: false })).toEqual(['name']);
  });

  it('are found in linear time where fragments spread fragments', () => {
    const depth = 60;
    const fragments = Array.from({ length: depth }, (_, i) => `fragment F${i} on Cat { ...F${i + 1} ...F${i + 1} }`);
    expect(ofCat(`{ animal { ...F0 } } ${fragments.join(' ')} fragment F${depth} on Cat { age }`)).toEqual(['age']);
  });
});
