import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';

/** Writes each package of observability, or of Redis, that is loaded to stderr, as it is loaded. */
const RECORDER = `data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    const [, name] = /node_modules\\/(prom-client|ioredis|@opentelemetry\\/[\\w-]+)\\//.exec(url) ?? [];
    if (name !== undefined) process.stderr.write('loaded ' + name + '\\n');
    return next(url, context);
  } });
`)}`;

async function packagesLoaded(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const child = spawn(process.execPath, ['--import', RECORDER, 'src/start.js'], {
    cwd: new URL('../..', import.meta.url).pathname,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errorText = '';
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errorText += chunk.toString();
  });
  const exited = once(child, 'exit');
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      log += chunk.toString();
      if (log.includes('listening')) resolve();
    });
    child.once('exit', () => resolve());
  });
  child.kill('SIGTERM');
  expect(await exited).toEqual([0, null]);
  return [...new Set([...errorText.matchAll(/^loaded (\S+)$/gm)].map(([, name = '']) => name))];
}

describe('a gateway', () => {
  it('loads nothing of Prometheus, OpenTelemetry and Redis unless it is set', async () => {
    expect(await packagesLoaded({})).toEqual([]);
  });

  it('loads each of them when it is set', async () => {
    const [measured, traced, shared] = await Promise.all([
      packagesLoaded({ METRICS_PORT: '0' }),
      packagesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }),
      packagesLoaded({ REDIS_URL: 'redis://127.0.0.1:9' }),
    ]);
    expect(measured).toContain('prom-client');
    expect(traced).toContain('@opentelemetry/sdk-trace');
    expect(traced).not.toContain('prom-client');
    expect(shared).toEqual(['ioredis']);
  });
});
