import { setTimeout as pause } from 'node:timers/promises';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { inLanes, quantile } from '../measuring.ts';
import { openReader } from '../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../watched.ts';

const QUERIES_PER_SECOND = 100;
const PROBE_MS = 250;
const DELAY_MS = 2_000;
const GRACE_MS = 8_000;
const CONNECTING_AT_ONCE = 50;
/** As a client that was closed waits, at random, before it comes back. */
const MOST_BACKOFF_MS = 1_000;
const BACK_WITHIN_MS = 15_000;
const AFTER_MS = 1_000;
const QUERY = '{ balance { minutes } }';

/** One of two processes behind a load balancer stops, as in an update of what runs, while many watch and ask. */
export const rollingStop: Check = {
  name: 'rolling-stop',
  async run(findings, { isShort }) {
    const sockets = isShort ? 200 : 2_000;
    await using sandbox = await startStillService();
    const [project] = putProjects(sandbox, 1);
    const options = {
      service: sandbox,
      env: { ...everyMs(1_000), SHUTDOWN_DELAY_MS: String(DELAY_MS), SHUTDOWN_GRACE_MS: String(GRACE_MS) },
    };
    await using stopping = await startGatewayProcess(options);
    await using staying = await startGatewayProcess(options);
    await using balancer = startBalancer([stopping, staying]);

    const watchers = Array.from({ length: sockets }, () => new Watcher(balancer, project?.id ?? ''));
    await inLanes(sockets, CONNECTING_AT_ONCE, (index) => watchers[index]?.open() ?? Promise.resolve());
    await until(() => watchers.every((watcher) => watcher.isTold), 'each socket has the present state');
    await using asking = startAsking(balancer);
    await pause(AFTER_MS);
    const startedAt = performance.now();
    await stopping[Symbol.asyncDispose]();
    const tookMs = performance.now() - startedAt;
    await until(() => watchers.every((watcher) => watcher.isTold), 'each socket is back', BACK_WITHIN_MS);
    await pause(AFTER_MS);
    await asking[Symbol.asyncDispose]();

    const moved = watchers.filter(({ backAfterMs }) => backAfterMs !== null);
    const back = moved.map(({ backAfterMs }) => backAfterMs ?? 0);
    const closedAt = moved.map((watcher) => watcher.closedAt - startedAt).toSorted((a, b) => a - b);
    const { answered, failures, waits } = asking;
    findings.note('the process has stopped after', `${(tookMs / 1000).toFixed(1)} s`);
    findings.note('not ready after the signal', `${(balancer.firstUnreadyAt - startedAt).toFixed(0)} ms`);
    findings.note('queries answered', `${answered()}; the slowest after ${Math.max(...waits).toFixed(0)} ms`);
    findings.atMost(`queries that failed ${failures.slice(0, 3)}`, failures.length, 0, '');
    findings.note(
      'sockets closed',
      `${moved.length}, from ${closedAt[0]?.toFixed(0)} to ${closedAt.at(-1)?.toFixed(0)} ms`,
    );
    findings.atMost('share of them in the busiest 100 ms', busiest(closedAt, 100) * 100, isShort ? 100 : 20, '%');
    findings.atMost('sockets closed otherwise than by 1001', watchers.filter(({ isLost }) => isLost).length, 0, '');
    findings.atMost('until a closed socket has an update again, the longest', Math.max(...back), BACK_WITHIN_MS, 'ms');
    findings.note(
      'the median',
      `${quantile(back, 0.5).toFixed(0)} ms, a backoff of up to ${MOST_BACKOFF_MS} ms included`,
    );
    for (const watcher of watchers) watcher.close();
    findings.atMost(`warnings and errors ${staying.complaints.slice(0, 3)}`, staying.complaints.length, 0, '');
  },
};

/** The greatest share of the moments, in order, that lie within so many milliseconds. */
function busiest(moments: readonly number[], withinMs: number): number {
  const counts = moments.map((at, index) => moments.slice(index).filter((later) => later - at < withinMs).length);
  return Math.max(0, ...counts) / Math.max(1, moments.length);
}

interface Balancer extends AsyncDisposable {
  /** The next one of those that were ready when they were probed last. */
  next(): GatewayProcess;
  readonly firstUnreadyAt: number;
}

function startBalancer(all: readonly GatewayProcess[]): Balancer {
  const ready = new Set(all);
  let turn = 0;
  let firstUnreadyAt = Number.NaN;
  let isOver = false;
  const probe = async (gateway: GatewayProcess): Promise<void> => {
    while (!isOver) {
      const isReady = await fetch(`${gateway.url}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) ready.add(gateway);
      else {
        ready.delete(gateway);
        if (Number.isNaN(firstUnreadyAt)) firstUnreadyAt = performance.now();
      }
      await pause(PROBE_MS);
    }
  };
  const probing = all.map(probe);
  return {
    next() {
      const instances = [...ready];
      const instance = instances[turn++ % instances.length];
      if (instance === undefined) throw new Error('No instance is ready.');
      return instance;
    },
    get firstUnreadyAt() {
      return firstUnreadyAt;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await Promise.all(probing);
    },
  };
}

/** A front end that watches, and comes back when its socket is closed. */
class Watcher {
  readonly #balancer: Balancer;
  readonly #id: string;
  #tear: () => void = () => undefined;
  #isLeaving = false;
  isTold = false;
  /** It was closed otherwise than by a stop. */
  isLost = false;
  closedAt = 0;
  backAfterMs: number | null = null;

  constructor(balancer: Balancer, id: string) {
    this.#balancer = balancer;
    this.#id = id;
  }

  async open(): Promise<void> {
    const { port } = this.#balancer.next();
    const reader = await openReader({
      port,
      transport: 'WebSocket',
      query: PROJECT,
      variables: { id: this.#id },
      onResult: () => this.#told(),
      onEnd: (how) => this.#ended(how),
    });
    this.#tear = reader.tear;
  }

  close(): void {
    this.#isLeaving = true;
    this.#tear();
  }

  #told(): void {
    this.isTold = true;
    if (this.closedAt > 0) this.backAfterMs ??= performance.now() - this.closedAt;
  }

  #ended(how: string): void {
    if (this.#isLeaving) return;
    this.isTold = false;
    this.closedAt = performance.now();
    if (!how.startsWith('1001')) this.isLost = true;
    void pause(Math.random() * MOST_BACKOFF_MS).then(() => this.open());
  }
}

function startAsking(balancer: Balancer) {
  const clients = new Map<string, ReturnType<typeof createGraphClient>>();
  const failures: string[] = [];
  const waits: number[] = [];
  const pending = new Set<Promise<void>>();
  const ask = async (): Promise<void> => {
    const { url } = balancer.next();
    const client = clients.get(url) ?? createGraphClient(url);
    clients.set(url, client);
    const startedAt = performance.now();
    try {
      const { status, codes } = await client.ask(QUERY);
      if (status !== 200 || codes.length > 0) failures.push(`${status} ${codes}`);
    } catch (error) {
      failures.push(String(error));
    }
    waits.push(performance.now() - startedAt);
  };
  const timer = setInterval(() => {
    const asked = ask().finally(() => pending.delete(asked));
    pending.add(asked);
  }, 1000 / QUERIES_PER_SECOND);
  return {
    failures,
    waits,
    answered: () => waits.length - failures.length,
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      await Promise.all(pending);
      for (const client of clients.values()) await client[Symbol.asyncDispose]();
    },
  };
}
