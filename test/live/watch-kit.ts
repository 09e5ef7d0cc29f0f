/** The watches of one account, on the real client of the service and a sandbox, with a clock that the test moves. */
import type { Feed, Taken } from '../../src/contracts/feed.ts';
import { createLive } from '../../src/live/create-live.ts';
import type { Live } from '../../src/live/live.ts';
import type { Scheduler } from '../../src/live/schedule/polling.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { type AccountReads, createAccountReads } from '../../src/loaders/account-reads.ts';
import { createLog } from '../../src/observability/log.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';
import type { JobWork } from '../../src/sandbox/work.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import type { RequestOptions } from '../../src/upstream/request-options.ts';
import type { Service } from '../../src/upstream/service.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { STILL } from '../kit/watching.ts';

export interface WatchKit extends AsyncDisposable {
  readonly live: Live & Disposable;
  readonly reads: AccountReads;
  readonly sandbox: Sandbox;
  readonly clock: HandClock;
  readonly active: readonly boolean[];
  /** The requests to the service since the last call: `GET /api/v1/balance`. */
  asked(): string[];
  /** Moves on to what is due next, unless something is being asked already, and waits until it is planned anew. */
  turn(): Promise<void>;
  /** Waits until nothing is being asked, whoever has asked. */
  quiet(): Promise<void>;
  /** For reading as a query does. */
  readonly call: RequestOptions;
}

export interface WatchKitOptions {
  readonly maxAgeMs?: number;
  readonly quota?: { readonly perMinute: number; readonly perDay: number };
  readonly limits?: { readonly minIntervalMs: number; readonly maxIntervalMs: number };
  readonly sandbox?: SandboxOptions;
  /** Puts a part of its own in the place of the service's, where that is too slow for what a test makes of it. */
  readonly service?: (service: Service) => Service;
}

const log = createLog({ level: 'silent' });

