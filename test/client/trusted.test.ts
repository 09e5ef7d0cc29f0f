import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as forApollo from '../../schema/client/apollo/documents.generated.ts';
import { kitFiles } from '../../schema/client/command/kit-files.ts';
import { createDubbing } from '../../schema/client/core/index.ts';
import * as forCore from '../../schema/client/core/operations.generated.ts';
import * as forUrql from '../../schema/client/urql/documents.generated.ts';
import { createUrqlPage } from '../../schema/client/urql/urql-page.ts';
import { makeFolder } from '../auth/folder.ts';
import { CHROMIUM, launchChromium } from '../kit/chromium.ts';
import { type Answer, startGateway, type TestGateway } from '../kit/gateway.ts';
import { PATIENCE } from '../kit/watching.ts';
import { createFrontEnd, PERSISTED } from './built-page.ts';
import { visit } from './visit.ts';

const CLIENT = new URL('../../schema/client/', import.meta.url).href;

/** An operation of each kind: what the gateway has answered. */
interface Answers {
  readonly query: unknown;
  readonly mutation: unknown;
  readonly subscription: unknown;
}

const VARIABLES = { id: 'DubbingProject:1001' };

type Run = (url: string, trusted: boolean) => Promise<Answers>;

const CLIENTS: Readonly<Record<string, Run>> = {
  async core(url, trusted) {
    const dubbing = createDubbing({ url, trusted });
    const updates = dubbing.watch(forCore.DubbingProjectUpdatedDocument, VARIABLES)[Symbol.asyncIterator]();
    return {
      query: (await dubbing.query(forCore.DubbingProjectsDocument, {})).data?.dubbingProjects?.totalCount,
      mutation: (await dubbing.write(forCore.DeleteDubbingProjectDocument, { id: 'none' })).kind,
      subscription: (await updates.next()).value?.project.id,
    };
  },
  async 'Apollo Client'(url, trusted) {
    // Its declaration of default options is for the whole program: only what is loaded at run time stays outside of it.
    const { createApolloPage }: Answer = await import(`${CLIENT}apollo/apollo-page.ts`);
    const { client, write } = createApolloPage({ url, trusted });
    const query = forApollo.DubbingProjectUpdatedDocument;
    return {
      query: (await client.query({ query: forApollo.DubbingProjectsDocument })).data?.dubbingProjects?.totalCount,
      mutation: (await write(forApollo.DeleteDubbingProjectDocument, { id: 'none' })).kind,
      subscription: await new Promise((resolve) => {
        const stream = client.subscribe({ query, variables: VARIABLES });
        stream.subscribe(({ data }: Answer) => resolve(data?.dubbingProjectUpdated?.project.id));
      }),
    };
  },
  async urql(url, trusted) {
    const { client, write } = createUrqlPage({ url, trusted });
    const { data } = await client.query(forUrql.DubbingProjectsDocument, {}).toPromise();
    return {
      query: data?.dubbingProjects?.totalCount,
      mutation: (await write(forUrql.DeleteDubbingProjectDocument, { id: 'none' })).kind,
      subscription: await new Promise((resolve) => {
        const stream = client.subscription(forUrql.DubbingProjectUpdatedDocument, VARIABLES);
        stream.subscribe((result) => resolve(result.data?.dubbingProjectUpdated?.project.id));
      }),
    };
  },
};

const ANSWERS: Answers = { query: 8, mutation: 'refused', subscription: VARIABLES.id };

describe.each(Object.keys(CLIENTS))('Where only trusted documents run, the kit for %s', (name) => {
  let gateway: TestGateway & AsyncDisposable;
  let folder: Awaited<ReturnType<typeof makeFolder>>;
  beforeAll(async () => {
    folder = await makeFolder();
    const documents = JSON.parse(kitFiles('core', 'ts').get('trusted-documents.json') ?? '');
    gateway = await startGateway({
      env: { TRUSTED_DOCUMENTS: await folder.write('trusted-documents.json', documents) },
    });
  });
  afterAll(async () => {
    await gateway?.[Symbol.asyncDispose]();
    await folder?.[Symbol.asyncDispose]();
  });

  it('sends its documents by their hashes', async () => {
    expect(await CLIENTS[name]?.(`${gateway.url}/graphql`, true)).toEqual(ANSWERS);
    const refused = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ query: '{ requestBudget { remainingToday } }' }),
    });
    expect(await refused.json()).toMatchObject({ errors: [{ extensions: { code: 'FORBIDDEN' } }] });
  });
});

describe.skipIf(!CHROMIUM)('Where only trusted documents run, the kit for Relay, in Chromium,', () => {
  it('sends the documents that the relay-compiler of the front end has persisted', async () => {
    await using folder = await makeFolder();
    await using frontEnd = await createFrontEnd('relay', ['screens.tsx', 'main-relay.tsx'], { isPersisted: true });
    const persisted = JSON.parse(await readFile(join(frontEnd.folder, PERSISTED), 'utf8'));
    expect(Object.keys(persisted)).toHaveLength(5);
    const ofKit = JSON.parse(kitFiles('relay', 'ts').get('trusted-documents.json') ?? '');
    const origin = await frontEnd.serve();
    await using gateway = await startGateway({
      env: {
        TRUSTED_DOCUMENTS: await folder.write('trusted-documents.json', { ...ofKit, ...persisted }),
        ALLOWED_ORIGINS: origin,
      },
    });
    const browser = await launchChromium();
    try {
      const { page, complaints } = await visit(
        browser,
        `${origin}/?gateway=${gateway.url}&trusted=1&badges=1&lists=1&jobs=1&accounts=1&forms=1`,
      );
      await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(8);
      await expect.poll(() => page.locator('.job', { hasText: 'RUNNING' }).count(), PATIENCE).toBe(1);
      await expect.poll(() => page.locator('.badge').textContent(), PATIENCE).toBe('LIVE');
      await page.locator('.delete').click();
      await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(7);
      expect(complaints).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});
