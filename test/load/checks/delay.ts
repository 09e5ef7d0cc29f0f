import { setTimeout as pause } from 'node:timers/promises';
import type { Sandbox } from '../../../src/sandbox/index.ts';
import { TRANSPORTS } from '../../kit/subscribe.ts';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { inLanes, quantile } from '../measuring.ts';
import { openReader, type Reader } from '../reader.ts';
import { everyMs, putArtifacts, putProjects, putVideos, startStillService, until } from '../watched.ts';

const OPENING_AT_ONCE = 50;
const EXTRA_MS = 100;
/** How many things there are of each kind. */
const EACH = 12;

/** Changes of many things at the service, and how long it takes until each of those who watch them has been told. */
export const delay: Check = {
  name: 'delay',
  async run(findings, { isShort }) {
    const {
      readers: count,
      intervalMs,
      rounds,
    } = isShort ? { readers: 200, intervalMs: 300, rounds: 4 } : { readers: 1_000, intervalMs: 1_000, rounds: 15 };
    await using sandbox = await startStillService();
    const things = putThings(sandbox);
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(intervalMs) });
    const delaysMs: number[] = [];
    const readers: Reader[] = [];
    const shows = Array<number | null>(count).fill(null);
    await inLanes(count, OPENING_AT_ONCE, async (number) => {
      const { query, id } = thingOf(things, number);
      const transport = TRANSPORTS[Math.floor(number / things.length) % TRANSPORTS.length] ?? 'SSE';
      const onResult = (result: Buffer): void => {
        const { kind, shown } = shownIn(JSON.parse(result.toString()).data);
        shows[number] = shown;
        if (kind !== 'SNAPSHOT') delaysMs.push(Date.now() - shown);
      };
      readers.push(await openReader({ port: gateway.port, transport, query, variables: { id }, onResult }));
    });
    await until(() => !shows.includes(null), 'each reader is told the present state');
    const last = new Map<Thing, number>();
    for (let round = 0; round < rounds; round += 1) {
      // Each changes once in a while that is longer than an interval, at any time in it.
      for (const thing of things) {
        const now = Date.now();
        last.set(thing, now);
        thing.change(now);
        await pause((2 * intervalMs) / things.length);
      }
    }
    const isUpToDate = (shown: number | null, number: number) => shown === last.get(thingOf(things, number));
    await until(() => shows.every(isUpToDate), 'each reader is told the newest state');
    for (const reader of readers) reader.tear();
    const wanted = rounds * count;
    const passedOver = wanted - delaysMs.length;
    // On a machine that others use, two changes may come between two looks.
    if (isShort) findings.note('changes that a reader was not told, for a newer one', String(passedOver));
    else findings.atMost('changes that a reader was not told', passedOver, 0, '');
    findings.atMost('told twice', -passedOver, 0, '');
    const p95 = quantile(delaysMs, 0.95);
    const what = `from the change to the reader, p95 of ${wanted.toLocaleString('en')}, at one look in ${intervalMs} ms`;
    if (isShort) findings.note(what, `${p95.toFixed(0)} ms`);
    else findings.atMost(what, p95, intervalMs + EXTRA_MS, 'ms');
    findings.note(
      'half of them, and the latest',
      `${quantile(delaysMs, 0.5).toFixed(0)}, ${Math.max(...delaysMs).toFixed(0)} ms`,
    );
  },
};

const thingOf = (things: readonly Thing[], number: number): Thing => things[number % things.length]!;

/** Something that is watched. */
interface Thing {
  readonly id: string;
  readonly query: string;
  /** It shows a number from now on. */
  change(shown: number): void;
}

const LISTED = `subscription ($id: ID!) { dubbingProjectUpdated(id: $id) { kind project { name } } }`;
const WHOLE = `subscription ($id: ID!) { dubbingProjectUpdated(id: $id) { kind project { name mixingMode } } }`;
const ARTIFACT = `subscription ($id: ID!) { artifactUpdated(id: $id) { kind artifact { name } } }`;
const VIDEO = `subscription ($id: ID!) { videoUpdated(id: $id) { kind progress { languages { eta } } } }`;

function putThings(sandbox: Sandbox): readonly Thing[] {
  const projects = putProjects(sandbox, EACH).map(
    (record, index): Thing => ({
      id: record.id,
      query: index % 4 === 0 ? WHOLE : LISTED,
      change: (shown) => {
        record.name = String(shown);
      },
    }),
  );
  const artifacts = putArtifacts(sandbox, EACH).map(
    (record): Thing => ({
      id: record.id,
      query: ARTIFACT,
      change: (shown) => {
        record.name = String(shown);
      },
    }),
  );
  const videos = putVideos(sandbox, EACH).map(
    (record): Thing => ({
      id: `${record.projectId}/${record.id}`,
      query: VIDEO,
      change: (shown) => {
        record.entryOverrides = { 'fr-FR': { eta: new Date(shown).toISOString() } };
      },
    }),
  );
  return [...projects, ...artifacts, ...videos];
}

interface Update {
  readonly kind: string;
  readonly project?: { readonly name: string };
  readonly artifact?: { readonly name: string };
  readonly progress?: { readonly languages: readonly { readonly eta: string }[] };
}

function shownIn(data: Readonly<Record<string, Update>>): { readonly kind: string; readonly shown: number } {
  const [update] = Object.values(data);
  if (!update) throw new Error('An update tells of nothing.');
  const { kind, project, artifact, progress } = update;
  const text = project?.name ?? artifact?.name;
  return { kind, shown: text === undefined ? Date.parse(progress?.languages[0]?.eta ?? '') : Number(text) };
}
