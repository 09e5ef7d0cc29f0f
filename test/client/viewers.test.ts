import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { CHROMIUM, launchChromium } from '../kit/chromium.ts';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { finished, PATIENCE, running } from '../kit/watching.ts';
import { createFrontEnd, type FrontEnd } from './built-page.ts';
import { visit } from './visit.ts';

const KITS = ['apollo', 'urql', 'relay'] as const;

/** The service is asked often, whatever the quota. */
const OFTEN = {
  WATCH_MIN_INTERVAL_MS: '100',
  WATCH_MAX_INTERVAL_MS: '200',
  QUOTA_PER_MINUTE: '0',
  QUOTA_PER_DAY: '0',
};

/** Keeps each text that the badge has had. */
const ALL_BADGES = `
  window.badges = [];
  const note = () => {
    const badge = document.querySelector('.badge')?.textContent ?? '';
    if (badge !== '' && window.badges.at(-1) !== badge) window.badges.push(badge);
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
`;

const textOf = async (page: Page, name: string) => (await page.locator(`.${name}`).first().textContent())?.trim();

const signIn = async (page: Page, token: string) => {
  await page.evaluate(`sessionStorage.setItem('token', '${token}')`);
  await page.getByText('Reconnect').click();
};

describe.skipIf(!CHROMIUM).each(KITS)('A page for %s, in Chromium,', (kit) => {
  let frontEnd: FrontEnd;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    frontEnd = await createFrontEnd(kit, ['screens.tsx', `main-${kit}.tsx`]);
    [origin, browser] = await Promise.all([frontEnd.serve(), launchChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await frontEnd?.[Symbol.asyncDispose]();
  });

  const allow = () => ({ ALLOWED_ORIGINS: origin });
  const open = async (url: string, query: string, token?: string): Promise<Page> => {
    const { page } = await visit(browser, `${origin}/?gateway=${url}&${query}`, { ...(token && { token }) });
    return page;
  };

  it('is LIVE for ever when the only job that it shows is done, and never OFFLINE', async () => {
    await using gateway = await startGateway({ env: allow() });
    await using context = await browser.newContext();
    const page = await context.newPage();
    await page.clock.install();
    await page.addInitScript(ALL_BADGES);
    await page.goto(`${origin}/?gateway=${gateway.url}&badges=1&finished=1`);
    await expect.poll(() => textOf(page, 'finished'), PATIENCE).toBe('READY LIVE');
    await expect.poll(() => textOf(page, 'badge'), PATIENCE).toBe('LIVE');
    // The connection rests by then.
    await page.clock.runFor(30_000);
    await expect.poll(() => page.locator('.badge').getAttribute('data-connection'), PATIENCE).toBe('idle');
    expect(await page.evaluate('window.badges')).toEqual(['LIVE']);
    expect(await textOf(page, 'finished')).toBe('READY LIVE');
  });

  it('is LIVE when it has a form only', async () => {
    await using gateway = await startGateway({ env: allow() });
    const page = await open(gateway.url, 'badges=1&forms=1');
    await expect.poll(() => textOf(page, 'badge'), PATIENCE).toBe('LIVE');
  });

  it('has no freshness before the first update, and an error once the quota is used up', async () => {
    await using gateway = await startGateway({ env: { ...allow(), QUOTA_PER_MINUTE: '1', QUOTA_PER_DAY: '0' } });
    await gateway.ask('{ balance { minutes } }');
    const page = await open(gateway.url, 'badges=1&finished=1');
    await expect.poll(() => textOf(page, 'finished'), PATIENCE).toMatch(/^THROTTLED \w.*\.$/);
    expect(await textOf(page, 'badge')).toBe('THROTTLED');
  });

  it('shows a finished project after a sign-in', async () => {
    const token = makeToken('web', ['read', 'write']);
    await using gateway = await startTokensGateway([token], { env: allow() });
    const page = await open(gateway.url, 'badges=1&finished=1&viewers=1', 'wrong');
    await expect.poll(() => textOf(page, 'badge'), PATIENCE).toBe('REFUSED');
    await expect.poll(() => textOf(page, 'finished'), PATIENCE).toMatch(/not accept/);
    expect(await textOf(page, 'viewer')).toMatch(/may not write/);
    await signIn(page, token.token);
    await expect.poll(() => textOf(page, 'finished'), PATIENCE).toBe('READY LIVE');
    await expect.poll(() => textOf(page, 'viewer'), PATIENCE).toBe('web may write');
    await expect.poll(() => textOf(page, 'badge'), PATIENCE).toBe('LIVE');
  });

  it('shows nothing of the earlier viewer after a sign-out, and all of the next one after a sign-in', async () => {
    const [first, second] = [makeToken('first', ['read', 'write']), makeToken('second', ['read'], 'two')];
    await using gateway = await startTokensGateway([first, second], {
      env: { ...allow(), ...OFTEN },
      sandbox: { populate: false },
    });
    gateway.sandbox.account().putDubbingProject({ id: '1001', name: 'Harbour', work: finished() });
    gateway.sandbox.account(KEYS[1]).putDubbingProject({ id: '2001', name: 'Valley', work: running() });
    const page = await open(gateway.url, 'badges=1&lists=1&accounts=1&viewers=1', first.token);
    const rows = () => page.locator('.projects li').allTextContents();
    await expect.poll(rows, PATIENCE).toEqual(['Harbour: READY']);
    await expect.poll(() => textOf(page, 'viewer'), PATIENCE).toBe('first may write');
    await signIn(page, second.token);
    await expect.poll(rows, PATIENCE).toEqual(['Valley: IN_PROGRESS']);
    await expect.poll(() => textOf(page, 'viewer'), PATIENCE).toBe('second may not write');
    gateway.sandbox.account(KEYS[1]).dubbingProjects.get('2001')!.work = finished();
    await expect.poll(rows, PATIENCE).toEqual(['Valley: READY']);
    await signIn(page, '');
    await expect.poll(() => textOf(page, 'badge'), PATIENCE).toBe('REFUSED');
    expect(await page.locator('.badge').getAttribute('title')).toBe('Signed out.');
    expect(await rows()).toEqual([]);
    expect(await textOf(page, 'viewer')).toBe('may not write');
    await signIn(page, first.token);
    await expect.poll(rows, PATIENCE).toEqual(['Harbour: READY']);
    await expect.poll(() => textOf(page, 'badge'), PATIENCE).toBe('LIVE');
  });

  it('does nothing twice when it is reloaded between an unknown outcome and its repetition', async () => {
    await using gateway = await startGateway({ env: allow() });
    const page = await open(gateway.url, 'forms=1');
    const create = async () => {
      await page.fill('input', 'https://media.example.com/reloaded.mp4?minutes=10');
      await page.getByText('Create').click();
    };
    gateway.sandbox.misfortune({ on: { method: 'POST' }, times: 3, answer: { kind: 'reset-after-work' } });
    await create();
    await expect.poll(() => textOf(page, 'outcome'), PATIENCE).toBe('unknown');
    await page.reload();
    expect(await page.evaluate('JSON.stringify(sessionStorage)')).not.toMatch(/reloaded|From the page/);
    await create();
    await expect.poll(() => textOf(page, 'outcome'), PATIENCE).toBe('ok');
    const copies = () =>
      [...gateway.sandbox.account().dubbingProjects.values()].filter(({ name }) => name === 'From the page');
    expect(copies()).toHaveLength(1);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    // The outcome is known: the same content is another thing to do.
    await create();
    await expect.poll(() => copies().length, PATIENCE).toBe(2);
  });

  it('may not write once its token is taken out', async () => {
    const [gone, kept] = [makeToken('gone', ['read', 'write']), makeToken('kept', ['read'])];
    await using gateway = await startTokensGateway([gone, kept], { env: allow() });
    const page = await open(gateway.url, 'badges=1&lists=1&viewers=1', gone.token);
    await expect.poll(() => textOf(page, 'viewer'), PATIENCE).toBe('gone may write');
    await gateway.writeTokens([kept.entry]);
    await expect.poll(() => textOf(page, 'viewer'), { timeout: 60_000 }).toMatch(/may not write/);
  });
});