export async function startWatches(options: WatchKitOptions = {}): Promise<WatchKit> {
  const {
    maxAgeMs = 0,
    quota = { perMinute: 0, perDay: 0 },
    limits = { minIntervalMs: 1_000, maxIntervalMs: 60_000 },
    service: inPlaceOf = (real) => real,
  } = options;
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox({ populate: false, speed: STILL, ...options.sandbox }));
  const clock = createHandClock();
  const { dubbingUrl, studioUrl } = sandbox;
  const upstream = started.use(createUpstream({ dubbingUrl, studioUrl, timeoutMs: 5_000, clock, random: () => 0 }));
  const reading = { begun: 0, ended: 0 };
  const account = { key: sandbox.keys[0] ?? '', keyIsCallers: false, quota };
  const service = countingReads(inPlaceOf(upstream.forAccount(account)), reading);
  const ages = { maxAgeMs, catalogueMaxAgeMs: 60_000 };
  const reads = started.use(createAccountReads({ service, reading: ages, log, clock }));
  const asking = { begun: 0, ended: 0 };
  const scheduler = counting(createScheduler({ clock, ledger: service.ledger, limits, random: () => 0.5 }), asking);
  const active: boolean[] = [];
  const live = started.use(createLive({ reads, scheduler, clock, log, onActive: (isActive) => active.push(isActive) }));
  const running = started.move();
  return {
    live,
    reads,
    sandbox,
    clock,
    active,
    asked() {
      const requests = sandbox.requests.map(({ method, path }) => `${method} ${path}`);
      sandbox.clearRequests();
      return requests;
    },
    async turn() {
      // Who was told of something just now may be ahead of whoever plans what comes next.
      await settle();
      const { begun } = asking;
      const isIdle = () => asking.begun === begun && asking.ended === begun;
      while (isIdle() && clock.timers > 0) {
        clock.toNextTimer();
        await settle();
      }
      await until(() => asking.ended === asking.begun);
      await settle();
    },
    async quiet() {
      // An answer may lead to another request at once.
      for (let times = 0; times < 3; times += 1) {
        await until(() => reading.ended === reading.begun);
        await settle();
      }
    },
    call: { signal: new AbortController().signal, priority: 'interactive', onRequest: () => undefined, log },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

interface Count {
  begun: number;
  ended: number;
}

function counted<T>(count: Count, ask: () => Promise<T>): Promise<T> {
  count.begun += 1;
  return ask().finally(() => {
    count.ended += 1;
  });
}

/** The same service; what it is asked for is counted. */
function countingReads(service: Service, count: Count): Service {
  const { balance, dubbingProjects, artifacts, videos } = service;
  return {
    ...service,
    balance: { read: (call) => counted(count, () => balance.read(call)) },
    dubbingProjects: {
      list: (call) => counted(count, () => dubbingProjects.list(call)),
      read: (id, call) => counted(count, () => dubbingProjects.read(id, call)),
    },
    artifacts: { read: (id, call) => counted(count, () => artifacts.read(id, call)) },
    videos: {
      read: (key, call) => counted(count, () => videos.read(key, call)),
      readProgress: (key, call) => counted(count, () => videos.readProgress(key, call)),
    },
  };
}

/** The same scheduler; what it asks is counted. */
function counting(scheduler: Scheduler, asking: Count): Scheduler {
  return {
    add: (pollable) =>
      scheduler.add({
        address: pollable.address,
        get observations() {
          return pollable.observations;
        },
        get answeredAt() {
          return pollable.answeredAt;
        },
        get failures() {
          return pollable.failures;
        },
        get isWatched() {
          return pollable.isWatched;
        },
        poll: (priority) => counted(asking, () => pollable.poll(priority)),
        onScheduled: (plan) => pollable.onScheduled(plan),
        onUnwatched: () => pollable.onUnwatched(),
      }),
    [Symbol.dispose]: () => scheduler[Symbol.dispose](),
  };
}

/** Lets what was begun come to its end as far as it needs no answer of the service. */
export const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export async function until(holds: () => boolean, deadlineMs = 30_000): Promise<void> {
  const deadline = Date.now() + deadlineMs;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`This did not come true in ${deadlineMs} ms: ${holds}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The next event, waited for. */
export async function nextOf<Event extends object>(feed: Feed<Event>): Promise<Exclude<Taken<Event>, { is: 'empty' }>> {
  let taken = feed.take();
  await until(() => {
    if (taken.is === 'empty') taken = feed.take();
    return taken.is !== 'empty';
  });
  if (taken.is === 'empty') throw new Error('nothing');
  return taken;
}

/** The next update, waited for; it must be one. */
export async function update<Event extends object>(feed: Feed<Event>): Promise<Event> {
  const taken = await nextOf(feed);
  if (taken.is === 'ended') throw new Error(`The feed has ended: ${taken.error}`);
  if (taken.event instanceof Error) throw taken.event;
  return taken.event;
}

/** The next event, which must be an error. */
export async function failure(feed: Feed<object>): Promise<Error> {
  const taken = await nextOf(feed);
  if (taken.is !== 'event' || !(taken.event instanceof Error)) throw new Error(`No error: ${JSON.stringify(taken)}`);
  return taken.event;
}

/** Why the feed has ended; null if that was a good end. */
export async function endOf(feed: Feed<object>): Promise<Error | null> {
  const taken = await nextOf(feed);
  if (taken.is !== 'ended') throw new Error(`Not at its end: ${JSON.stringify(taken)}`);
  return taken.error;
}

export const running = (): JobWork => ({
  startedAt: Date.now(),
  workMs: 3_600_000,
  fate: 'never-ends',
  repeatEveryMs: null,
});
export const finished = (): JobWork => ({ startedAt: Date.now(), workMs: 0, fate: 'succeeds', repeatEveryMs: null });
export const failed = (): JobWork => ({ startedAt: Date.now(), workMs: 0, fate: 'fails', repeatEveryMs: null });
