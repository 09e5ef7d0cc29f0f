import { describe, expect, it } from 'vitest';
import { METRICS, type MetricDefinition } from '../../src/observability/metrics/catalogue.ts';
import { startGateway, type TestGateway, type TestGatewayOptions } from '../kit/gateway.ts';
import { runs } from '../kit/runs.ts';
import { subscribe } from '../kit/subscribe.ts';

const DEFINITIONS: readonly MetricDefinition[] = METRICS;
const QUIET = { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0', READ_MAX_AGE_MS: '0' };

const startMeasured = ({ env, ...options }: TestGatewayOptions = {}) =>
  startGateway({ ...options, env: { METRICS_PORT: '0', ...env } });

interface Scrape {
  readonly text: string;
  /** The value of one series; undefined if it is not exposed. */
  value(name: string, labels?: Readonly<Record<string, string>>): number | undefined;
  sum(name: string, labels?: Readonly<Record<string, string>>): number;
}

async function scrape({ metricsPort }: TestGateway): Promise<Scrape> {
  const response = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  expect(response.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await response.text();
  const series = text.split('\n').flatMap((line) => {
    const [, name = '', list = '', value = ''] = /^(\w+)(?:\{(.*)\})? (.+)$/.exec(line) ?? [];
    const labels = Object.fromEntries([...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, key, text]) => [key, text]));
    return line.startsWith('#') || name === '' ? [] : [{ name, labels, value: Number(value) }];
  });
  const matching = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    series.filter(
      (one) => one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
    );
  return {
    text,
    value: (name, labels) => matching(name, labels)[0]?.value,
    sum: (name, labels) => matching(name, labels).reduce((sum, { value }) => sum + value, 0),
  };
}

const OPERATIONS = 'dubbing_operations_total';
const UPSTREAM = 'dubbing_upstream_requests_total';

