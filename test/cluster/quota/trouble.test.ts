/** The quota of one account over several instances, while Redis has all kinds of trouble. */
import { describe, expect, it } from 'vitest';
import type { StartedCluster } from '../../../src/cluster/start-cluster.ts';
import { RateLimitedError, toError } from '../../../src/errors.ts';
import type { Ledger } from '../../../src/upstream/service.ts';
import { eventually } from '../../auth/eventually.ts';
import { hasFullVolume } from '../../kit/runs.ts';
import { hasRedis, type RedisServer, startRedis } from '../kit/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy.ts';
import { joinCluster, openLedger } from './ledger-world.ts';

const SECONDS = hasFullVolume ? 300 : 5;
const QUOTA = { perMinute: 30, perDay: 90 };
const SPANS = { minuteMs: 700, dayMs: 3_500, spreadMs: 250 };

/** Those of the service. */
const REAL_SPANS = { minuteMs: 60_000, dayMs: 86_400_000, spreadMs: 500 };

interface Grant {
  readonly at: number;
  readonly ticket: number;
  readonly priority: 'interactive' | 'polling';
}

interface Instance {
  readonly cluster: StartedCluster;
  readonly proxy: TcpProxy;
  readonly ledger: Ledger;
}

interface World extends AsyncDisposable {
  readonly redis: RedisServer;
  readonly instances: readonly Instance[];
  /** In the order in which they were granted. */
  readonly grants: readonly Grant[];
}

