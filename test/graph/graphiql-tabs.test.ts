import { readdirSync, readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { readExamples, toTab } from '../../src/server/graphiql/examples.ts';
import { CHROMIUM, launchChromium } from '../kit/chromium.ts';
import { startGateway } from '../kit/gateway.ts';
import { writesSentTo } from '../kit/writing.ts';

const folder = new URL('../../schema/operations/', import.meta.url);

describe('the documentation', () => {
  it('lists every root field by task in the description of its root type', () => {
    for (const type of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
      for (const name of Object.keys(type?.getFields() ?? {})) expect(type?.description).toContain(`\`${name}\``);
    }
  });

  it.each(readdirSync(folder))(
    'says in the first line of %s, short enough for a tab, what the example is for',
    (file) => {
      const [first = ''] = readFileSync(new URL(file, folder), 'utf8').split('\n');
      expect(first).toMatch(/^# .{10,60}$/);
    },
  );
});

describe('a tab of GraphiQL', () => {
  it('is one of eight at most, for the tasks that people come for', async () => {
    const tabs = await readExamples();
    expect(tabs.length).toBeLessThanOrEqual(8);
    expect(tabs.some(({ query }) => /^mutation CreateDubbingProject/m.test(query))).toBe(true);
  });

  it('of a mutation has a comment on its cost, and no values but in comments', async () => {
    const mutations = readdirSync(folder)
      .map((file) => readFileSync(new URL(file, folder), 'utf8'))
      .filter((text) => /^mutation/m.test(text))
      .map(toTab);
    expect(mutations.length).toBe(10);
    for (const { query, variables = '{}' } of mutations) {
      expect(query).toMatch(/^#.*(cost|delete|replace)/im);
      expect(query).not.toMatch(/\$\w+: [\w![\]]+ =/);
      expect(JSON.parse(variables.replaceAll(/^ *\/\/.*$/gm, ''))).toEqual({});
    }
  });

  it('has the values of the example, ready to be taken out of the comment', () => {
    const { variables } = toTab('mutation M($input: I! = { a: [1, 2.5], b: FAST, c: "x", d: null, e: true }) { m }\n');
    const uncommented = (variables ?? '').replace(/^.*take the slashes.*$/m, '').replaceAll('// ', '');
    expect(JSON.parse(uncommented)).toEqual({ input: { a: [1, 2.5], b: 'FAST', c: 'x', d: null, e: true } });
  });
});

describe.skipIf(!CHROMIUM)('GraphiQL of the gateway in Chromium (skipped where there is none)', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it('shows all its tabs side by side, and a mutation that is run as it is does nothing', {
    timeout: 90_000,
  }, async () => {
    await using gateway = await startGateway();
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(`${gateway.url}/graphql`);
    await page.locator('.graphiql-execute-button').waitFor();
    const tabs = await page.locator('.graphiql-tab').all();
    expect(tabs.length).toBeGreaterThan(5);
    const added = await page.getByRole('button', { name: 'New tab' }).boundingBox();
    for (const tab of tabs) {
      const box = await tab.boundingBox();
      expect(box && box.x + box.width).toBeLessThanOrEqual(added?.x ?? 0);
    }
    for (const name of ['CreateDubbingProject', 'RequestArtifactUpload', 'SynthesizeSpeech']) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.locator('.graphiql-tab-active').getByText(name, { exact: true }).waitFor();
      await page.locator('.graphiql-query-editor').getByText(`mutation ${name}`, { exact: false }).first().waitFor();
      await expect
        .poll(
          async () => {
            await page.locator('.graphiql-execute-button').click();
            return page.locator('.graphiql-response').textContent();
          },
          { timeout: 20_000, interval: 500 },
        )
        .toMatch(/BAD_USER_INPUT|not provided/);
      if (process.env['SCREENSHOT']) await page.screenshot({ path: `${process.env['SCREENSHOT']}-${name}.png` });
    }
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
    await page.close();
  });
});
