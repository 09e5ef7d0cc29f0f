import { readdirSync, readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLField,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
  Kind,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { contractFaults } from '../schema/contract-faults.ts';
import { schema } from '../schema/index.ts';
import { printed } from '../schema/printed.ts';

const folder = new URL('../schema/', import.meta.url);
const contract = readFileSync(new URL('contract.graphql', folder), 'utf8');
const graph = printed(schema);

describe('The graph', () => {
  it('keeps all of the contract', async () => {
    expect(await contractFaults(contract, graph)).toEqual([]);
  });

  it('is committed as it is', () => {
    expect(readFileSync(new URL('schema.graphql', folder), 'utf8')).toBe(graph);
  });

  it('describes every type, field, argument and enum value', () => {
    expect([...undescribed()]).toEqual([]);
  });
});

describe('The comparison with the contract', () => {
  const small = `
    type Query {
      "Says hello."
      hello(to: Someone!, times: Int = 1): String!
      greetings: [String]
    }
    "Whom to greet."
    input Someone @oneOf { name: String nickname: String }
  `;
  const compare = (change: (sdl: string) => string) => contractFaults(small, change(small));

  it('finds nothing in a graph that keeps it, with more besides', async () => {
    expect(await compare((sdl) => `${sdl} type More { id: ID! }`)).toEqual([]);
    expect(await compare((sdl) => sdl.replace('times: Int', '"How often." times: Int'))).toEqual([]);
  });

  it.each([
    ['a field is gone', 'hello(', 'greeting(', /FIELD_REMOVED/],
    ['an argument is gone', ', times: Int = 1', '', /FIELD_ARGUMENT_REMOVED/],
    ['a field may be null', 'String!\n', 'String\n', /FIELD_TYPE_CHANGED/],
    ['a root field may no longer be null', ': [String]', ': [String]!', /FIELD_BECAME_NON_NULL.*Query\.greetings/],
    ['items may no longer be null', ': [String]', ': [String!]', /FIELD_BECAME_NON_NULL/],
    ['a default is another', 'times: Int = 1', 'times: Int = 2', /FIELD_ARGUMENT_DEFAULT_CHANGED/],
    ['an input is no longer @oneOf', '@oneOf', '', /DIRECTIVE_USAGE_INPUT_OBJECT_REMOVED/],
    ['a description of a field is gone', '"Says hello."', '', /FIELD_DESCRIPTION_REMOVED/],
    ['a description of a type is reworded', '"Whom to greet."', '"Who is greeted."', /TYPE_DESCRIPTION_CHANGED/],
  ])('fails when %s', async (_title, before, after, fault) => {
    expect(await compare((sdl) => sdl.replace(before, after))).toEqual([expect.stringMatching(fault)]);
  });
});

describe('The examples', () => {
  const examples = readdirSync(new URL('operations/', folder)).map((file) => {
    const source = readFileSync(new URL(`operations/${file}`, folder), 'utf8');
    return { file, source, document: parse(source) };
  });
  const operations = examples.flatMap(({ document }) =>
    document.definitions.filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION),
  );

  it.each(examples)('$file is valid, has one named operation, and says on top what it shows', (example) => {
    expect(validate(schema, example.document)).toEqual([]);
    expect(example.document.definitions.map((node) => 'name' in node && node.name?.value)).toEqual([
      expect.stringMatching(/^[A-Z]/),
    ]);
    expect(example.source).toMatch(/^# .+\.\n/);
  });

  it('show every root field, one each', () => {
    const shown = operations.flatMap(({ operation, selectionSet }) =>
      selectionSet.selections.map((node) => `${operation} ${node.kind === Kind.FIELD && node.name.value}`),
    );
    const roots = { query: schema.getQueryType(), mutation: schema.getMutationType() };
    const offered = Object.entries({ ...roots, subscription: schema.getSubscriptionType() }).flatMap(([name, type]) =>
      Object.keys(type?.getFields() ?? {}).map((field) => `${name} ${field}`),
    );
    expect(shown.toSorted()).toEqual(offered.toSorted());
  });
});

/** The coordinates of what has no description that is a sentence or more. */
function* undescribed(): Generator<string> {
  for (const type of Object.values(buildSchema(graph).getTypeMap())) {
    if (isIntrospectionType(type) || isSpecifiedScalarType(type)) continue;
    if (!type.description) yield type.name;
    if (isEnumType(type)) {
      for (const value of type.getValues()) if (!value.description) yield `${type.name}.${value.name}`;
    }
    if (!isObjectType(type) && !isInterfaceType(type) && !isInputObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      if (!field.description) yield `${type.name}.${field.name}`;
      for (const argument of (field as GraphQLField<unknown, unknown>).args ?? []) {
        if (!argument.description) yield `${type.name}.${field.name}(${argument.name}:)`;
      }
    }
  }
}