const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function open(count: number, spans = SPANS): Promise<World> {
  await using started = new AsyncDisposableStack();
  const redis = started.use(await startRedis());
  const instances: Instance[] = [];
  for (let n = 0; n < count; n += 1) {
    const proxy = started.use(await startTcpProxy(redis.url));
    const cluster = started.use(await joinCluster(proxy.url));
    const ledger = started.use(openLedger(cluster, { key: 'key', quota: QUOTA, spans }));
    instances.push({ cluster, proxy, ledger });
  }
  await eventually(() => instances.every(({ cluster }) => cluster.membership.alive === count), Boolean);
  await Promise.all(instances.map(({ ledger }) => ledger.ready()));
  const running = started.move();
  return { redis, instances, grants: [], [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Asks for more than there is, on all instances at once, until it is aborted. */
async function hammer({ instances, grants }: World, signal: AbortSignal): Promise<void> {
  const list = grants as Grant[];
  const ask = async (ledger: Ledger, priority: Grant['priority'], pauseMs: number): Promise<void> => {
    while (!signal.aborted) {
      try {
        const ticket = await ledger.take(priority, AbortSignal.any([signal, AbortSignal.timeout(1_000)]));
        list.push({ at: performance.now(), ticket, priority });
      } catch {
        // Its turn comes another time.
      }
      await sleep(Math.random() * pauseMs);
    }
  };
  await Promise.all(
    instances.flatMap(({ ledger }) => [
      ...Array.from({ length: 6 }, () => ask(ledger, 'interactive', 120)),
      ...Array.from({ length: 2 }, () => ask(ledger, 'polling', 60)),
    ]),
  );
}

/** The most that were granted within any span. */
function peak(grants: readonly Grant[], spanMs: number): number {
  return Math.max(
    0,
    ...grants.map(({ at }) => grants.filter((other) => other.at > at - spanMs && other.at <= at).length),
  );
}

/** The most that polling had, with all others, at a grant of its own. */
function pollingPeak(grants: readonly Grant[], spanMs: number): number {
  return peak(
    grants.filter(({ priority }) => priority === 'polling'),
    spanMs,
  );
}

function expectWithin(grants: readonly Grant[], bound = 1): void {
  expect(peak(grants, SPANS.minuteMs)).toBeLessThanOrEqual(Math.floor(QUOTA.perMinute * bound));
  expect(peak(grants, SPANS.dayMs)).toBeLessThanOrEqual(Math.floor(QUOTA.perDay * bound));
  expect(pollingPeak(grants, SPANS.minuteMs)).toBeLessThanOrEqual(Math.floor(QUOTA.perMinute * bound * 0.7));
}

async function during(world: World, run: () => Promise<void>): Promise<void> {
  const over = new AbortController();
  const asking = hammer(world, over.signal);
  try {
    await run();
  } finally {
    over.abort();
    await asking;
  }
}

const joined = ({ instances }: World) =>
  eventually(() => instances.every(({ cluster }) => cluster.link.state === 'joined'), Boolean);

const lost = (instances: World['instances']) =>
  eventually(() => instances.every(({ cluster }) => cluster.link.state === 'alone'), Boolean);

/** Takes all that is left, and says how many those were. */
async function drain(ledger: Ledger): Promise<number> {
  for (let count = 0; ; count += 1) {
    const outcome = await ledger.take('interactive', new AbortController().signal).catch(toError);
    if (outcome instanceof RateLimitedError) return count;
    if (outcome instanceof Error) throw outcome;
  }
}

/** How far apart the counts of the instances are, once they have heard of each other. */
function difference({ instances }: World): Promise<number> {
  const now = () => {
    const counts = instances.map(({ ledger }) => ledger.budget().remainingToday ?? 0);
    return Math.max(...counts) - Math.min(...counts);
  };
  return eventually(now, (difference) => difference <= 1);
}

describe
  .skipIf(!hasRedis)
  .concurrent('The quota of one account over three instances', { timeout: 60_000 + SECONDS * 2_000 }, () => {
    it('is used up and never exceeded, and each request has a ticket of its own that is later', async () => {
      await using world = await open(3);
      await during(world, () => sleep(2_000));
      expectWithin(world.grants);
      expect(peak(world.grants, SPANS.minuteMs + 300)).toBeGreaterThan(QUOTA.perMinute - 3);
      expect(new Set(world.grants.map(({ ticket }) => ticket)).size).toBe(world.grants.length);
    });

    it('is counted alike on all of them', async () => {
      await using world = await open(3);
      await during(world, () => sleep(1_000));
      expect(await difference(world)).toBeLessThanOrEqual(1);
    });

    it('is not exceeded while Redis is killed, stopped, emptied and comes back with its data or without', async () => {
      await using world = await open(3);
      const { redis } = world;
      const troubles: readonly (() => Promise<void>)[] = [
        async () => {
          await redis.kill();
          await sleep(Math.random() * 1_500);
          await redis.start();
        },
        async () => {
          redis.pause();
          await sleep(Math.random() * 2_500);
          redis.resume();
        },
        () => redis.empty(),
        async () => {
          await redis.empty();
          await redis.stop();
          await redis.start();
        },
        async () => {
          for (const { proxy } of world.instances) proxy.cut();
          for (const { proxy } of world.instances) proxy.mend();
        },
      ];
      await during(world, async () => {
        const endsAt = performance.now() + SECONDS * 1_000;
        for (let n = 0; performance.now() < endsAt; n += 1) {
          await sleep(Math.random() * 1_000);
          await troubles[n % troubles.length]?.();
          if (Math.random() < 0.5) await joined(world);
        }
        await joined(world);
        await sleep(2_500);
      });
      expectWithin(world.grants);
      // Nobody is left behind.
      for (const { ledger } of world.instances)
        await ledger.take('interactive', AbortSignal.timeout(5_000)).catch(() => 0);
      expect(await difference(world)).toBeLessThanOrEqual(1);
    });

    it('is not exceeded when one of them finds Redis again and loses it before the others have found it', async () => {
      await using world = await open(3, REAL_SPANS);
      const [first] = world.instances;
      for (const { proxy } of world.instances) proxy.cut();
      await lost(world.instances);
      const counts = await Promise.all(world.instances.map(({ ledger }) => drain(ledger)));
      expect(counts).toEqual([10, 10, 10]);
      for (let times = 0; times < 2; times += 1) {
        first?.proxy.mend();
        await eventually(
          () => first?.cluster.link.state,
          (state) => state === 'joined',
        );
        await first?.ledger.ready();
        first?.proxy.cut();
        await lost(world.instances);
        expect(await drain(first!.ledger)).toBe(0);
      }
    });

    it.each([1, 2])(
      'is exceeded by a third of what was left at most for each that is cut off from Redis: %i',
      async (count) => {
        await using world = await open(3);
        const cut = world.instances.slice(0, count);
        await during(world, async () => {
          await sleep(500);
          for (const { proxy } of cut) proxy.cut();
          await sleep(2_500);
          for (const { proxy } of cut) proxy.mend();
          await joined(world);
          await sleep(500);
        });
        expectWithin(world.grants, 1 + count / 3);
      },
    );
  });
