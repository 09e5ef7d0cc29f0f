import { connect } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CHROMIUM, launchChromium } from '../kit/chromium.ts';
import { startStandIn } from './stand-in.ts';

const VISIT = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

const TABS = [
  { query: '# Who asks.\nquery Viewer {\n  viewer\n}\n' },
  {
    query: '# </script><script>alert(1)</script>\nquery Hello($name: String) {\n  hello(name: $name)\n}\n',
    variables: '{"name":"Ann"}',
  },
];

const startWithGraphiql = (mode: 'open' | 'passthrough' = 'open', graphiqlTabs = TABS) =>
  startStandIn({ config: { graphiql: true, auth: { mode } }, graphiqlTabs });

describe('GraphiQL', () => {
  it('is a page of its own, compressed, that nobody may frame and that runs its own script only', async () => {
    await using server = await startWithGraphiql();
    const response = await server.fetch({ headers: VISIT });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      'cache-control': 'no-cache',
      vary: 'accept, accept-encoding, origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'content-security-policy': expect.stringMatching(
        /^default-src 'none'; script-src 'sha256-[\w+/]{43}='; .*media-src 'self'; .*frame-ancestors 'none'$/,
      ),
      'x-request-id': expect.any(String),
    });
    expect(Number(response.headers.get('content-length'))).toBeLessThan(3_000_000);
    expect(await response.text()).toContain('<title>Dubbing gateway</title>');
  });

  it('is sent once: a browser that has it is told so', async () => {
    await using server = await startWithGraphiql();
    const etag = (await server.fetch({ headers: VISIT })).headers.get('etag');
    const again = await server.fetch({ headers: { ...VISIT, 'if-none-match': etag! } });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it('comes plain to those who cannot take it compressed', async () => {
    await using server = await startWithGraphiql();
    const plain = await server.fetch({ headers: { ...VISIT, 'accept-encoding': 'gzip;q=0, identity' } });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    expect(text.length).toBeGreaterThan(8_000_000);
    expect(text).not.toContain('</script><script>alert');
    expect(text).toContain('\\u003c/script>\\u003cscript>alert');
  });

  it('is given to all who cannot take it compressed as the same bytes, whose number is known', async () => {
    await using server = await startWithGraphiql();
    const headers = { ...VISIT, 'accept-encoding': 'identity' };
    const pages = await Promise.all(Array.from({ length: 5 }, () => server.fetch({ headers })));
    const lengths = await Promise.all(pages.map(async (page) => Buffer.byteLength(await page.text())));
    expect(new Set(lengths).size).toBe(1);
    for (const page of pages) expect(page.headers.get('content-length')).toBe(String(lengths[0]));
  });

  it('is given up for a reader who takes nothing of it', async () => {
    await using server = await startStandIn({
      config: { graphiql: true },
      graphiqlTabs: TABS,
      timeouts: { stalledMs: 200 },
    });
    const socket = connect(server.port, '127.0.0.1').pause();
    const closed = new Promise((resolve) => socket.on('error', () => undefined).once('close', resolve));
    socket.write('GET /graphql HTTP/1.1\r\nhost: x\r\naccept: text/html\r\n\r\n');
    // A connection that nobody reads shows that it is over only where something is written to it.
    const trying = setInterval(() => socket.write(' '), 100);
    await closed;
    clearInterval(trying);
  });

  it('is not there if it is switched off, and no reason to answer a program otherwise', async () => {
    await using off = await startStandIn();
    const response = await off.fetch({ headers: VISIT });
    expect([response.status, response.headers.get('content-type')]).toEqual([400, 'application/json; charset=utf-8']);
    await using on = await startWithGraphiql();
    expect(await (await on.fetch({ headers: { accept: 'application/json' } }, '?query={viewer}')).json()).toEqual({
      data: { viewer: 'anybody' },
    });
  });
});

