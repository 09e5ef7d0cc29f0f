import { setTimeout as pause } from 'node:timers/promises';
import { finished } from '../../kit/watching.ts';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { inLanes, quantile } from '../measuring.ts';
import { openReader, type Reader } from '../reader.ts';
import { everyMs, startStillService, until } from '../watched.ts';

const SEGMENTS = 300;
const SELECTIONS = 10;
const INTERVAL_MS = 2_000;
const CONNECTING_AT_ONCE = 50;
const WARM_UP_CHANGES = 1;
/** Executing the event for each reader would take milliseconds, and a frame for each would take its bytes. */
const CPU_MICROS = 150;
const GROWTH_MB = 300;

/** A large state of which little moves, watched by very many in a few different ways. */
export const movingPush: Check = {
  name: 'moving-push',
  async run(findings, { isShort }) {
    const { readers: count, changes } = isShort ? { readers: 1_000, changes: 4 } : { readers: 10_000, changes: 5 };
    await using sandbox = await startStillService();
    const project = sandbox.account().putDubbingProject({
      id: 'p0',
      name: 'Episode 0',
      work: finished(),
      targetScript: Array.from({ length: SEGMENTS }, (_, index) => ({
        start_ms: 3_000 * index,
        end_ms: 3_000 * index + 2_500,
        text: `This is line ${index} of the script, as somebody says it.`,
        speaker_id: 1,
      })),
    });
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(INTERVAL_MS) });
    const seen = { updates: 0, bytes: 0, lastAt: 0, firstAt: 0 };
    const onResult = (result: Buffer): void => {
      seen.updates += 1;
      seen.bytes += result.length;
      seen.lastAt = performance.now();
      if (seen.updates === 1) seen.firstAt = seen.lastAt;
    };
    const readers: Reader[] = [];
    await inLanes(count, CONNECTING_AT_ONCE, async (index) => {
      const query = queryOf(index % SELECTIONS);
      readers.push(await openReader({ port: gateway.port, transport: 'WebSocket', query, onResult }));
    });
    await until(() => seen.updates === count, 'each reader has the present state');
    const before = gateway.residentMb();
    const figures = [];
    for (let change = 1; change <= changes; change += 1) {
      Object.assign(seen, { updates: 0, bytes: 0 });
      const cpuBefore = gateway.cpuMs();
      project.name = `Episode ${change}`;
      const [line] = project.targetScript;
      if (line) line.text = `This line has changed ${change} times.`;
      await until(() => seen.updates >= count, `each reader has change ${change}`);
      await pause(200);
      const cpuMicros = ((gateway.cpuMs() - cpuBefore) * 1000) / count;
      const [bytes, lastMs] = [seen.bytes / count, seen.lastAt - seen.firstAt];
      if (change > WARM_UP_CHANGES) figures.push({ cpuMicros, lastMs, bytes, extra: seen.updates - count });
    }
    const what = `${count.toLocaleString('en')} readers, ${SELECTIONS} selections`;
    const median = (values: readonly number[]) => quantile(values, 0.5);
    const growth = gateway.peakResidentMb() - before;
    for (const reader of readers) reader.tear();
    findings.note('bytes of an update', median(figures.map(({ bytes }) => bytes)).toFixed(0));
    findings.note(
      `${what}: from the first to the last one`,
      `${median(figures.map(({ lastMs }) => lastMs)).toFixed(0)} ms`,
    );
    findings.atMost(`${what}: updates too many`, figures.filter(({ extra }) => extra !== 0).length, 0, '');
    findings.atMost(`${what}: CPU for each`, median(figures.map(({ cpuMicros }) => cpuMicros)), CPU_MICROS, 'µs');
    findings.atMost('RSS growth while it is sent', growth, GROWTH_MB, 'MB');
  },
};

/** Each has names of its own. */
function queryOf(selection: number): string {
  return `subscription {
    dubbingProjectsUpdated { kind projects { name output { targetScript { startMs endMs line${selection}: text } } } }
  }`;
}
