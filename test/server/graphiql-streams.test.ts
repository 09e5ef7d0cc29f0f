import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changed, until } from './raw-socket.ts';
import { startStandIn } from './stand-in.ts';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find((path) =>
  existsSync(path),
);

describe.skipIf(!CHROMIUM)('GraphiQL in Chromium (skipped where there is none)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] });
  });
  afterAll(() => browser?.close());

  it('subscribes with the headers of its tab, shows each update, and ends', { timeout: 120_000 }, async () => {
    const told: unknown[] = [];
    await using server = await startStandIn({
      config: { graphiql: true, auth: { mode: 'passthrough' } },
      graphiqlTabs: [{ query: changed('a', 'value') }],
      authenticate: ({ authorization }) => {
        told.push(authorization);
        return { client: 'anybody', expiresAt: null };
      },
    });
    const page = await browser.newPage();
    await page.goto(`${server.url}/graphql`);
    const execute = page.locator('.graphiql-execute-button');
    await execute.waitFor();
    await execute.click();
    await until(() => server.watched.open.size === 1, 'That it has subscribed');
    for (const value of ['first-value', 'second-value', 'third-value']) {
      server.watched.change('a', value);
      await page.locator('.graphiql-response').getByText(value).first().waitFor();
    }
    expect(told.at(-1)).toBe('Bearer <your API key>');
    server.watched.end('a');
    await page.getByRole('button', { name: 'Execute query' }).waitFor();
    await execute.click();
    await until(() => server.watched.open.size === 1, 'That it has subscribed again');
    // The same button stops it.
    await execute.click();
    await until(() => server.watched.open.size === 0, 'That it has left');
    await page.close();
  });
});
