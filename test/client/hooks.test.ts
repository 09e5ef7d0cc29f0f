import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM, launchChromium } from '../kit/chromium.ts';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { runs } from '../kit/runs.ts';
import { finished, PATIENCE, running, SELDOM, startWatching, timesAsked } from '../kit/watching.ts';
import { createFrontEnd, type FrontEnd } from './built-page.ts';
import { closePages, visit } from './visit.ts';

const KITS = ['apollo', 'urql', 'relay'] as const;

describe.skipIf(!CHROMIUM).each(KITS)('The hooks for %s, in Chromium', (kit) => {
  let frontEnd: FrontEnd;
  let browser: Browser;
  let origin: string;
  beforeAll(async () => {
    frontEnd = await createFrontEnd(kit, ['screens.tsx', `main-${kit}.tsx`]);
    [origin, browser] = await Promise.all([frontEnd.serve(), launchChromium()]);
  });
  afterEach(() => closePages(browser));
  afterAll(async () => {
    await browser?.close();
    await frontEnd?.[Symbol.asyncDispose]();
  });

  const allow = () => ({ ALLOWED_ORIGINS: origin });

  const visitPage = (gateway: Pick<TestGateway, 'url'>, query: string) =>
    visit(browser, `${origin}/?gateway=${gateway.url}&${query}`);

  it('pass tsc with strict', async () => {
    expect(await frontEnd.typeErrors()).toBe('');
  });

  it('share one socket and two subscriptions among 30 components', async () => {
    await using gateway = await startGateway({ env: allow() });
    const { page, complaints, subscriptions, sockets } = await visitPage(gateway, 'badges=5&lists=10&videos=10&jobs=5');
    await expect.poll(() => page.locator('.job', { hasText: 'RUNNING' }).count(), PATIENCE).toBe(5);
    await expect.poll(() => page.locator('.video', { hasText: 'LIVE' }).count(), PATIENCE).toBe(10);
    await expect.poll(() => page.locator('.badge', { hasText: 'LIVE' }).count(), PATIENCE).toBe(5);
    expect(await page.locator('.projects:first-of-type li').count()).toBe(8);
    const jobs = await page.locator('.job').first().getAttribute('title');
    expect(jobs).toBe('DubbingProject:1004,Artifact:art_uploading');
    expect({ sockets: sockets(), subscriptions: subscriptions() }).toEqual({ sockets: 1, subscriptions: 2 });
    expect(complaints).toEqual([]);
  });

  it('show one project with its details, one artifact, and the absence of one that does not exist', async () => {
    await using gateway = await startGateway({ env: allow() });
    const { page, complaints, subscriptions } = await visitPage(gateway, 'singles=2');
    const text = (name: string) => page.locator(`.${name}`).first().textContent();
    await expect.poll(() => text('project'), PATIENCE).toMatch(/^Harbour at dawn in French \(France\): READY http/);
    await expect.poll(() => text('single-artifact'), PATIENCE).toMatch(/: UPLOAD_STARTED$/);
    await expect.poll(() => text('absent'), PATIENCE).toBe('NOT_FOUND: Dubbing project not found.');
    expect(await text('mistaken')).toBe('"Video:proj_demo/vid_dub_running" is not the global id of a dubbing project.');
    expect(subscriptions()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('show messages without the prefixes of a client', async () => {
    await using gateway = await startWatching({ env: allow() });
    gateway.sandbox.misfortune({
      on: { path: '/api/v1/projects' },
      answer: { status: 403 },
      times: Number.POSITIVE_INFINITY,
    });
    const { page } = await visitPage(gateway, 'lists=1');
    await expect.poll(() => page.locator('.error').textContent(), PATIENCE).toMatch(/^(?!.*\[GraphQL\])\w.*\.$/);
  });

  it('cost no request more in StrictMode', async () => {
    const costOf = async (query: string) => {
      await using gateway = await startGateway({ env: { ...allow(), ...SELDOM }, sandbox: { speed: 0.001 } });
      const { page, subscribed } = await visitPage(gateway, `lists=1&jobs=1&videos=1&${query}`);
      await expect.poll(() => page.locator('.job', { hasText: 'RUNNING' }).count(), PATIENCE).toBe(1);
      await expect.poll(() => page.locator('.video', { hasText: 'LIVE' }).count(), PATIENCE).toBe(1);
      // A query that comes before the first look of a watch is a request of its own: that depends on the moment.
      return { subscribed: subscribed(), requests: [...new Set(gateway.upstreamRequests())].sort() };
    };
    const cost = await costOf('');
    expect(cost.subscribed).toBe(2);
    expect(await costOf('strict=1')).toEqual(cost);
  });

  it('keep a list right, page by page, and ask the service nothing for it', async () => {
    await using gateway = await startWatching({ env: allow() });
    const account = gateway.sandbox.account();
    const day = (index: number) => Date.UTC(2026, 0, 1 + index);
    for (let index = 0; index < 8; index += 1) {
      account.putDubbingProject({ id: `p${index}`, name: `Episode ${index}`, createdAt: day(index), work: running() });
    }
    const { page, complaints } = await visitPage(gateway, 'lists=1&first=3');
    const rows = () => page.locator('.projects li').allTextContents();
    await expect.poll(rows, PATIENCE).toEqual([7, 6, 5].map((index) => `Episode ${index}: IN_PROGRESS`));
    await page.getByText('More').click();
    await expect.poll(async () => (await rows()).length, PATIENCE).toBe(6);
    account.putDubbingProject({ id: 'p8', name: 'Episode 8', createdAt: day(8), work: running() });
    await expect.poll(async () => (await rows())[0], PATIENCE).toBe('Episode 8: IN_PROGRESS');
    account.dubbingProjects.get('p7')!.work = finished();
    await expect.poll(async () => (await rows())[1], PATIENCE).toBe('Episode 7: READY');
    account.dubbingProjects.delete('p8');
    await expect.poll(async () => (await rows())[0], PATIENCE).toBe('Episode 7: READY');
    expect(await page.locator('.total').textContent()).toBe('8');
    expect(new Set(gateway.upstreamRequests())).toEqual(new Set(['GET /api/v1/projects']));
    expect(complaints).toEqual([]);
  });

  it('cost one request for a page of 50 and the watch of it', async () => {
    await using gateway = await startGateway({
      env: { ...allow(), ...SELDOM, READ_MAX_AGE_MS: '600000' },
      sandbox: { populate: false },
    });
    for (let index = 0; index < 50; index += 1) {
      gateway.sandbox.account().putDubbingProject({ id: `p${index}`, name: `Episode ${index}`, work: finished() });
    }
    const { page, complaints } = await visitPage(gateway, 'lists=1&badges=1');
    await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(50);
    await expect.poll(() => page.locator('.badge').textContent(), PATIENCE).toBe('LIVE');
    await expect.poll(() => page.evaluate('document.readyState'), PATIENCE).toBe('complete');
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects']);
    expect(complaints).toEqual([]);
  });

  it('show each row at once and its details as they come, where the quota is small', async () => {
    await using gateway = await startGateway({
      env: { ...allow(), QUOTA_PER_MINUTE: '60' },
      sandbox: { populate: false },
    });
    for (let index = 0; index < 50; index += 1) {
      gateway.sandbox.account().putDubbingProject({ id: `p${index}`, name: `Episode ${index}`, work: finished() });
    }
    const { page, complaints } = await visitPage(gateway, 'lists=1&details=1');
    await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(50);
    await expect.poll(() => page.locator('.projects li.complete').count(), PATIENCE).toBe(50);
    expect(await page.locator('.error').count()).toBe(0);
    expect(timesAsked(gateway)).toBeLessThanOrEqual(52);
    expect(complaints).toEqual([]);
  });

  it('write nothing to the console over many updates of jobs of all kinds', { timeout: 300_000 }, async () => {
    await using gateway = await startWatching({ env: allow(), sandbox: { populate: true, speed: 2_000 } });
    const { page, complaints, updates } = await visitPage(gateway, 'badges=1&lists=1&videos=1&jobs=1&accounts=1');
    // In full, as many as an hour brings.
    await expect.poll(updates, { timeout: 240_000 }).toBeGreaterThan(runs(400));
    await expect.poll(() => page.locator('.job').textContent(), PATIENCE).toMatch(/RUNNING|DONE/);
    expect(complaints).toEqual([]);
  });

  it('have the faults of a form at their fields, and what was written in the list', async () => {
    await using gateway = await startGateway({ env: allow() });
    const { page } = await visitPage(gateway, 'lists=1&forms=1&accounts=1');
    await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(8);
    const budget = page.locator('.budget');
    await expect.poll(() => budget.textContent(), PATIENCE).toMatch(/^\d/);
    const before = await budget.textContent();
    await page.fill('input', 'nowhere');
    await page.getByText('Create').click();
    await expect.poll(() => page.locator('.issue').textContent(), PATIENCE).toMatch(/http or https/);
    await page.fill('input', 'https://media.example.com/a.mp4?minutes=10');
    await page.getByText('Create').click();
    await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(9);
    expect(await page.locator('.projects li').first().textContent()).toMatch(/^From the page/);
    expect(await page.locator('.outcome').textContent()).toBe('ok');
    await expect.poll(() => budget.textContent(), PATIENCE).not.toBe(before);
    await page.locator('.delete').click();
    await expect.poll(() => page.locator('.projects li').count(), PATIENCE).toBe(8);
  });

  it('upload a file to the storage, and show how much of it is sent', async () => {
    await using gateway = await startWatching({ env: allow(), sandbox: { speed: 600 } });
    const { page, complaints } = await visitPage(gateway, 'uploads=1');
    const buffer = Buffer.alloc(5_000_000);
    await page.setInputFiles('.upload', { name: 'harbour.mp4', mimeType: 'video/mp4', buffer });
    await expect.poll(() => page.locator('.artifact').textContent(), PATIENCE).toBe('harbour.mp4: 5000000');
    const shares = (await page.locator('.shares').textContent())?.split(' ').map(Number) ?? [];
    expect([shares[0], shares.at(-1)]).toEqual([0, 1]);
    expect(shares).toEqual(shares.toSorted((left, right) => left - right));
    expect(complaints).toEqual([]);
  });
});
