import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { CHROMIUM, launchChromium } from '../kit/chromium.ts';
import { KEYS } from '../kit/gateway.ts';
import { hasFullVolume } from '../kit/runs.ts';
import { finished, PATIENCE, running } from '../kit/watching.ts';
import { startGatewayProgram } from '../process/started-program.ts';
import { createFrontEnd, type FrontEnd } from './built-page.ts';
import { closePages, type Visit, visit } from './visit.ts';

vi.setConfig({ testTimeout: 180_000 });

/** The right state is on the screen within 5 s of the end of an outage; a machine that does much else gets longer. */
const SOON = { timeout: hasFullVolume ? 5_000 : 20_000, interval: 50 };
/** The badge is right within this time of the begin of an outage. */
const NOTICED_MS = 25_000;

describe.skipIf(!CHROMIUM)('A page, in Chromium,', () => {
  let frontEnd: FrontEnd;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    frontEnd = await createFrontEnd('apollo', ['screens.tsx', 'main-apollo.tsx']);
    [origin, browser] = await Promise.all([frontEnd.serve(), launchChromium()]);
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    await browser?.close();
    await frontEnd?.[Symbol.asyncDispose]();
  });

  async function startProgram(sandbox: Sandbox, port = '0') {
    const program = startGatewayProgram({
      PORT: port,
      AUTH_MODE: 'open',
      ALLOWED_ORIGINS: origin,
      DUBBING_API_URL: sandbox.dubbingUrl,
      STUDIO_API_URL: sandbox.studioUrl,
      DUBBING_API_KEY: KEYS[0],
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      WATCH_MIN_INTERVAL_MS: '200',
      WATCH_MAX_INTERVAL_MS: '400',
      READ_MAX_AGE_MS: '0',
    });
    const [, listening = ''] = await program.written(/"url":"(http:\/\/127\.0\.0\.1:\d+)"/);
    return Object.assign(program, { url: listening });
  }

  const badgeOf = (page: Page) => page.locator('.badge').textContent();
  const rowOf = async (page: Page) => (await page.locator('.projects li').allTextContents()).join();

  /** Time passes in the page: by its clock, or really in the full form of the tests. */
  async function pass(page: Page, ms: number): Promise<void> {
    if (hasFullVolume) await page.waitForTimeout(ms);
    else await page.clock.runFor(ms);
  }

  async function openPage(url: string, token?: string): Promise<Page & Pick<Visit, 'complaints'>> {
    const { page, complaints } = await visit(browser, `${origin}/?gateway=${url}&badges=1&lists=1`, {
      hasHandClock: !hasFullVolume,
      ...(token && { token }),
    });
    await expect.poll(() => badgeOf(page), PATIENCE).toBe('LIVE');
    return Object.assign(page, { complaints });
  }

  async function startWithProject() {
    const sandbox = await startSandbox({ keys: KEYS, populate: false });
    const project = sandbox.account().putDubbingProject({ id: '1004', name: 'Market day', work: running() });
    return Object.assign(sandbox, { project });
  }

  it('shows OFFLINE while the gateway is frozen, and the right state soon after', async () => {
    await using sandbox = await startWithProject();
    await using gateway = await startProgram(sandbox);
    const page = await openPage(gateway.url);
    await expect.poll(() => rowOf(page), PATIENCE).toBe('Market day: IN_PROGRESS');
    gateway.child.kill('SIGSTOP');
    try {
      await pass(page, NOTICED_MS);
      expect(await badgeOf(page)).toBe('OFFLINE');
      sandbox.project.work = finished();
      await pass(page, 45_000 - NOTICED_MS);
      expect(await badgeOf(page)).toBe('OFFLINE');
    } finally {
      gateway.child.kill('SIGCONT');
    }
    await expect.poll(() => Promise.all([rowOf(page), badgeOf(page)]), SOON).toEqual(['Market day: READY', 'LIVE']);
  });

  it('shows OFFLINE while the network is away, and the right state soon after', async () => {
    await using sandbox = await startWithProject();
    await using gateway = await startProgram(sandbox);
    const page = await openPage(gateway.url);
    await page.context().setOffline(true);
    await expect.poll(() => badgeOf(page), PATIENCE).toBe('OFFLINE');
    sandbox.project.work = finished();
    await pass(page, 30_000);
    expect(await badgeOf(page)).toBe('OFFLINE');
    await page.context().setOffline(false);
    await expect.poll(() => Promise.all([rowOf(page), badgeOf(page)]), SOON).toEqual(['Market day: READY', 'LIVE']);
  });

  it('shows OFFLINE while the gateway is away, and the right state soon after its start', async () => {
    await using sandbox = await startWithProject();
    const first = await startProgram(sandbox);
    const page = await openPage(first.url);
    await expect.poll(() => rowOf(page), PATIENCE).toBe('Market day: IN_PROGRESS');
    await first[Symbol.asyncDispose]();
    await expect.poll(() => badgeOf(page), PATIENCE).toBe('OFFLINE');
    await pass(page, 20_000);
    sandbox.account().dubbingProjects.delete('1004');
    sandbox.account().putDubbingProject({ id: '1005', name: 'Market night', work: running() });
    await using _second = await startProgram(sandbox, new URL(first.url).port);
    await expect
      .poll(() => Promise.all([rowOf(page), badgeOf(page)]), SOON)
      .toEqual(['Market night: IN_PROGRESS', 'LIVE']);
  });

  it('that is opened while the gateway is away fills by itself', async () => {
    await using sandbox = await startWithProject();
    const first = await startProgram(sandbox);
    await first[Symbol.asyncDispose]();
    const { page } = await visit(browser, `${origin}/?gateway=${first.url}&badges=1&lists=1`);
    await expect.poll(() => badgeOf(page), PATIENCE).toBe('OFFLINE');
    await using _second = await startProgram(sandbox, new URL(first.url).port);
    await expect.poll(() => rowOf(page), SOON).toBe('Market day: IN_PROGRESS');
  });

  it('shows REFUSED when its token is taken out, and goes on with a new one when it is seen again', async () => {
    const [gone, next] = [makeToken('gone', ['read']), makeToken('next', ['read'])];
    await using gateway = await startTokensGateway([gone, next], { env: { ALLOWED_ORIGINS: origin } });
    const page = await openPage(gateway.url, gone.token);
    await gateway.writeTokens([next.entry]);
    await expect.poll(() => badgeOf(page), { timeout: NOTICED_MS }).toBe('REFUSED');
    await page.evaluate(`sessionStorage.setItem('token', '${next.token}'); dispatchEvent(new Event('online'))`);
    await expect.poll(() => badgeOf(page), SOON).toBe('LIVE');
    const isOfBrowser = (text: string) => /WebSocket|Failed to load resource/.test(text);
    expect(page.complaints.filter((text) => !isOfBrowser(text))).toEqual([]);
  });
});
