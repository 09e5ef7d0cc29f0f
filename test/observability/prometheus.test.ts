import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePort } from '../kit/free-port.ts';
import { startGateway } from '../kit/gateway.ts';
import { subscribe } from '../kit/subscribe.ts';

const PROMETHEUS = '/usr/bin/prometheus';
const PROMTOOL = '/usr/bin/promtool';
const OPERATIONS = new URL('../../src/observability/operations/', import.meta.url);
const run = promisify(execFile);

interface Prometheus extends AsyncDisposable {
  query(expression: string): Promise<{ status: string; error?: string; data: { result: unknown[] } }>;
}

/** Scrapes the port each half second, on a free port of its own. */
async function startPrometheus(metricsPort: number): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), 'prometheus-test-'));
  const config = join(folder, 'prometheus.yaml');
  await writeFile(
    config,
    `scrape_configs: [{job_name: gateway, scrape_interval: 500ms, static_configs: [{targets: ["127.0.0.1:${metricsPort}"]}]}]`,
  );
  const port = await freePort();
  const child = spawn(
    PROMETHEUS,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  );
  const exited = once(child, 'exit');
  return {
    async query(expression) {
      const address = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(expression)}`;
      return (await fetch(address)).json();
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Shorter windows, so that a test of seconds has two points in each; ratios of nothing are no data. */
const soon = (query: string) => query.replace(/\[\d+[mhd]\]/g, '[10s]');

/** Queries that have no data in a sandbox where nothing goes wrong, and without Redis. */
const NEEDS_TROUBLE = /redis_seconds|estimate_error|reason="slow"/;

describe.skipIf(!existsSync(PROMETHEUS))('a real Prometheus', () => {
  it('finds no fault in the alert rules', async () => {
    const { stdout } = await run(PROMTOOL, ['check', 'rules', new URL('alerts.yaml', OPERATIONS).pathname]);
    expect(stdout).toContain('SUCCESS');
  });

  it('answers every query of the dashboard, and has data for those that work as usual brings', async () => {
    const dashboard = JSON.parse(await readFile(new URL('dashboard.json', OPERATIONS), 'utf8'));
    const queries: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
      targets.map(({ expr }) => expr),
    );
    const env = { METRICS_PORT: '0', READ_MAX_AGE_MS: '0', WATCH_MIN_INTERVAL_MS: '50', WATCH_MAX_INTERVAL_MS: '100' };
    await using gateway = await startGateway({ env: { ...env, QUOTA_PER_MINUTE: '100000', QUOTA_PER_DAY: '100000' } });
    await using prometheus = await startPrometheus(gateway.metricsPort ?? 0);
    await using stream = await subscribe(
      gateway,
      'subscription { videoUpdated(id: "Video:proj_demo/vid_dub_running") { kind video { progress { eta } } } }',
    );
    await stream.update();
    /** Something has to happen between two scrapes for a rate to be one. */
    const act = async () => {
      await gateway.ask('{ balance { minutes } voices(first: 1) { nodes { name } } }');
      await gateway.ask('{');
      await using ready = await subscribe(
        gateway,
        'subscription { dubbingProjectUpdated(id: "DubbingProject:1001") { kind } }',
      );
      await ready.update();
    };
    const ask = async (query: string) => {
      const { status, error, data } = await prometheus
        .query(soon(query))
        .catch(() => ({ status: 'starting', error: '', data: null }));
      const hasData = (data?.result.length ?? 0) > 0 || NEEDS_TROUBLE.test(query);
      return { query, status, error, hasData };
    };
    const withoutData = async () => {
      await act();
      const answers = await Promise.all(queries.map(ask));
      return answers.filter(({ status, hasData }) => status !== 'success' || !hasData);
    };
    expect(queries.length).toBeGreaterThan(10);
    await expect.poll(withoutData, { timeout: 60_000, interval: 300 }).toEqual([]);
  }, 90_000);
});
