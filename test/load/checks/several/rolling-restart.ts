import { setTimeout as pause } from 'node:timers/promises';
import { startRedis } from '../../../cluster/kit/redis-server.ts';
import type { Check } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { inLanes } from '../../measuring.ts';
import { openReader } from '../../reader.ts';
import { everyMs, PROJECT, putProjects, startStillService, until } from '../../watched.ts';

const INTERVAL_MS = 1_000;
const PROJECTS = 20;
const CONNECTING_AT_ONCE = 50;
const QUERIES_PER_SECOND = 100;
/** A front end comes back after a pause of its own. */
const LONGEST_PAUSE_MS = 1_000;
const BACK_WITHIN_MS = 15_000;

/** The instances that a proxy in front of them would choose from: one that stops is not among them any more. */
class Fleet implements AsyncDisposable {
  readonly #start: () => Promise<GatewayProcess>;
  #running: readonly GatewayProcess[] = [];
  #turn = 0;

  constructor(start: () => Promise<GatewayProcess>) {
    this.#start = start;
  }

  get all(): readonly GatewayProcess[] {
    return this.#running;
  }

  next(): GatewayProcess {
    this.#turn += 1;
    return this.#running[this.#turn % this.#running.length]!;
  }

  async add(): Promise<void> {
    const started = await this.#start();
    this.#running = [...this.#running, started];
  }

  /** Stops it by SIGTERM, and resolves once it has ended. */
  async stop(gateway: GatewayProcess): Promise<void> {
    this.#running = this.#running.filter((each) => each !== gateway);
    await gateway[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.#running.map((gateway) => gateway[Symbol.asyncDispose]()));
  }
}

/** Three instances are replaced one by one, under sockets and queries: what that costs the service, and its clients. */
export const rollingRestart: Check = {
  name: 'rolling-restart',
  async run(findings, { isShort }) {
    const sockets = isShort ? 200 : 2_000;
    await using redis = await startRedis();
    await using service = await startStillService();
    const projects = putProjects(service, PROJECTS);
    const env = {
      ...everyMs(INTERVAL_MS),
      READ_MAX_AGE_MS: '2000',
      REDIS_URL: redis.url,
      SHUTDOWN_GRACE_MS: '2000',
    };
    await using fleet = new Fleet(() => startGatewayProcess({ service, env }));
    for (let count = 0; count < 3; count += 1) await fleet.add();

    let isOver = false;
    let slowestBackMs = 0;
    let returns = 0;
    const connected = new Set<number>();
    const connect = async (index: number, leftAt: number | null): Promise<void> => {
      const { id } = projects[index % projects.length]!;
      const back = () => {
        if (!isOver)
          void pause(Math.random() * LONGEST_PAUSE_MS).then(() => connect(index, leftAt ?? performance.now()));
      };
      try {
        await openReader({
          port: fleet.next().port,
          transport: 'WebSocket',
          query: PROJECT,
          variables: { id },
          onResult() {
            if (leftAt !== null && !connected.has(index)) {
              returns += 1;
              slowestBackMs = Math.max(slowestBackMs, performance.now() - leftAt);
            }
            connected.add(index);
          },
          onEnd() {
            const wasConnected = connected.delete(index);
            if (wasConnected) leftAt = performance.now();
            back();
          },
        });
      } catch {
        back();
      }
    };
    await inLanes(sockets, CONNECTING_AT_ONCE, (index) => connect(index, null));
    await until(() => connected.size === sockets, 'each socket has the present state');
    await pause(2 * INTERVAL_MS);

    const failures: string[] = [];
    let queries = 0;
    const ask = async (): Promise<void> => {
      queries += 1;
      // A proxy asks another instance where one takes no connection any more.
      for (const isLast of [false, true]) {
        try {
          const answer = await fetch(`${fleet.next().url}/graphql`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: '{"query":"{ dubbingProjects(first: 5) { nodes { id name } } }"}',
          });
          const text = await answer.text();
          if (answer.status !== 200 || text.includes('"errors"')) failures.push(text.slice(0, 200));
          return;
        } catch (error) {
          if (isLast) failures.push(String(error));
        }
      }
    };
    const asking = setInterval(() => void ask(), 1_000 / QUERIES_PER_SECOND);
    const startedAt = performance.now();
    service.clearRequests();
    for (const gateway of [...fleet.all]) {
      await fleet.stop(gateway);
      await fleet.add();
      await until(() => connected.size === sockets, 'each socket is back');
      await pause(INTERVAL_MS);
    }
    const elapsedMs = performance.now() - startedAt;
    clearInterval(asking);
    isOver = true;
    const due = Math.ceil(elapsedMs / INTERVAL_MS);
    findings.note('requests of the service, and those due', `${service.requestCount}, ${due}`);
    findings.atMost('requests beyond those due', Math.max(0, service.requestCount - due), 4, '');
    findings.atMost('queries that failed', failures.length, 0, '');
    if (failures.length > 0) findings.note('the first failures', failures.slice(0, 3).join(' | '));
    findings.atLeast('queries', queries, 500, '');
    findings.atLeast('sockets that came back', returns, sockets, '');
    findings.atMost('the slowest socket was back after', slowestBackMs, BACK_WITHIN_MS, 'ms');
  },
};
