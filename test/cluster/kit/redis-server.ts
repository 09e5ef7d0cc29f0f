/** A `redis-server` of its own for a test, which can stop, hang, lose its data and come back. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from '../../kit/free-port.ts';

/** False where there is no `redis-server`: tests that need it are skipped. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

export interface RedisServer extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** Ends it at once (SIGKILL). What was written to its file within the last second may be lost. */
  kill(): Promise<void>;
  /** Ends it, with its data written. */
  stop(): Promise<void>;
  /** Starts it again, with the data that it has. */
  start(): Promise<void>;
  /** It hangs: its connections stand, and nothing is answered. */
  pause(): void;
  resume(): void;
  /** Removes all data, while it runs. */
  empty(): Promise<void>;
  /** Every key with its type, its time to live in milliseconds, and its content as text. */
  dump(): Promise<readonly StoredKey[]>;
  /** All commands from now on, as MONITOR shows them. */
  monitor(): Promise<{ readonly lines: readonly string[] } & Disposable>;
  /** For what a test asks of Redis itself. */
  readonly admin: Redis;
}

interface StoredKey {
  readonly key: string;
  readonly type: string;
  readonly ttlMs: number;
  readonly content: string;
}

const START_MS = 10_000;

export async function startRedis({ args = [] }: { readonly args?: readonly string[] } = {}): Promise<RedisServer> {
  await using started = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'gateway-redis-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  const port = await freePort();
  const password = args.includes('--requirepass') ? args[args.indexOf('--requirepass') + 1] : undefined;
  let child: ChildProcess | null = null;

  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGCONT');
    child.kill(signal);
    await ended;
  };
  const start = async (): Promise<void> => {
    const words = ['--port', String(port), '--dir', folder, '--save', '', '--appendonly', 'yes', '--bind', '127.0.0.1'];
    child = spawn('redis-server', [...words, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
    await readiness(child);
  };
  await start();
  started.defer(() => end('SIGKILL'));
  const admin = new Redis({ port, lazyConnect: true, ...(password !== undefined && { password }), protocol: 2 });
  admin.on('error', () => undefined);
  started.defer(() => admin.disconnect());
  const running = started.move();

  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
    start,
    pause: () => void child?.kill('SIGSTOP'),
    resume: () => void child?.kill('SIGCONT'),
    empty: async () => void (await admin.flushall()),
    dump: () => dump(admin),
    async monitor() {
      const monitor = await admin.monitor();
      const lines: string[] = [];
      monitor.on('monitor', (_time: string, words: readonly string[]) => lines.push(words.join(' ')));
      return { lines, [Symbol.dispose]: () => monitor.disconnect() };
    },
    admin,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

async function readiness(child: ChildProcess): Promise<void> {
  let text = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  child.stdout?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (text.includes('Ready to accept connections')) resolve();
  });
  child.once('exit', () => reject(new Error(`redis-server ended:\n${text}`)));
  const deadline = setTimeout(() => reject(new Error(`redis-server does not start:\n${text}`)), START_MS);
  await promise.finally(() => clearTimeout(deadline));
}

async function dump(redis: Redis): Promise<readonly StoredKey[]> {
  const keys = (await redis.keys('*')).toSorted();
  return Promise.all(
    keys.map(async (key) => {
      const type = await redis.type(key);
      return { key, type, ttlMs: await redis.pttl(key), content: JSON.stringify(await contentOf(redis, key, type)) };
    }),
  );
}

async function contentOf(redis: Redis, key: string, type: string): Promise<unknown> {
  switch (type) {
    case 'hash':
      return redis.hgetall(key);
    case 'zset':
      return redis.zrange(key, 0, '-1', 'WITHSCORES');
    case 'list':
      return redis.lrange(key, 0, -1);
    case 'set':
      return redis.smembers(key);
    case 'stream':
      return redis.xrange(key, '-', '+');
    default:
      return redis.get(key);
  }
}
