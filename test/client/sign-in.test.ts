import { describe, expect, it } from 'vitest';
import * as forApollo from '../../schema/client/apollo/documents.generated.ts';
import * as forUrql from '../../schema/client/urql/documents.generated.ts';
import { createUrqlPage } from '../../schema/client/urql/urql-page.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import type { Answer } from '../kit/gateway.ts';
import { PATIENCE } from '../kit/watching.ts';

const CLIENT = new URL('../../schema/client/', import.meta.url).href;

type GetToken = () => string;

/** A page with a query that something reads: how many projects or which error it has. */
const PAGES: Readonly<
  Record<string, (url: string, getToken: GetToken, show: (text: string) => void) => Promise<Answer>>
> = {
  async 'Apollo Client'(url, getToken, show) {
    // Its declaration of default options is for the whole program: only what is loaded at run time stays outside of it.
    const { createApolloPage }: Answer = await import(`${CLIENT}apollo/apollo-page.ts`);
    const page = createApolloPage({ url, getToken });
    const query = page.client.watchQuery({ query: forApollo.OptionsDocument });
    query.subscribe(({ data, error }: Answer) =>
      show(error?.message ?? `${data?.options?.sourceLanguages.length > 0}`),
    );
    return page;
  },
  async urql(url, getToken, show) {
    const page = createUrqlPage({ url, getToken });
    page.client
      .query(forUrql.OptionsDocument, {})
      .subscribe(({ data, error }) =>
        show(error?.graphQLErrors[0]?.message ?? `${(data?.options?.sourceLanguages.length ?? 0) > 0}`),
      );
    return page;
  },
};

const STATES: readonly (readonly [string, (page: Answer) => Promise<void>])[] = [
  [
    'that the gateway has refused is sent again after a sign-in',
    async (page) => {
      page.streams.budget.read(() => undefined);
      await expect.poll(() => page.dubbing.status.get().connection, PATIENCE).toBe('refused');
    },
  ],
  [
    'that the gateway has refused is sent again after a sign-in, although nothing is watched',
    // The page has streams, as one with the hooks has.
    async (page) => expect(page.streams.budget.get().update).toBeNull(),
  ],
];

describe.each(Object.keys(PAGES))('A query of the page for %s', (name) => {
  it.each(STATES)('%s', async (_title, bring) => {
    const token = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([token]);
    let given = 'wrong';
    let shown = '';
    const page = await PAGES[name]?.(
      `${gateway.url}/graphql`,
      () => given,
      (text) => {
        shown = text;
      },
    );
    await bring(page);
    await expect.poll(() => shown, PATIENCE).toBe('The token is not accepted.');
    given = token.token;
    page.dubbing.reconnect();
    await expect.poll(() => shown, PATIENCE).toBe('true');
    page.dubbing.close();
  });
});
