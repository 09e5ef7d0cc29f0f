/** One day of an account, on a clock that is moved: the sandbox, the client of the service and the watches are the real ones. */

import type { Clock } from '../../src/clock.ts';
import type { Feed } from '../../src/contracts/feed.ts';
import { createLive } from '../../src/live/create-live.ts';
import type { Live } from '../../src/live/live.ts';
import type { Pollable, Scheduler } from '../../src/live/schedule/polling.ts';
import { createAccountReads } from '../../src/loaders/account-reads.ts';
import { createLog } from '../../src/observability/log.ts';
import { type Sandbox, startSandbox } from '../../src/sandbox/index.ts';
import { createUpstream } from '../../src/upstream/index.ts';
import type { Ledger } from '../../src/upstream/service.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { type Audience, createAudience, type Delay } from './audience.ts';
import { type Day, type DayOptions, planDay, type Visit } from './day.ts';
import { STUDIO_PROJECT } from './jobs.ts';
import { createRandom } from './random.ts';
import { createTraffic, type Traffic } from './traffic.ts';

export interface RunOptions extends DayOptions {
  readonly quotaPerMinute: number;
  readonly quotaPerDay: number;
}

/** Makes the scheduler that is tried. */
export type Pace = (parts: {
  readonly clock: Clock;
  readonly ledger: Pick<Ledger, 'outlook'>;
  readonly random: () => number;
}) => Scheduler;

export interface Outcome {
  readonly delays: readonly Delay[];
  readonly polling: number;
  readonly interactive: number;
  /** The most requests of both kinds in any minute. */
  readonly mostInAMinute: number;
  /** Polling requests in the last hour. */
  readonly inTheLastHour: number;
  /** How often the service said that the quota is used up. */
  readonly refused: number;
  /** The sum of the times for which each request was made again and again. */
  readonly polledForMs: number;
}

const HOUR_MS = 60 * 60_000;
const log = createLog({ level: 'silent' });

export async function runDay(options: RunOptions, pace: Pace): Promise<Outcome> {
  const clock = createHandClock();
  const day = planDay(options, clock.now(), clock.now);
  const { quotaPerMinute: perMinute, quotaPerDay: perDay } = options;
  await using sandbox = await startSandbox({ clock, populate: false, quota: quotaOf(perMinute, perDay) });
  const { dubbingUrl, studioUrl } = sandbox;
  await using upstream = createUpstream({ dubbingUrl, studioUrl, timeoutMs: 10_000, clock });
  const account = { key: sandbox.keys[0] ?? '', keyIsCallers: false, quota: { perMinute, perDay } };
  const traffic = createTraffic(upstream.forAccount(account), clock.now);
  const { service } = traffic;
  using reads = createAccountReads({ service, reading: { maxAgeMs: 0, catalogueMaxAgeMs: 0 }, log, clock });
  const polled = countPolled(
    pace({ clock, ledger: service.ledger, random: createRandom(options.seed + 1) }),
    clock.now,
  );
  using live = createLive({ reads, scheduler: polled.scheduler, clock, log, onActive: () => undefined });
  const audience = createAudience();
  await play(day, { clock, sandbox, live, audience, traffic });
  const sent = traffic.sent.map(({ at }) => at);
  const polling = traffic.sent.filter(({ priority }) => priority === 'polling');
  return {
    delays: audience.delays,
    polling: polling.length,
    interactive: sent.length - polling.length,
    mostInAMinute: Math.max(0, ...sent.map((at) => sent.filter((other) => other > at - 60_000 && other <= at).length)),
    inTheLastHour: polling.filter(({ at }) => at > day.endsAt - HOUR_MS).length,
    refused: sandbox.requests.filter(({ status }) => status === 429).length,
    polledForMs: polled.forMs(),
  };
}

/** 0 is no quota. */
function quotaOf(perMinute: number, perDay: number) {
  const limit = (quota: number) => (quota === 0 ? Number.MAX_SAFE_INTEGER : quota);
  return { perMinute: limit(perMinute), perDay: limit(perDay) };
}

interface Stage {
  readonly clock: HandClock;
  readonly sandbox: Sandbox;
  readonly live: Live;
  readonly audience: Audience;
  readonly traffic: Traffic;
}

async function play(day: Day, stage: Stage): Promise<void> {
  const { clock, sandbox, traffic } = stage;
  const store = sandbox.account();
  let isOver = false;
  for (const job of day.jobs) clock.after(job.createdAt - day.startsAt, () => job.arrange(store));
  for (const visit of day.visits) clock.after(visit.from - day.startsAt, () => pay(visit, stage));
  clock.after(day.endsAt - day.startsAt, () => {
    isOver = true;
  });
  while (!isOver) {
    clock.toNextTimer();
    await traffic.settled();
  }
}

function pay(visit: Visit, stage: Stage): void {
  const { clock, audience } = stage;
  const { job } = visit;
  audience.come(job, clock.now());
  const feed = open(visit, stage.live);
  const listen = (): void => {
    for (let taken = feed.take(); taken.is === 'event'; taken = feed.take()) {
      if (taken.event instanceof Error) continue;
      audience.told(job, Date.parse(taken.event.checkedAt), clock.now());
    }
  };
  feed.onReady({ wake: listen });
  listen();
  clock.after(visit.to - visit.from, () => {
    feed.close();
    audience.go(job, clock.now());
  });
}

function open({ job, details }: Visit, live: Live): Feed<{ readonly checkedAt: string }> {
  switch (job.kind) {
    case 'dubbing projects':
      return live.dubbingProject(job.id, { details });
    case 'videos':
      return live.video({ projectId: STUDIO_PROJECT, videoId: job.id }, { details, untilSettled: false });
    case 'artifacts':
      return live.artifact(job.id);
  }
}

/** The same scheduler; for how long it has had something to ask for is counted. */
function countPolled(scheduler: Scheduler, now: () => number) {
  const since = new Map<Pollable, number>();
  let forMs = 0;
  const counted: Scheduler = {
    add(pollable) {
      since.set(pollable, now());
      const slot = scheduler.add(pollable);
      return {
        pollNow: () => slot.pollNow(),
        reschedule: () => slot.reschedule(),
        [Symbol.dispose]() {
          forMs += now() - (since.get(pollable) ?? now());
          since.delete(pollable);
          slot[Symbol.dispose]();
        },
      };
    },
    [Symbol.dispose]: () => scheduler[Symbol.dispose](),
  };
  return { scheduler: counted, forMs: () => [...since.values()].reduce((sum, at) => sum + now() - at, forMs) };
}