describe.skipIf(!CHROMIUM)('GraphiQL in Chromium (skipped where there is none)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  interface Visit {
    readonly page: Page;
    /** Addresses of other servers that were asked for. */
    readonly foreign: string[];
    /** The complaints of the console, refusals by the policy among them. */
    readonly complaints: string[];
    readonly sent: Record<string, string>[];
  }

  async function visit(url: string): Promise<Visit> {
    const page = await browser.newPage();
    const [foreign, complaints, sent]: [string[], string[], Record<string, string>[]] = [[], [], []];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.headers());
      if (!/^(blob|data):/.test(request.url()) && !request.url().startsWith(url)) foreign.push(request.url());
    });
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${url}/graphql`);
    await page.locator('.graphiql-execute-button').waitFor();
    return { page, foreign, complaints, sent };
  }

  const answerOf = async (page: Page, part: string, timeout = 20_000) =>
    page.locator('.graphiql-response').getByText(part, { exact: false }).first().waitFor({ timeout });

  it('opens with the examples and runs them, without another server’s help', async () => {
    await using server = await startWithGraphiql();
    const { page, foreign, complaints } = await visit(server.url);
    expect(await page.locator('.graphiql-tab').allInnerTexts()).toEqual([
      expect.stringContaining('Viewer'),
      expect.stringContaining('Hello'),
    ]);
    await page.getByText('Who asks.').first().waitFor();
    await page.locator('.graphiql-execute-button').click();
    await answerOf(page, 'anybody');
    await page.getByRole('tab', { name: 'Hello' }).click();
    await page.getByText('alert(1)').first().waitFor();
    // For a moment after a change of tabs GraphiQL still runs the operation of the one before.
    await vi.waitFor(
      async () => {
        await page.locator('.graphiql-execute-button').click();
        await answerOf(page, 'Ann!', 1000);
      },
      { timeout: 20_000 },
    );
    if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'] });
    expect(foreign).toEqual([]);
    expect(complaints).toEqual([]);
    await page.close();
  });

  it('shows a tab at the first click on it, however many there are', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `Example${index + 1}`);
    const tabs = names.map((name) => ({ query: `query ${name} {\n  viewer\n}\n` }));
    await using server = await startWithGraphiql('open', tabs);
    const { page } = await visit(server.url);
    for (const name of ['Example4', 'Example2']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.locator('.graphiql-tab-active').getByText(name, { exact: true }).waitFor();
    }
    await page.close();
  });

  it('keeps no token: it is gone once the page is left', { timeout: 120_000 }, async () => {
    await using server = await startWithGraphiql('passthrough');
    const { page, sent } = await visit(server.url);
    await page.getByRole('button', { name: 'Headers' }).click();
    const editor = page.locator('.graphiql-editor-tool .monaco-editor').last();
    await editor.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText('{"authorization":"Bearer a-secret-token"}');
    // The brackets that the editor has closed by itself.
    await page.keyboard.press('ControlOrMeta+Shift+End');
    await page.keyboard.press('Delete');
    await page.locator('.graphiql-execute-button').click();
    await answerOf(page, 'Bearer a-secret-token');
    expect(sent.at(-1)).toMatchObject({ authorization: 'Bearer a-secret-token' });
    // The page stores its state a moment after the last change.
    await page.waitForFunction(() => Object.values(localStorage).join('').includes('viewer'));
    const kept = await page.evaluate(() =>
      [localStorage, sessionStorage, document.cookie, location.href].map((part) => JSON.stringify(part)),
    );
    expect(kept.join()).not.toContain('a-secret-token');
    await page.reload();
    await page.locator('.graphiql-execute-button').waitFor();
    expect(await page.content()).not.toContain('a-secret-token');
    await page.close();
  });

  it('sends the headers of its tab, and shows where the key goes', async () => {
    await using server = await startWithGraphiql('passthrough');
    const { page, sent } = await visit(server.url);
    await page.getByRole('button', { name: 'Headers' }).click();
    await page.getByText('<your API key>').first().waitFor();
    await page.locator('.graphiql-execute-button').click();
    await answerOf(page, 'Bearer <your API key>');
    expect(sent.at(-1)).toMatchObject({ authorization: 'Bearer <your API key>' });
    if (process.env['SCREENSHOT']) await page.screenshot({ path: process.env['SCREENSHOT'].replace('.png', '-2.png') });
    await page.close();
  });
});
