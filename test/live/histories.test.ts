import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/contracts/feed.ts';
import type { AnyUpdate, VideoUpdate } from '../../src/domain/update.ts';
import type { VideoProgress } from '../../src/domain/video/video.ts';
import type { Created } from '../../src/domain/writes.ts';
import { JobError } from '../../src/errors.ts';
import { createLive } from '../../src/live/create-live.ts';
import type { JobWant, Live } from '../../src/live/live.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { type AccountReads, createAccountReads } from '../../src/loaders/account-reads.ts';
import { createLog } from '../../src/observability/log.ts';
import type { RequestOptions } from '../../src/upstream/request-options.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { hasFullVolume } from '../kit/runs.ts';
import { createRandom } from '../simulate/random.ts';
import {
  createWorld,
  THING_KINDS,
  type ThingKind,
  TIMEOUT_MS,
  versionOf,
  videoKey,
  type World,
} from './history-world.ts';

const RUNS = hasFullVolume ? 20_000 : 300;
const MAX_AGE_MS = 2_000;
const LIMITS = { minIntervalMs: 1_000, maxIntervalMs: 20_000 };
const log = createLog({ level: 'silent' });

const ids = fc.constantFrom('1', '2', '3');
const kinds = fc.constantFrom<ThingKind[]>(...THING_KINDS);
const thing = { kind: kinds, id: ids };
const address = fc.oneof(
  fc.constant('list'),
  fc.tuple(fc.constantFrom(...THING_KINDS, 'status'), ids).map(([kind, id]) => `${kind} ${id}`),
);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ is: fc.constant('pass'), ms: fc.integer({ min: 1, max: 8_000 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ is: fc.constant('create'), ...thing, hiddenMs: fc.nat(3_000), isOurs: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('change'), ...thing, isDone: fc.boolean(), isOurs: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('remove'), ...thing, isOurs: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('fail'),
      address,
      fault: fc.oneof(
        fc.record({ is: fc.constant('late' as const), ms: fc.integer({ min: 100, max: 10_000 }) }),
        fc.record({ is: fc.constantFrom('lost' as const, 'missing' as const) }),
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      is: fc.constant('open'),
      ...thing,
      details: fc.boolean(),
      all: fc.boolean(),
      untilSettled: fc.boolean(),
      isJob: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('leave'), which: fc.nat(10) }) },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('query'), ...thing, of: fc.constantFrom('own', 'list') }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('Whatever becomes of the things of an account, and whoever watches them', () => {
  it('no stream ends that should live, nothing goes back, and no query is older than it may be', {
    timeout: 3_600_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), fc.nat(), async (steps, seed) => {
        await using history = new History(seed);
        for (const step of steps) await history.play(step);
        await history.rest();
      }),
      { numRuns: RUNS },
    );
  });
});

/** A reader of one thing, or of all projects. */
interface Reader {
  readonly feed: Feed<AnyUpdate>;
  readonly kind: ThingKind;
  /** Null: all projects. */
  readonly id: string | null;
  /** The version of each thing that was shown last. */
  readonly seen: Map<string, number>;
  isOver: boolean;
}

class History implements AsyncDisposable {
  readonly #clock: HandClock = createHandClock();
  readonly #world: World = createWorld(this.#clock);
  readonly #reads: AccountReads;
  readonly #live: Live & Disposable;
  readonly #readers: Reader[] = [];
  readonly #queries = new Set<Promise<void>>();
  readonly #failures: unknown[] = [];
  readonly #ours = new Map<string, number>();

  constructor(seed: number) {
    const { service } = this.#world;
    const clock = this.#clock;
    this.#reads = createAccountReads({ service, reading: { maxAgeMs: MAX_AGE_MS, catalogueMaxAgeMs: 1 }, log, clock });
    const scheduler = createScheduler({ clock, ledger: service.ledger, limits: LIMITS, random: createRandom(seed) });
    this.#live = createLive({ reads: this.#reads, scheduler, clock, log, onActive: () => undefined });
    for (const kind of THING_KINDS) this.#world.create(kind, '1', 0);
  }

