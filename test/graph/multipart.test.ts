import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import { describe, expect, it, vi } from 'vitest';
import { type Answer, startGateway } from '../kit/gateway.ts';
import { finished, PATIENCE, running, startWatching } from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

const PROJECT = gql`subscription { dubbingProjectUpdated(id: "p1") { kind isFinal project { id status } } }`;

function watchWithApollo(url: string, query = PROJECT) {
  const client = new ApolloClient({ link: new HttpLink({ uri: `${url}/graphql` }), cache: new InMemoryCache() });
  const seen = { updates: [] as Answer[], errors: [] as unknown[], isOver: false };
  client.subscribe<Answer>({ query }).subscribe({
    next: ({ data, error }) => (error ? seen.errors.push(error) : seen.updates.push(data.dubbingProjectUpdated)),
    complete: () => {
      seen.isOver = true;
    },
  });
  return seen;
}

describe('Apollo Client with its own HttpLink alone', () => {
  it('sees a dubbing project from its current state to its end', async () => {
    await using gateway = await startWatching();
    const project = gateway.sandbox.account().putDubbingProject({ id: 'p1', name: 'Trailer', work: running() });
    const seen = watchWithApollo(gateway.url);
    await expect.poll(() => seen.updates, PATIENCE).toMatchObject([{ kind: 'SNAPSHOT', isFinal: false }]);
    project.work = finished();
    await expect.poll(() => seen.isOver, PATIENCE).toBe(true);
    expect(seen.updates.at(-1)).toMatchObject({ kind: 'CHANGED', isFinal: true, project: { status: 'READY' } });
    expect(seen.errors).toEqual([]);
  });

  it('is given the code of what ends its stream', async () => {
    await using gateway = await startGateway({ sandbox: { populate: false } });
    const seen = watchWithApollo(gateway.url);
    await expect.poll(() => seen.isOver, PATIENCE).toBe(true);
    expect(seen.errors).toMatchObject([{ errors: [{ extensions: { code: 'NOT_FOUND' } }] }]);
  });
});
