import { setTimeout as pause } from 'node:timers/promises';
import { TRANSPORTS, type Transport } from '../../kit/subscribe.ts';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { settled, watchHighest } from '../measuring.ts';
import { openReader, type Reader } from '../reader.ts';
import { everyMs, putArtifacts, startStillService, until } from '../watched.ts';

const STATE_BYTES = 2 * 1024 * 1024;
const INTERVAL_MS = 100;
const RSS_GROWTH_MB = 150;
const HEALTHY = 4;
const WARM_UP_MS = 4_000;
/** How long the gateway waits for a connection that takes nothing, and looks at it. */
const PATIENCE_MS = 45_000;
const RESUMED_AFTER_MS = 4_000;
const CATCHING_UP_MS = 20_000;

/**
 * Readers who stop reading while large states change all the time: what waits for them does not grow, others are told as before,
 * and whoever reads on is told the newest state; in the end they are disconnected.
 */
export const stoppedReader: Check = {
  name: 'stopped-reader',
  async run(findings, { isShort }) {
    const {
      stopped: count,
      resuming: resumingCount,
      forMs,
    } = isShort ? { stopped: 20, resuming: 6, forMs: RESUMED_AFTER_MS } : { stopped: 100, resuming: 20, forMs: 60_000 };
    await using sandbox = await startStillService();
    const [artifact] = putArtifacts(sandbox, 1);
    if (!artifact) throw new Error('There is nothing to watch.');
    let state = 0;
    const filling = 'x'.repeat(STATE_BYTES);
    using _ = every(INTERVAL_MS, () => {
      state += 1;
      artifact.name = `${state} ${filling}`;
    });
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(INTERVAL_MS) });
    const healthy = await openAll(gateway, HEALTHY);
    await until(() => healthy.every(({ told }) => told > 0), 'updates come');
    const rateBefore = await rateOf(healthy, WARM_UP_MS);
    const before = gateway.residentMb();
    const filesBefore = gateway.openFiles();
    using memory = watchHighest(() => gateway.residentMb());

    const stopped = await openAll(gateway, count);
    const resuming = await openAll(gateway, resumingCount);
    for (const { reader } of [...stopped, ...resuming]) reader.connection.pause();
    const rating = rateOf(healthy, forMs);
    await pause(RESUMED_AFTER_MS);
    const newest = state;
    for (const { reader } of resuming) reader.connection.resume();
    const isBack = ({ shown, skipped }: Watcher) => shown >= newest && skipped > 0;
    const late = await settled(() => resuming.filter((one) => !isBack(one)).length, 0, CATCHING_UP_MS);
    findings.atMost(
      `of ${resumingCount} who read on are not told the newest state and how many they skipped`,
      late,
      0,
      '',
    );
    for (const { reader } of resuming) reader.tear();
    const rate = await rating;

    findings.note('RSS before, and at most', `${before.toFixed(0)}, ${memory.highest().toFixed(0)} MB`);
    findings.atMost(
      `RSS growth with ${count} readers who read nothing`,
      memory.highest() - before,
      RSS_GROWTH_MB,
      'MB',
    );
    findings.note(
      'updates of 2 MB a second for each other reader, before and then',
      `${rateBefore.toFixed(1)}, ${rate.toFixed(1)}`,
    );
    findings.atLeast('others are told as often as before', (rate / rateBefore) * 100, isShort ? 10 : 50, '%');
    findings.atMost('others who were disconnected', healthy.filter(({ end }) => end !== null).length, 0, '');
    if (!isShort) {
      const open = await settled(() => gateway.openFiles() - filesBefore, 0, PATIENCE_MS);
      findings.atMost('who read nothing, and are connected still', open, 0, '');
      for (const { reader } of stopped) reader.connection.resume();
      const deaf = await settled(() => stopped.filter(({ end }) => end === null).length, 0, CATCHING_UP_MS);
      findings.atMost('of them do not see that they were disconnected', deaf, 0, '');
    }
    for (const { reader } of [...stopped, ...healthy]) reader.tear();
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

interface Watcher {
  readonly reader: Reader;
  told: number;
  /** The state that was told last, … */
  shown: number;
  /** … and how many were left out so far. */
  skipped: number;
  end: string | null;
}

const QUERY = 'subscription { artifactUpdated(id: "a0") { skipped artifact { name } } }';
const SHOWN = /"skipped":(\d+),"artifact":\{"name":"(\d+) /;
/** Where in a result it stands. */
const SHOWN_BYTES = 200;

function openAll(gateway: GatewayProcess, count: number): Promise<readonly Watcher[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => open(gateway, TRANSPORTS[index % 2] ?? 'SSE')));
}

async function open({ port }: GatewayProcess, transport: Transport): Promise<Watcher> {
  const seen = { told: 0, shown: 0, skipped: 0, end: null };
  const watcher: Omit<Watcher, 'reader'> = seen;
  const reader = await openReader({
    port,
    transport,
    query: QUERY,
    onResult(result) {
      const [, skipped, shown] = SHOWN.exec(result.toString('latin1', 0, SHOWN_BYTES)) ?? [];
      watcher.told += 1;
      watcher.shown = Number(shown);
      watcher.skipped += Number(skipped);
    },
    onEnd(how) {
      watcher.end = how;
    },
  });
  return Object.assign(watcher, { reader });
}

/** How many updates come in a second for each, on average. */
async function rateOf(watchers: readonly Watcher[], forMs: number): Promise<number> {
  const told = () => watchers.reduce((sum, watcher) => sum + watcher.told, 0);
  const before = told();
  const startedAt = performance.now();
  await pause(forMs);
  return ((told() - before) / watchers.length / (performance.now() - startedAt)) * 1000;
}

function every(ms: number, run: () => void): Disposable {
  const timer = setInterval(run, ms);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
