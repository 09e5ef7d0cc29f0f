import { readdirSync, readFileSync } from 'node:fs';
import type { GraphQLObjectType, GraphQLResolveInfo } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { ForbiddenError } from '../../src/errors.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';

const [reader, writer, both] = [
  makeToken('reader', ['read']),
  makeToken('writer', ['write']),
  makeToken('both', ['read', 'write']),
];
const start = () => startTokensGateway([reader, writer, both]);

const missing = (scope: string, field: string) => ({
  message: `You are not allowed to do this: the token does not have the scope "${scope}", which ${field} needs. Sign in with a token that has it.`,
  extensions: { code: 'FORBIDDEN', scope },
});

const DELETE = 'deleteDubbingProject(id: "1001") { __typename }';

describe('every root field', () => {
  const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
  const fields = roots.flatMap((type) =>
    Object.values(type?.getFields() ?? {}).map((field) => ({ type: type!, field })),
  );

  /** Its outcome for a caller without any scope. */
  const useOf = (type: GraphQLObjectType, { name, resolve, subscribe }: (typeof fields)[number]['field']) => {
    const info = { parentType: type, fieldName: name, path: { key: name } } as unknown as GraphQLResolveInfo;
    // Anything else that it would take of the context fails as something else.
    return (type.name === 'Subscription' ? subscribe : resolve)?.(undefined, {}, { scopes: new Set() }, info);
  };

  it.for(fields.map(({ type, field }) => [`${type.name}.${field.name}`, type, field] as const))(
    '%s asks for a scope before anything else',
    async ([name, type, field]) => {
      const error = await Promise.resolve()
        .then(() => useOf(type, field))
        .catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(ForbiddenError);
      expect(error).toMatchObject({ message: missing(type.name === 'Mutation' ? 'write' : 'read', name).message });
    },
  );

  it('is among them', () => expect(fields.length).toBeGreaterThanOrEqual(30));
});

describe('a token that may only read', () => {
  const folder = new URL('../../schema/operations/', import.meta.url);
  const documents = readdirSync(folder).map((file) => readFileSync(new URL(file, folder), 'utf8'));

  it('runs no mutation of the examples, and asks the service for nothing', async () => {
    await using gateway = await start();
    // A file cannot come by JSON; `auth-uploads.test.ts` has the one that brings some.
    const mutations = documents.filter((text) => /^mutation/m.test(text) && !text.includes('synthesizeSpeech'));
    expect(mutations.length).toBeGreaterThan(8);
    for (const document of mutations) {
      const [, field] = /^ {2}(\w+)\(/m.exec(document) ?? [];
      const { errors, data } = await gateway.ask(document, { key: reader.token, variables: { id: 'x' } });
      expect(errors).toMatchObject([missing('write', `Mutation.${field}`)]);
      expect(data).toEqual({ [field!]: null });
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it.for<[string, string, Record<string, unknown>]>([
    ['by another name', `mutation { harmless: ${DELETE} }`, {}],
    ['several at once', `mutation { a: ${DELETE} b: ${DELETE.replace('1001', '1002')} }`, {}],
    ['in a fragment', `mutation { ...F } fragment F on Mutation { ... on Mutation { ${DELETE} } }`, {}],
    ['beside a query, by its name', `query Q { balance { minutes } } mutation M { ${DELETE} }`, { operationName: 'M' }],
    [
      'included by a variable',
      `mutation ($yes: Boolean!) { ${DELETE.replace(' {', ' @include(if: $yes) {')} }`,
      { variables: { yes: true } },
    ],
  ])('runs none %s, the first time or the second', async ([, query, more]) => {
    await using gateway = await start();
    const before = gateway.sandbox.account().dubbingProjects.size;
    const send = (key: string) =>
      fetch(`${gateway.url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ query, ...more }),
      }).then((response) => response.json() as Promise<{ data: Record<string, unknown>; errors: object[] }>);
    for (let round = 0; round < 2; round += 1) {
      const { data, errors } = await send(reader.token);
      for (const error of errors) expect(error).toMatchObject(missing('write', 'Mutation.deleteDubbingProject'));
      expect(errors).toHaveLength(Object.keys(data).length);
      expect(Object.values(data).every((value) => value === null)).toBe(true);
    }
    expect(gateway.upstreamRequests()).toEqual([]);
    expect(gateway.sandbox.account().dubbingProjects.size).toBe(before);
    // The same is known by now, and runs for who may.
    expect((await send(both.token)).errors).toBeUndefined();
    expect(gateway.sandbox.account().dubbingProjects.size).toBeLessThan(before);
  });

  it('asks what a re-translation would come to: that is a query', async () => {
    await using gateway = await start();
    const document = documents.find((text) => text.includes('retranslationCheck'))!;
    const { errors, data } = await gateway.ask(document, { key: reader.token });
    expect(errors).toEqual([]);
    expect(data.retranslationCheck.valid).toBe(false);
    expect((await gateway.ask(document, { key: writer.token })).errors).toMatchObject([
      missing('read', 'Query.retranslationCheck'),
    ]);
  });
});

describe('a token that may only write', () => {
  it('writes, and is answered what it wrote', async () => {
    await using gateway = await start();
    const query = 'mutation { deleteDubbingProject(id: "1001") { ... on DeletePayload { deletedId } } }';
    const { errors, data } = await gateway.ask(query, { key: writer.token });
    expect({ errors, data }).toEqual({
      errors: [],
      data: { deleteDubbingProject: { deletedId: 'DubbingProject:1001' } },
    });
  });

  it('reads nothing, also not what another was answered a moment ago', async () => {
    await using gateway = await start();
    const query = '{ balance { minutes } node(id: "DubbingProject:1001") { id } }';
    const answers = [];
    for (const { token } of [writer, both, both, writer, reader, writer])
      answers.push(await gateway.ask(query, { key: token }));
    const refused = ['balance', 'node'].map((field) => missing('read', `Query.${field}`));
    for (const index of [0, 3, 5]) {
      expect(answers[index]!.data).toEqual({ balance: null, node: null });
      expect(answers[index]!.errors).toMatchObject(refused);
    }
    for (const index of [1, 2, 4]) expect(answers[index]!.errors).toEqual([]);
  });
});
