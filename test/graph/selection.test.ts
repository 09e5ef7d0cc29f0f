import { buildSchema, type FieldNode, type FragmentDefinitionNode, Kind, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { selectedFields } from '../../schema/common/selection.ts';

const schema = buildSchema('type Query { video: Video } type Video { name: String progress: Int state: Int }');

/** The names of the fields that a query selects of its video, by its variables. */
function select(query: string) {
  const fieldNodes: FieldNode[] = [];
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of parse(query).definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
    if (definition.kind !== Kind.OPERATION_DEFINITION) continue;
    for (const node of definition.selectionSet.selections) if (node.kind === Kind.FIELD) fieldNodes.push(node);
  }
  return (variableValues: Record<string, unknown> = {}) => [
    ...selectedFields('Video', { fieldNodes, fragments, schema, variableValues }).keys(),
  ];
}

describe('The fields that an operation selects', () => {
  it('are found once for each operation', () => {
    const fieldsOf = select('{ video { name ...F } } fragment F on Video { progress }');
    expect(fieldsOf()).toEqual(['name', 'progress']);
    expect(fieldsOf()).toEqual(['name', 'progress']);
  });

  it.each([
    ['of a field', 'query ($with: Boolean!) { video { name progress @include(if: $with) } }'],
    ['of a fragment', 'query ($with: Boolean!) { video { name ... @include(if: $with) { progress } } }'],
    [
      'within a fragment',
      'query ($with: Boolean!) { video { name ...F } } fragment F on Video { progress @include(if: $with) }',
    ],
  ])('follow the directives %s each time', (_where, query) => {
    const fieldsOf = select(query);
    for (const isIncluded of [true, false, true])
      expect(fieldsOf({ with: isIncluded })).toEqual(isIncluded ? ['name', 'progress'] : ['name']);
  });
});
