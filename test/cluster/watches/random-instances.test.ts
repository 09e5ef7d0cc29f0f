/** Instances that come, go, die and are cut off from Redis at random, and readers who come back elsewhere. */
import { describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { hasFullVolume } from '../../kit/runs.ts';
import type { Stream } from '../../kit/subscribe.ts';
import { PATIENCE, running } from '../../kit/watching.ts';
import { createRandom } from '../../simulate/random.ts';
import { type InstanceInProcess, startCountedService, startInstance } from '../kit/instances.ts';
import { hasRedis, startRedis } from '../kit/redis-server.ts';
import { startTcpProxy, type TcpProxy } from '../kit/tcp-proxy.ts';

const STEPS = hasFullVolume ? 1_000 : 15;
const STEP_MS = 150;
const READERS = 12;
const INTERVALS = { WATCH_MIN_INTERVAL_MS: '100', WATCH_MAX_INTERVAL_MS: '200' };

interface Member extends AsyncDisposable {
  readonly instance: InstanceInProcess;
  readonly proxy: TcpProxy;
}

async function startMember(service: Sandbox, redisUrl: string): Promise<Member> {
  const proxy = await startTcpProxy(redisUrl);
  const instance = await startInstance({ service, redisUrl: proxy.url, env: INTERVALS });
  return {
    instance,
    proxy,
    async [Symbol.asyncDispose]() {
      await instance[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

/** A front end that comes back, anywhere, whenever its stream has broken. */
class Reader implements Disposable {
  readonly #pick: () => InstanceInProcess;
  #stream: Stream | null = null;
  #isOver = false;
  /** What it was shown on each connection. */
  readonly shown: number[][] = [];

  constructor(pick: () => InstanceInProcess) {
    this.#pick = pick;
    void this.#read();
  }

  get last(): number | undefined {
    return this.shown.at(-1)?.at(-1);
  }

  leave(): void {
    this.#stream?.close();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.leave();
  }

  async #read(): Promise<void> {
    while (!this.#isOver) {
      const shown: number[] = [];
      this.shown.push(shown);
      this.#stream = this.#pick().subscribe(
        'subscription { dubbingProjectUpdated(id: "p1") { kind freshness project { name } } }',
      );
      try {
        for (;;) {
          const { data } = await this.#stream.next();
          const name = data?.dubbingProjectUpdated?.project.name;
          if (name !== undefined) shown.push(Number(name));
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }
  }
}

interface World {
  readonly random: () => number;
  readonly members: Set<Member>;
  readonly readers: readonly Reader[];
  any(): Member;
  add(): Promise<void>;
  leave(member: Member): Promise<void>;
}

/** What may happen to instances that reach Redis all the time. */
const COMING_AND_GOING: readonly ((world: World) => unknown)[] = [
  ({ readers, random }) => readers[Math.floor(random() * READERS)]!.leave(),
  ({ readers, random }) => readers[Math.floor(random() * READERS)]!.leave(),
  ({ members, add }) => (members.size < 4 ? add() : undefined),
  ({ any, leave }) => leave(any()),
];

/** … and to the way to Redis. */
const CUT_OFF: readonly ((world: World) => unknown)[] = [
  // Redis hears nothing of its end.
  ({ any, leave }) => {
    const member = any();
    member.proxy.cut();
    return leave(member);
  },
  ({ any }) => {
    const { proxy } = any();
    proxy.cut();
    setTimeout(() => proxy.mend(), 3 * STEP_MS);
  },
];

interface History {
  /** What each reader was shown, by connection. */
  readonly shown: readonly number[][][];
  /** Any instance was without Redis for a moment, as it happens to one whose process stands still for long. */
  readonly wasAlone: boolean;
}

/** Takes random steps, and then waits until all readers have the last state. */
async function live(seed: number, steps: readonly ((world: World) => unknown)[]): Promise<History> {
  const random = createRandom(seed);
  await using redis = await startRedis();
  await using service = await startCountedService({ populate: false, speed: 1 });
  let number = 0;
  const next = () => {
    number += 1;
    service.account().putDubbingProject({ id: 'p1', name: String(number), work: running() });
  };
  next();
  const members = new Set<Member>();
  const any = () => [...members][Math.floor(random() * members.size)]!;
  const all: Member[] = [];
  const add = async () => {
    const member = await startMember(service, redis.url);
    all.push(member);
    members.add(member);
  };
  const leave = async (member: Member) => {
    if (members.size === 1) return;
    members.delete(member);
    await member[Symbol.asyncDispose]();
  };
  await Promise.all([add(), add(), add()]);
  const readers = Array.from({ length: READERS }, () => new Reader(() => any().instance));
  const counting = setInterval(next, 100);
  for (let step = 0; step < STEPS; step += 1) {
    await steps[Math.floor(random() * steps.length)]!({ random, members, readers, any, add, leave });
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  clearInterval(counting);
  for (const { proxy } of members) proxy.mend();
  const last = () => readers.map((reader) => reader.last);
  await expect.poll(last, PATIENCE).toEqual(Array(READERS).fill(number));
  for (const reader of readers) reader[Symbol.dispose]();
  await Promise.all([...members].map((member) => member[Symbol.asyncDispose]()));
  const wasAlone = all.some(({ instance }) => instance.logLines.some(({ msg }) => msg.includes('serves alone')));
  return { shown: readers.map((reader) => reader.shown), wasAlone };
}

const inOrder = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);
const newSeed = () => Math.floor(Math.random() * 1e9);

describe.skipIf(!hasRedis)('whatever becomes of the instances', { timeout: hasFullVolume ? 900_000 : 60_000 }, () => {
  it('no reader is shown an older state than before, on whichever instance it comes back, and all end on the same one', async () => {
    const seed = newSeed();
    const { shown, wasAlone } = await live(seed, COMING_AND_GOING);
    for (const connections of shown) {
      // What one shows that is alone, the others do not have yet.
      const orders = wasAlone ? connections : [connections.flat()];
      for (const numbers of orders) expect(numbers, `seed ${seed}`).toEqual(inOrder(numbers));
    }
  });

  it('and of their ways to Redis, no stream goes back, and all end on the same state', async () => {
    const seed = newSeed();
    const { shown } = await live(seed, [...COMING_AND_GOING, ...CUT_OFF]);
    for (const connections of shown) {
      for (const numbers of connections) expect(numbers, `seed ${seed}`).toEqual(inOrder(numbers));
    }
  });
});
