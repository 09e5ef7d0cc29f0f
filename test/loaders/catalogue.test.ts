import { describe, expect, it } from 'vitest';
import { catalogueStep, createCatalogue, MAX_STALE_MS } from '../../src/loaders/catalogue.ts';
import { createLog } from '../../src/observability/log.ts';
import type { RequestOptions } from '../../src/upstream/request-options.ts';

const log = createLog({ level: 'silent' });
const stay = (): RequestOptions => ({
  signal: new AbortController().signal,
  priority: 'interactive',
  onRequest: () => undefined,
  log,
});

function arrange(maxAgeMs = 1000) {
  const state = { now: 0, asked: [] as string[], failing: false, failures: 0 };
  const catalogue = createCatalogue({
    maxAgeMs,
    now: () => state.now,
    onRefreshFailed: () => {
      state.failures += 1;
    },
    log,
    ask: async ({ priority }) => {
      state.asked.push(priority);
      if (state.failing) throw new Error('down');
      return state.asked.length;
    },
  });
  return { state, catalogue };
}

/** Lets what was started in the background come to its end: each step of it is a microtask. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('the catalogue', () => {
  it.each([
    [null, 'wait'],
    [0, 'serve'],
    [999, 'serve'],
    [1000, 'serve-and-refresh'],
    [MAX_STALE_MS, 'serve-and-refresh'],
    [MAX_STALE_MS + 1, 'wait'],
  ] as const)('at the age of %s ms takes the step %s', (age, step) => {
    expect(catalogueStep(age, 1000)).toBe(step);
  });

  it('asks once for many readers at the start', async () => {
    const { catalogue, state } = arrange();
    expect(await Promise.all([1, 2, 3].map(() => catalogue.read(stay)))).toEqual([1, 1, 1]);
    expect(state.asked).toEqual(['interactive']);
  });

  it('serves the old answer while a single request refreshes it in the background', async () => {
    const { catalogue, state } = arrange();
    await catalogue.read(stay);
    state.now = 1000;
    expect(await Promise.all([1, 2, 3].map(() => catalogue.read(stay)))).toEqual([1, 1, 1]);
    await settle();
    expect(state.asked).toEqual(['interactive', 'polling']);
    expect(await catalogue.read(stay)).toBe(2);
  });

  it('serves the old answer for a day when the refresh fails, trying again after a pause', async () => {
    const { catalogue, state } = arrange();
    await catalogue.read(stay);
    state.failing = true;
    state.now = 2000;
    for (let i = 0; i < 3; i += 1) {
      expect(await catalogue.read(stay)).toBe(1);
      await settle();
    }
    expect(state).toMatchObject({ failures: 1, asked: ['interactive', 'polling'] });
    state.now = 20_000;
    await catalogue.read(stay);
    await settle();
    expect(state.failures).toBe(2);
    state.now = MAX_STALE_MS + 1;
    await expect(catalogue.read(stay)).rejects.toThrow('down');
  });

  it('does not remember a failed first request', async () => {
    const { catalogue, state } = arrange();
    state.failing = true;
    await expect(catalogue.read(stay)).rejects.toThrow('down');
    state.failing = false;
    expect(await catalogue.read(stay)).toBe(2);
  });

  it('asks for nothing more once it is disposed', async () => {
    const { catalogue, state } = arrange();
    await catalogue.read(stay);
    catalogue[Symbol.dispose]();
    state.now = 5000;
    expect(await catalogue.read(stay)).toBe(1);
    await settle();
    expect(state.asked).toHaveLength(1);
  });
});
