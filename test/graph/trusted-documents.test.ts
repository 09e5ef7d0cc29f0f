import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ApolloClient, type ApolloLink, InMemoryCache } from '@apollo/client';
import { type DocumentNode, parse } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, startGateway, type TestGateway } from '../kit/gateway.ts';
import { runSnippets } from '../kit/snippets.ts';
import { PATIENCE } from '../kit/watching.ts';

const PROJECTS =
  'query Projects($first: Int) { dubbingProjects(first: $first) { __typename totalCount nodes { ...Card } } } fragment Card on DubbingProject { __typename id name }';
const DELETION = 'mutation Delete { deleteDubbingProject(id: "nothing") { __typename } }';
const BALANCE = 'subscription Balance { balanceUpdated { __typename kind balance { __typename minutes } } }';

const hashOf = (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`;

/** A document as the client preset of GraphQL Code Generator prints it. */
const generated = (text: string): DocumentNode & { readonly __meta__: { readonly hash: string } } => ({
  ...parse(text),
  __meta__: { hash: hashOf(text) },
});

describe('Where only the documents of a front end’s build run, as the documents have it,', () => {
  let folder: string;
  let gateway: TestGateway;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'gateway-documents-'));
    const file = join(folder, 'persisted-documents.json');
    const documents = [PROJECTS, DELETION, BALANCE].map((text) => [hashOf(text), text]);
    await writeFile(file, JSON.stringify(Object.fromEntries(documents)));
    gateway = await startGateway({ env: { TRUSTED_DOCUMENTS: file } });
  });
  afterAll(async () => {
    await gateway[Symbol.asyncDispose]();
    await rm(folder, { recursive: true });
  });
  const getToken = async () => 'a-token';

  it('Apollo Client asks by hashes, over HTTP and over a WebSocket', async () => {
    const { promise, resolve } = Promise.withResolvers<Record<'overHttp' | 'overSocket', ApolloLink>>();
    await using _running = await runSnippets(
      ['graphql-ws', 'trusted-apollo'],
      gateway.url,
      { getToken, give: resolve },
      { last: 'give({ overHttp, overSocket });' },
    );
    for (const link of Object.values(await promise)) {
      const client = new ApolloClient({ link, cache: new InMemoryCache() });
      const { data } = await client.query<Answer>({ query: generated(PROJECTS), variables: { first: 2 } });
      expect(data.dubbingProjects.nodes).toHaveLength(2);
      expect((await client.mutate({ mutation: generated(DELETION) })).data).toMatchObject({
        deleteDubbingProject: { __typename: 'NotFoundError' },
      });
      await expect(client.query({ query: generated('{ requestBudget { remainingToday } }') })).rejects.toThrow(
        'PersistedQueryNotFound',
      );
      client.stop();
    }
  });

  it.each(['graphql-ws', 'graphql-sse'])('%s subscribes by a hash', async (transport) => {
    const shown: Answer[] = [];
    await using _running = await runSnippets([transport, 'trusted-iterate'], gateway.url, {
      getToken,
      document: generated(BALANCE),
      variables: {},
      show: (data: Answer) => shown.push(data),
    });
    await expect.poll(() => shown[0], PATIENCE).toMatchObject({ balanceUpdated: { kind: 'SNAPSHOT' } });
  });

  it('Apollo Client sends texts where there are no trusted documents', async () => {
    await using open = await startGateway();
    const { promise, resolve } = Promise.withResolvers<ApolloLink>();
    await using _running = await runSnippets(
      ['graphql-ws', 'trusted-apollo'],
      open.url,
      { getToken, give: resolve },
      {
        last: "give(new PersistedQueryLink({ generateHash: async () => 'f00' }).concat(new HttpLink({ uri: 'http://127.0.0.1:4000/graphql' })));",
      },
    );
    const client = new ApolloClient({ link: await promise, cache: new InMemoryCache() });
    for (const first of [1, 2]) {
      const { data } = await client.query<Answer>({ query: parse(PROJECTS), variables: { first } });
      expect(data.dubbingProjects.nodes).toHaveLength(first);
    }
    client.stop();
    // One by its hash in vain; from then on Apollo sends texts.
    const operations = open.logLines.filter(({ msg }) => msg === 'operation');
    expect(operations.map(({ outcome }) => outcome)).toEqual(['refused', 'ok', 'ok']);
  });
});
