/**
 * What a read costs the gateway's process, with its answer unchanged and changing. Not part of the tests:
 * `node test/upstream/read.bench.ts [reads]`. The service runs in a process of its own.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { pino } from 'pino';
import { createSystemClock } from '../../src/clock.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import type { RequestOptions } from '../../src/upstream/request-options.ts';

const READS = Number(process.argv[2] ?? 20_000);
const CONNECTIONS = 32;

if (process.send) serve();
else await measure();

function serve(): void {
  let asked = 0;
  const segments = Array.from({ length: 300 }, (_, n) => ({
    start_ms: n * 1000,
    end_ms: n * 1000 + 900,
    text: `Line ${n}`,
    speaker_id: n % 6,
  }));
  const detail = {
    name: 'x',
    status: 'ready',
    source_lang: 'en',
    target_lang: 'fr-FR',
    cost_minutes: 3,
    created_date: '2025-01-01T00:00:00Z',
    output_source_script: segments,
    output_target_script: segments,
    output_target_speakers: [],
  };
  const fixed = JSON.stringify(detail);
  const zipped = gzipSync(fixed);
  const balance = '{"balance_minutes":5}';
  const changing = () => JSON.stringify({ ...detail, cost_minutes: ++asked });
  const bodies: Readonly<Record<string, () => string | Buffer>> = {
    balance: () => balance,
    fixed: () => fixed,
    changing,
    gzip: () => zipped,
    'gzip-changing': () => gzipSync(changing()),
  };
  const server = createServer((request, response) => {
    const name = request.url?.split('/').at(-1) ?? '';
    const body = bodies[name]?.() ?? '';
    const encoding = name.startsWith('gzip') ? { 'content-encoding': 'gzip' } : {};
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      ...encoding,
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.send?.(typeof address === 'object' ? address?.port : null);
  });
}

async function measure(): Promise<void> {
  const service = fork(import.meta.filename);
  const [port] = await once(service, 'message');
  const url = `http://127.0.0.1:${port}`;
  await using upstream = createUpstream({
    dubbingUrl: url,
    studioUrl: url,
    timeoutMs: 5_000,
    clock: createSystemClock(),
  });
  const account = upstream.forAccount({ key: 'key', keyIsCallers: false, quota: { perMinute: 0, perDay: 0 } });
  const { signal } = new AbortController();
  const call: RequestOptions = { signal, priority: 'interactive', onRequest: () => {}, log: pino({ level: 'info' }) };
  const reads = {
    'balance, unchanged': () => account.balance.read(call),
    'project with 600 segments, unchanged': () => account.dubbingProjects.read('fixed', call),
    'project with 600 segments, changing': () => account.dubbingProjects.read('changing', call),
    'the same gzipped, unchanged': () => account.dubbingProjects.read('gzip', call),
    'the same gzipped, changing': () => account.dubbingProjects.read('gzip-changing', call),
  };
  for (const [name, read] of Object.entries(reads)) {
    await run(read, READS / 10);
    const before = process.cpuUsage();
    await run(read, READS);
    const { user, system } = process.cpuUsage(before);
    globalThis.gc?.();
    const { rss, heapUsed } = process.memoryUsage();
    const mb = (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`;
    console.log(
      `${name}: ${((user + system) / READS).toFixed(1)} µs of CPU a read; RSS ${mb(rss)}, heap ${mb(heapUsed)}`,
    );
  }
  service.kill();
}

async function run(read: () => Promise<unknown>, times: number): Promise<void> {
  let left = times;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await read();
    }),
  );
}