describe('the metrics', () => {
  it('are those of the catalogue, each with its type and its labels', async () => {
    await using gateway = await startMeasured({ env: QUIET });
    await gateway.ask('{ dubbingProjects { nodes { name } } voices(first: 1) { nodes { name } } }');
    const { text } = await scrape(gateway);
    for (const { name, type, help } of DEFINITIONS) {
      expect(text).toContain(`# TYPE ${name} ${type}\n`);
      expect(text).toContain(`# HELP ${name} ${help}\n`);
    }
    const exposed = [...text.matchAll(/^# TYPE (dubbing_\w+) /gm)].map(([, name]) => name);
    expect(exposed.toSorted()).toEqual(DEFINITIONS.map(({ name }) => name).toSorted());
    for (const [, name = '', labels = ''] of text.matchAll(/^(dubbing_\w+)\{(.*)\} /gm)) {
      const definition = DEFINITIONS.find(
        (one) => name.replace(/_(bucket|sum|count)$/, '') === one.name || name === one.name,
      );
      const names = [...labels.matchAll(/(\w+)=/g)].map(([, label]) => label).filter((label) => label !== 'le');
      expect(names.toSorted()).toEqual([...(definition?.labels ?? [])].toSorted());
    }
    expect(text).toContain('process_resident_memory_bytes');
    expect(text).not.toContain('nodejs_gc');
  });

  it('count as many requests as the service does, with their reason and outcome', async () => {
    await using gateway = await startMeasured({ env: QUIET });
    await gateway.ask('{ balance { minutes } }');
    gateway.sandbox.misfortune({ on: { path: '/api/v1/balance' }, times: 1, answer: { status: 503, body: '' } });
    await gateway.ask('{ balance { minutes } }');
    await gateway.ask('{ dubbingProject(id: "nothing") { name } }');
    await gateway.ask('mutation { deleteDubbingProject(id: "1001") { __typename } }');
    const seen = await scrape(gateway);
    const requests = gateway.upstreamRequests();
    expect(seen.sum(UPSTREAM)).toBe(requests.length);
    const balance = { endpoint: 'GET /api/v1/balance', reason: 'interactive' };
    expect(seen.value(UPSTREAM, { ...balance, outcome: 'ok' })).toBe(2);
    expect(seen.value(UPSTREAM, { ...balance, outcome: 'failed' })).toBe(1);
    expect(seen.sum(UPSTREAM, { reason: 'write' })).toBe(1);
    expect(seen.sum('dubbing_upstream_seconds_count')).toBe(requests.length);
  });

  it('equal what the service has counted, endpoint by endpoint, over mixed operations with faults and retries', async () => {
    await using gateway = await startMeasured({ env: { ...QUIET, LOG_LEVEL: 'silent' } });
    const operations = [
      '{ balance { minutes } }',
      '{ dubbingProjects(first: 3) { nodes { name } } }',
      '{ dubbingProject(id: "1001") { completedAt } artifact(id: "art_video") { name } }',
      '{ video(id: "Video:proj_demo/vid_dub_running") { name progress { eta } } }',
      '{ voices(first: 1) { nodes { name } } }',
      '{ nothing }',
      'mutation { deleteVideo(id: "Video:proj_demo/nothing") { __typename } }',
    ];
    const faults = [
      { status: 503, body: '' },
      { kind: 'reset' },
      { status: 500, body: '' },
      { kind: 'truncate' },
    ] as const;
    const total = runs(5_000);
    for (let index = 0; index < total; index += 20) {
      const [path, answer] = [['/api/v1/balance', '/api/v1/projects'][index % 2], faults[(index / 20) % faults.length]];
      if (path !== undefined && answer !== undefined) gateway.sandbox.misfortune({ on: { path }, times: 1, answer });
      await Promise.all(Array.from({ length: 20 }, (_, step) => gateway.ask(operations[(index + step) % 7] ?? '')));
    }
    const seen = await scrape(gateway);
    const requests = gateway.upstreamRequests();
    expect(seen.sum(UPSTREAM)).toBe(requests.length);
    const countOf = (endpoint: string) => seen.sum(UPSTREAM, { endpoint });
    for (const endpoint of ['GET /api/v1/balance', 'GET /api/v1/projects']) {
      expect([endpoint, countOf(endpoint)]).toEqual([
        endpoint,
        requests.filter((request) => request === endpoint).length,
      ]);
    }
    const ended = seen.sum(OPERATIONS) + seen.sum('dubbing_refusals_total', { code: 'GRAPHQL_VALIDATION_FAILED' });
    expect(ended).toBe(total);
  });

  it('count operations by outcome, and what is refused before it is one as a refusal alone', async () => {
    await using gateway = await startMeasured({ env: QUIET });
    await gateway.ask('{ balance { minutes } }');
    await gateway.ask('{ nothing }');
    await gateway.ask('{');
    await gateway.ask('{ node(id: "Video:bare") { id } }');
    gateway.serviceAnswers('/api/v1/balance', 'no JSON');
    await gateway.ask('{ balance { minutes } }');
    const seen = await scrape(gateway);
    const query = { type: 'query', transport: 'http' };
    expect(seen.value(OPERATIONS, { ...query, outcome: 'ok' })).toBe(1);
    expect(seen.value(OPERATIONS, { ...query, outcome: 'refused' })).toBe(1);
    expect(seen.value(OPERATIONS, { ...query, outcome: 'failed' })).toBe(1);
    expect(seen.value('dubbing_refusals_total', { code: 'GRAPHQL_VALIDATION_FAILED' })).toBe(1);
    expect(seen.value('dubbing_refusals_total', { code: 'GRAPHQL_PARSE_FAILED' })).toBe(1);
    expect(seen.value('dubbing_refusals_total', { code: 'BAD_USER_INPUT' })).toBe(1);
  });

  it('count subscriptions while they are open, their updates, and why they end', async () => {
    await using gateway = await startMeasured({ env: QUIET });
    const stream = await subscribe(gateway, 'subscription { balanceUpdated { balance { minutes } } }');
    await stream.update();
    const open = await scrape(gateway);
    expect(open.sum('dubbing_streams')).toBe(1);
    expect(open.value('dubbing_watches', { kind: 'balance' })).toBe(1);
    expect(open.value('dubbing_streams_by_freshness', { freshness: 'LIVE' })).toBe(1);
    expect(open.sum('dubbing_updates_sent_total')).toBe(1);
    await stream[Symbol.asyncDispose]();
    await expect
      .poll(async () => (await scrape(gateway)).sum('dubbing_streams_closed_total', { reason: 'left' }))
      .toBe(1);
    expect((await scrape(gateway)).sum('dubbing_streams')).toBe(0);
  });

  it('show what is used of the quota by configured name, and nothing of it in passthrough', async () => {
    await using gateway = await startMeasured({ env: { QUOTA_PER_MINUTE: '60', QUOTA_PER_DAY: '1000' } });
    await gateway.ask('{ balance { minutes } }');
    const seen = await scrape(gateway);
    expect(seen.value('dubbing_quota_used', { account: 'default', window: 'minute' })).toBe(1);
    expect(seen.value('dubbing_quota_limit', { account: 'default', window: 'day' })).toBe(1000);
    await using open = await startMeasured({ env: { AUTH_MODE: 'passthrough' } });
    await open.ask('{ balance { minutes } }', { key: 'key-of-account-two' });
    const { text } = await scrape(open);
    expect(text).not.toMatch(/^dubbing_quota_(used|limit)\{/m);
    expect(text).not.toContain('key-of-account');
  });

  it('stay below 500 series with 1,000 names, 10,000 ids and 200 keys, and hold none of them', async () => {
    await using gateway = await startMeasured({ env: { ...QUIET, AUTH_MODE: 'passthrough', LOG_LEVEL: 'silent' } });
    for (let first = 0; first < 1_000; first += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => {
          const caller = first + index;
          const ids = Array.from({ length: 10 }, (_id, item) => `"id-${caller}-${item}"`);
          const query = `query Secret${caller} { nodes(ids: [${ids}]) { id } }`;
          return gateway.ask(query, { key: `key-of-nobody-${caller % 200}` });
        }),
      );
    }
    const { text } = await scrape(gateway);
    expect(text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length).toBeLessThan(500);
    expect(text).not.toMatch(/Secret|id-1|nobody/);
  });

  it('are answered at one address, to GET and HEAD, and are gone with the gateway', async () => {
    const gateway = await startMeasured({ env: QUIET });
    const base = `http://127.0.0.1:${gateway.metricsPort}`;
    expect((await fetch(`${base}/`)).status).toBe(404);
    expect((await fetch(`${base}/metrics`, { method: 'POST' })).status).toBe(405);
    const head = await fetch(`${base}/metrics`, { method: 'HEAD' });
    expect([head.status, await head.text()]).toEqual([200, '']);
    await gateway[Symbol.asyncDispose]();
    await expect(fetch(`${base}/metrics`)).rejects.toThrow();
  });

  it('do not exist without a port', async () => {
    await using gateway = await startGateway({ env: QUIET });
    expect(gateway.metricsPort).toBeNull();
  });
});