  async play(step: Step): Promise<void> {
    switch (step.is) {
      case 'pass':
        return this.#pass(step.ms);
      case 'create':
        return this.#create(step);
      case 'change':
        this.#world.change(step.kind, step.id, step.isDone);
        if (step.isOurs) this.#invalidate(step.kind, step.id);
        return;
      case 'remove':
        return this.#remove(step);
      case 'fail':
        return this.#world.fail(step.address, step.fault);
      case 'open':
        this.#open(step);
        return this.#settle();
      case 'leave': {
        const reader = this.#readers.splice(step.which, 1)[0];
        return reader?.feed.close();
      }
      case 'query': {
        const query = this.#query(step.kind, step.id, step.of === 'list');
        this.#queries.add(query);
        void query.finally(() => this.#queries.delete(query)).catch(() => undefined);
        return this.#settle();
      }
    }
  }

  /** In the end, every reader knows what is so. */
  async rest(): Promise<void> {
    await this.#pass(180_000);
    await Promise.all(this.#queries);
    expect(this.#failures).toEqual([]);
    for (const reader of this.#readers) {
      if (reader.isOver) continue;
      for (const [id, { version, deletedAt }] of this.#world.things[reader.kind]) {
        if (reader.id !== null && reader.id !== id) continue;
        expect({ id, version: reader.seen.get(id) }).toEqual({ id, version: deletedAt === null ? version : undefined });
      }
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { feed } of this.#readers) feed.close();
    this.#live[Symbol.dispose]();
    this.#reads[Symbol.dispose]();
  }

  #create({ kind, id, hiddenMs, isOurs }: Step & { is: 'create' }): void {
    const existing = this.#world.things[kind].get(id);
    // The service gives each id once.
    if (existing !== undefined || kind === 'balance') return;
    this.#world.create(kind, id, hiddenMs);
    if (!isOurs) return;
    this.#ours.set(`${kind} ${id}`, this.#clock.now());
    this.#reads.invalidate.created(this.#createdThing(kind, id));
    this.#invalidate(kind, id);
  }

  #createdThing(kind: 'project' | 'artifact' | 'video', id: string): Created {
    switch (kind) {
      case 'project':
        return this.#world.projectOf(id);
      case 'artifact':
        return this.#world.artifactOf(id);
      case 'video':
        return this.#world.videoOf(id);
    }
  }

  #remove({ kind, id, isOurs }: Step & { is: 'remove' }): void {
    const thing = this.#world.things[kind].get(id);
    const createdAt = this.#ours.get(`${kind} ${id}`) ?? Number.NEGATIVE_INFINITY;
    if (kind === 'balance') return;
    // A creation through the gateway counts as there for a minute, whatever others do to it.
    const isOursToo = isOurs && kind !== 'artifact';
    if (thing === undefined || (!isOursToo && this.#clock.now() - createdAt < 61_000)) return;
    this.#world.remove(kind, id);
    if (!isOursToo) return;
    const deleted = { DubbingProject: { projectId: id }, Video: videoKey(id) };
    if (kind === 'project') this.#reads.invalidate.deleted({ kind: 'DubbingProject', ...deleted.DubbingProject });
    else this.#reads.invalidate.deleted({ kind: 'Video', ...deleted.Video });
    this.#invalidate(kind, id);
  }

  #invalidate(kind: ThingKind, id: string): void {
    const { invalidate } = this.#reads;
    switch (kind) {
      case 'artifact':
        invalidate.artifact(id);
        return;
      case 'video':
        invalidate.video(videoKey(id));
        return;
      case 'balance':
        invalidate.balance();
        return;
      case 'project':
        invalidate.dubbingProject(id);
        invalidate.dubbingProjectList();
    }
  }

  #open(step: Step & { is: 'open' }): void {
    const { kind, all } = step;
    const id = kind === 'balance' ? '1' : kind === 'project' && all ? null : step.id;
    const about = { kind, id, seen: new Map<string, number>(), isOver: false };
    const feed = this.#feed(step);
    const reader = { ...about, feed };
    this.#readers.push(reader);
    const take = (): void => {
      try {
        this.#take(reader);
      } catch (error) {
        this.#failures.push(error);
      }
    };
    feed.onReady({ wake: take });
    take();
  }

  #feed({ kind, id, details, all, untilSettled, isJob }: Step & { is: 'open' }): Feed<AnyUpdate> {
    const job = isJob && !all ? jobOf(kind, id, details) : null;
    if (job !== null) return this.#live.jobs([job], { untilSettled });
    switch (kind) {
      case 'artifact':
        return this.#live.artifact(id);
      case 'video':
        return this.#live.video(videoKey(id), { details, untilSettled });
      case 'balance':
        return this.#live.balance();
      case 'project':
        return all ? this.#live.dubbingProjects() : this.#live.dubbingProject(id, { details });
    }
  }

