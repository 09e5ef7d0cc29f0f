import { parse } from 'graphql';
import { createOperationDescriptor } from 'relay-runtime';
import { describe, expect, it } from 'vitest';
import { ConnectionRefusedError, createDubbing, GraphError } from '../../schema/client/core/index.ts';
import { JobsUpdatedDocument } from '../../schema/client/core/operations.generated.ts';
import { codeOf, messagesOf } from '../../schema/client/screen/index.ts';
import * as forUrql from '../../schema/client/urql/documents.generated.ts';
import { createUrqlPage } from '../../schema/client/urql/urql-page.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { type Answer, startGateway } from '../kit/gateway.ts';

const CLIENT = new URL('../../schema/client/', import.meta.url).href;

const TWO_PROJECTS =
  'query Two { a: dubbingProject(id: "1001") { id mixingMode } b: dubbingProject(id: "1002") { id mixingMode } }';

/** A query of a client: its error. */
const CLIENTS: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  async 'Apollo Client'(url) {
    // Its declaration of default options is for the whole program: only what is loaded at run time stays outside of it.
    const { createApolloPage }: Answer = await import(`${CLIENT}apollo/apollo-page.ts`);
    const { client } = createApolloPage({ url });
    return (await client.query({ query: parse(TWO_PROJECTS) })).error;
  },
  async urql(url) {
    const { client } = createUrqlPage({ url });
    return (await client.query(TWO_PROJECTS, {}).toPromise()).error;
  },
  async core(url) {
    const document = { name: 'Two', text: TWO_PROJECTS, hash: '' };
    const { errors } = await createDubbing({ url }).requests.sendText(document, {});
    return errors && new GraphError(errors);
  },
};

describe.each(Object.keys(CLIENTS))('An error of %s', (name) => {
  it('has the code of the gateway, and each message once for all fields that could not be read', async () => {
    await using gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '1' } });
    // The list takes the whole quota, and answers the fields that are in it.
    await gateway.ask('{ dubbingProjects { nodes { id } } }');
    const error = await CLIENTS[name]?.(`${gateway.url}/graphql`);
    expect(codeOf(error)).toBe('RATE_LIMITED');
    expect(messagesOf(error)).toEqual([expect.stringMatching(/quota/)]);
  });
});

describe('An error of the kit', () => {
  it('has a code where no gateway answers, and where the token is not accepted', async () => {
    const { url, ...gateway } = await startGateway();
    await gateway[Symbol.asyncDispose]();
    const page = createUrqlPage({ url: `${url}/graphql` });
    const { error } = await page.client.mutation(forUrql.DeleteDubbingProjectDocument, { id: '1001' }).toPromise();
    expect([codeOf(error), messagesOf(error)]).toEqual(['NETWORK', [error?.message]]);

    await using guarded = await startTokensGateway([makeToken('web', ['read'])]);
    const dubbing = createDubbing({ url: `${guarded.url}/graphql`, getToken: () => 'another' });
    const refused = await dubbing
      .watch(JobsUpdatedDocument, { ids: ['DubbingProject:1004'] })
      [Symbol.asyncIterator]()
      .next()
      .catch((reason: unknown) => reason);
    expect(refused).toBeInstanceOf(ConnectionRefusedError);
    expect(codeOf(refused)).toBe('UNAUTHENTICATED');
    dubbing.close();
  });

  it('has a code where a job does not exist', async () => {
    await using gateway = await startGateway();
    const dubbing = createDubbing({ url: `${gateway.url}/graphql` });
    const error = await dubbing.untilDone(['DubbingProject:none']).catch((reason: unknown) => reason);
    expect(codeOf(error)).toBe('NOT_FOUND');
    dubbing.close();
  });

  it('has the code of the gateway in the error that Relay makes of an answer without data', async () => {
    await using gateway = await startGateway();
    const { createDubbingEnvironment }: Answer = await import(`${CLIENT}relay/environment.ts`);
    const dubbing = createDubbing({ url: `${gateway.url}/graphql` });
    const environment = createDubbingEnvironment(dubbing);
    const name = 'Remove';
    const node = { name, type: 'Mutation', argumentDefinitions: [], selections: [] };
    const text = `mutation ${name} { nothing }`;
    const operation = createOperationDescriptor(
      {
        kind: 'Request',
        fragment: { ...node, kind: 'Fragment' },
        operation: { ...node, kind: 'Operation' },
        params: { name, text, operationKind: 'mutation', cacheID: name, id: null, metadata: {} },
      },
      {},
    );
    const error = await new Promise<unknown>((resolve) => {
      environment.executeMutation({ operation }).subscribe({ error: resolve, complete: () => resolve(null) });
    });
    expect(codeOf(error)).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(messagesOf(error)).toEqual([expect.stringMatching(/nothing/)]);
  });

  it('that is no error of the gateway has no code', () => {
    expect([undefined, null, 'text', new TypeError('A fault.')].map(codeOf)).toEqual(Array(4).fill(undefined));
    expect([undefined, null, 'text', new TypeError('A fault.')].map(messagesOf)).toEqual([[], [], [], ['A fault.']]);
  });
});
