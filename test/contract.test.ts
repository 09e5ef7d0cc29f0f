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
import { NOT_BUILT_YET } from '../schema/not-built-yet.ts';
import { printed } from '../schema/printed.ts';

const folder = new URL('../schema/', import.meta.url);
const contract = readFileSync(new URL('contract.graphql', folder), 'utf8');
const graph = printed(schema);

describe('The graph', () => {
  it('keeps all of the contract that is built', async () => {
    expect(await contractFaults(contract, graph, NOT_BUILT_YET)).toEqual([]);
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
      later: Later
    }
    "Whom to greet."
    input Someone @oneOf { name: String nickname: String }
    type Later { id: ID! }
    type Mutation { forget: Boolean }
  `;
  const built = small.replace('later: Later', '').replace(/type (Later|Mutation) .*/g, '');
  const compare = (change: (sdl: string) => string, notBuiltYet = ['Mutation', 'Query.later']) =>
    contractFaults(small, change(built), notBuiltYet);

  it('finds nothing in a graph that keeps it, with more besides', async () => {
    expect(await compare((sdl) => `${sdl} type More { id: ID! }`)).toEqual([]);
    expect(await compare((sdl) => sdl.replace('times: Int', '"How often." times: Int'))).toEqual([]);
  });

  it.each([
    ['a field is gone', 'hello(', 'greeting(', /FIELD_REMOVED/],
    ['an argument is gone', ', times: Int = 1', '', /FIELD_ARGUMENT_REMOVED/],
    ['a field may be null', 'String!\n', 'String\n', /FIELD_TYPE_CHANGED/],
    ['a default is another', 'times: Int = 1', 'times: Int = 2', /FIELD_ARGUMENT_DEFAULT_CHANGED/],
    ['an input is no longer @oneOf', '@oneOf', '', /DIRECTIVE_USAGE_INPUT_OBJECT_REMOVED/],
    ['a description of a field is gone', '"Says hello."', '', /FIELD_DESCRIPTION_REMOVED/],
    ['a description of a type is reworded', '"Whom to greet."', '"Who is greeted."', /TYPE_DESCRIPTION_CHANGED/],
  ])('fails when %s', async (_title, before, after, fault) => {
    expect(await compare((sdl) => sdl.replace(before, after))).toEqual([expect.stringMatching(fault)]);
  });

  it('fails when something is built that is said not to be', async () => {
    const faults = await compare((sdl) => `${sdl} type Mutation { forget: Boolean }`);
    expect(faults).toEqual(['Mutation is built: take it off the list of what is not built yet.']);
  });

  it('fails when something is said not to be built that nobody asked for', async () => {
    const faults = await compare((sdl) => sdl, ['Mutation', 'Query.later', 'Query.never']);
    expect(faults).toEqual(['Query.never is on the list of what is not built yet, but not in the contract.']);
  });

  it('fails when something is neither built nor said not to be', async () => {
    expect(await compare((sdl) => sdl, ['Mutation'])).toContainEqual(expect.stringMatching(/'later' was removed/));
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