  #take(reader: Reader): void {
    for (let taken = reader.feed.take(); taken.is !== 'empty'; taken = reader.feed.take()) {
      if (taken.is === 'ended') {
        reader.isOver = true;
        if (taken.error !== null) this.#expectEndable(reader);
        return;
      }
      if (!(taken.event instanceof Error)) this.#learn(reader, taken.event);
      // Among jobs, one that is not there is an error of the stream.
      else if (taken.event instanceof JobError && taken.event.code === 'NOT_FOUND') this.#expectEndable(reader);
    }
  }

  #expectEndable({ kind, id, seen }: Reader): void {
    const wasMissed = addressesOf(kind, id ?? '').some((address) => this.#world.wasMissed(address));
    // The first "not found" about what was never seen ends a stream, and may have been wrong.
    if (seen.size > 0 || !wasMissed) this.#expectAbsent(kind, id ?? '');
  }

  #learn({ kind, seen }: Reader, update: AnyUpdate): void {
    for (const { id, version } of thingsOf(update)) {
      if (update.kind === 'GONE') {
        this.#expectAbsent(kind, id);
        seen.delete(id);
      } else {
        expect(version, `${kind} ${id} goes back`).toBeGreaterThanOrEqual(seen.get(id) ?? 0);
        seen.set(id, version);
      }
    }
  }

  #expectAbsent(kind: ThingKind, id: string): void {
    const thing = this.#world.things[kind].get(id);
    if (thing === undefined || thing.deletedAt !== null) return;
    // A creation past the gateway that the service does not answer about yet may be taken for absent.
    const isHidden = thing.visibleFrom > Math.max(thing.createdAt, this.#clock.now() - TIMEOUT_MS);
    // It may also come to be while the answer that finds nothing is on its way.
    const isNews = addressesOf(kind, id).some((address) => this.#world.foundNothingAt(address) >= thing.createdAt);
    expect((isHidden || isNews) && !this.#ours.has(`${kind} ${id}`), `${kind} ${id} is there`).toBe(true);
  }

  async #query(kind: ThingKind, id: string, ofList: boolean): Promise<void> {
    const askedAt = this.#clock.now();
    const isWatched = this.#readers.some((reader) => !reader.isOver);
    const options = {
      signal: new AbortController().signal,
      priority: 'interactive',
      onRequest: () => undefined,
      log,
    } as const;
    const found = await this.#find(kind, id, ofList, options).catch(() => undefined);
    const thing = this.#world.things[kind].get(id);
    if (typeof found !== 'number' || thing === undefined || isWatched) return;
    const least = thing.changes.filter((at) => at <= askedAt - MAX_AGE_MS).length - 1;
    expect(found, `${kind} ${id} is older than it may be`).toBeGreaterThanOrEqual(least);
  }

  /** The version that a query is shown; null if nothing is found. */
  async #find(kind: ThingKind, id: string, ofList: boolean, options: RequestOptions): Promise<number | null> {
    const fresh = { fresh: false };
    switch (kind) {
      case 'artifact':
        return versionIn((await this.#reads.artifact(id).read(options, fresh)).found);
      case 'balance':
        return (await this.#reads.balance.read(options, fresh)).minutes;
      case 'video': {
        if (!ofList) return versionIn((await this.#reads.videoDetails(videoKey(id)).read(options, fresh)).found);
        const { found } = await this.#reads.videoProgress(videoKey(id)).read(options, fresh);
        return found && versionOfProgress(found);
      }
      case 'project': {
        if (!ofList) return versionIn((await this.#reads.dubbingProject(id).read(options, fresh)).found);
        const { items } = await this.#reads.dubbingProjectList.read(options, fresh);
        return versionIn(items.find(({ projectId }) => projectId === id) ?? null);
      }
    }
  }

  async #pass(ms: number): Promise<void> {
    let isOver = false;
    this.#clock.after(ms, () => {
      isOver = true;
    });
    await this.#settle();
    while (!isOver) {
      this.#clock.toNextTimer();
      await this.#settle();
    }
  }

  #settle(): Promise<void> {
    return new Promise((resolve) => setImmediate(resolve));
  }
}

const addressesOf = (kind: ThingKind, id: string): readonly string[] =>
  (kind === 'video' ? ['video', 'status'] : [kind]).map((address) => `${address} ${id}`);

function jobOf(kind: ThingKind, id: string, details: boolean): JobWant | null {
  switch (kind) {
    case 'project':
      return { thing: { kind: 'DubbingProject', projectId: id }, details };
    case 'artifact':
      return { thing: { kind: 'Artifact', artifactId: id }, details: false };
    case 'video':
      return { thing: { kind: 'Video', ...videoKey(id) }, details };
    case 'balance':
      return null;
  }
}

function thingsOf(update: AnyUpdate): readonly { readonly id: string; readonly version: number }[] {
  switch (update.of) {
    case 'DubbingProject':
      return [{ id: update.project.projectId, version: versionOf(update.project) }];
    case 'DubbingProjects':
      return update.projects.map((project) => ({ id: project.projectId, version: versionOf(project) }));
    case 'Artifact':
      return [{ id: update.artifact.artifactId, version: versionOf(update.artifact) }];
    case 'Video':
      return [{ id: update.video.videoId, version: versionOfVideo(update) }];
    case 'Balance':
      return [{ id: '1', version: update.balance.minutes }];
    default:
      return [];
  }
}

const versionIn = (thing: { readonly name: string | null } | null): number | null => thing && versionOf(thing);

const versionOfProgress = ({ items: [entry] }: VideoProgress): number => versionOf({ name: entry?.rawPhase ?? null });

/** Both addresses of a video that is shown whole are of one version, or the older one counts. */
function versionOfVideo({ video: { details }, progress }: VideoUpdate): number {
  const version = versionOfProgress(progress);
  return details === null ? version : Math.min(version, versionOf(details));
}
