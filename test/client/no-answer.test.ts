import { describe, expect, it } from 'vitest';
import { createDubbing } from '../../schema/client/core/index.ts';
import { DeleteDubbingProjectDocument } from '../../schema/client/core/operations.generated.ts';
import { createUrqlPage } from '../../schema/client/urql/urql-page.ts';
import { freePort } from '../kit/free-port.ts';
import { type Answer, startGateway } from '../kit/gateway.ts';

const CLIENT = new URL('../../schema/client/', import.meta.url).href;

/** An object with `write`, by the kit. */
const PAGES: Readonly<Record<string, (url: string) => Promise<Answer>>> = {
  core: async (url) => createDubbing({ url }),
  // Its declaration of default options is for the whole program: only what is loaded at run time stays outside of it.
  'Apollo Client': async (url) => (await import(`${CLIENT}apollo/apollo-page.ts`)).createApolloPage({ url }),
  urql: async (url) => createUrqlPage({ url }),
};

describe.each(Object.keys(PAGES))('A write of the kit for %s', (name) => {
  it('that gets no answer is unknown, and done by repeating it', async () => {
    const env = { PORT: String(await freePort()) };
    const first = await startGateway({ env });
    await first[Symbol.asyncDispose]();
    const page = await PAGES[name]?.(`${first.url}/graphql`);
    const outcome = await page.write(DeleteDubbingProjectDocument, { id: 'DubbingProject:1001' });
    expect(outcome).toMatchObject({ kind: 'unknown', code: 'NETWORK', message: expect.any(String) });
    await using _second = await startGateway({ env });
    expect(await outcome.again()).toMatchObject({ kind: 'ok', value: { deletedId: 'DubbingProject:1001' } });
  });

  it('that is refused as a whole has the code of the gateway', async () => {
    await using gateway = await startGateway({ env: { QUOTA_PER_MINUTE: '1' } });
    await gateway.ask('{ balance { minutes } }');
    const page = await PAGES[name]?.(`${gateway.url}/graphql`);
    const outcome = await page.write(DeleteDubbingProjectDocument, { id: 'DubbingProject:1001' });
    expect(outcome).toMatchObject({ kind: 'refused', code: 'RATE_LIMITED', retryAfterSeconds: expect.any(Number) });
  });
});
