/** One account asking a fake service, and what it wrote to its log. */
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { createUpstream, type UpstreamAccount, type UpstreamOptions } from '../../src/upstream/index.ts';
import type { RequestOptions } from '../../src/upstream/request-options.ts';
import type { Service } from '../../src/upstream/service.ts';
import { createFastClock } from '../kit/fast-clock.ts';
import { type Answering, type FakeService, startFakeService } from './fake-service.ts';

export const KEY = 'sk-the-secret-key';
export const NO_QUOTA = { perMinute: 0, perDay: 0 };

export interface Asking extends AsyncDisposable {
  readonly fake: FakeService;
  readonly service: Service;
  /** For another account, or the same anew. */
  forAccount(account?: Partial<UpstreamAccount>): Service;
  call(of?: Partial<RequestOptions>): RequestOptions;
  readonly sent: { count: number };
  /** The lines of the log, each as it was written. */
  readonly log: readonly string[];
}

/** The timeouts in real time. */
export interface AskingOptions extends Partial<UpstreamOptions> {
  readonly account?: Partial<UpstreamAccount>;
}

/** The pauses between tries are as much shorter. */
const SPEED = 20;

/** Backs off for the least time; a try lasts at most five seconds of real time by default. */
export async function startAsking(answering: Answering, options: AskingOptions = {}): Promise<Asking> {
  const { account = {}, timeoutMs = 5_000, synthesisTimeoutMs = 120_000, ...upstreamOptions } = options;
  const fake = await startFakeService(answering);
  const log: string[] = [];
  const logger = pino(
    { level: 'debug', base: null },
    new Writable({ write: (line, _, done) => done(void log.push(String(line))) }),
  );
  const upstream = createUpstream({
    dubbingUrl: fake.url,
    studioUrl: fake.url,
    timeoutMs: timeoutMs * SPEED,
    synthesisTimeoutMs: synthesisTimeoutMs * SPEED,
    clock: createFastClock(SPEED),
    random: () => 0,
    ...upstreamOptions,
  });
  const sent = { count: 0 };
  const forAccount = (of: Partial<UpstreamAccount> = {}) =>
    upstream.forAccount({ key: KEY, keyIsCallers: false, quota: NO_QUOTA, ...account, ...of });
  return {
    fake,
    service: forAccount(),
    forAccount,
    call: (of = {}) => ({
      signal: new AbortController().signal,
      priority: 'interactive',
      onRequest: () => {
        sent.count += 1;
      },
      log: logger,
      ...of,
    }),
    sent,
    log,
    [Symbol.asyncDispose]: async () => {
      await upstream[Symbol.asyncDispose]();
      await fake[Symbol.asyncDispose]();
    },
  };
}

/** The error that a promise rejects with. */
export async function rejection(
  promise: Promise<unknown>,
): Promise<Error & { code?: string; retryAfterSeconds?: number }> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw error;
  }
  throw new Error('it did not reject');
}
