import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Feed } from '../../src/contracts/feed.ts';
import type { DubbingProject } from '../../src/domain/dubbing-project/dubbing-project.ts';
import type { AnyUpdate } from '../../src/domain/update.ts';
import { createLive } from '../../src/live/create-live.ts';
import type { Live } from '../../src/live/live.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { type AccountReads, createAccountReads } from '../../src/loaders/account-reads.ts';
import { createLog } from '../../src/observability/log.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { hasFullVolume } from '../kit/runs.ts';
import { createRandom } from '../simulate/random.ts';
import { createWorld, type ThingKind, TIMEOUT_MS, versionOf, type World } from './history-world.ts';

const RUNS = hasFullVolume ? 20_000 : 300;
const MAX_AGE_MS = 2_000;
const LIMITS = { minIntervalMs: 1_000, maxIntervalMs: 20_000 };
const log = createLog({ level: 'silent' });

const ids = fc.constantFrom('1', '2', '3');
const kinds = fc.constantFrom<ThingKind[]>('project', 'artifact');
const thing = { kind: kinds, id: ids };
const address = fc.oneof(
  fc.constant('list'),
  fc.tuple(kinds, ids).map(([kind, id]) => `${kind} ${id}`),
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
  { weight: 2, arbitrary: fc.record({ is: fc.constant('open'), ...thing, details: fc.boolean(), all: fc.boolean() }) },
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
    for (const kind of ['project', 'artifact'] as const) this.#world.create(kind, '1', 0);
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
    if (existing !== undefined) return;
    this.#world.create(kind, id, hiddenMs);
    if (!isOurs) return;
    this.#ours.set(`${kind} ${id}`, this.#clock.now());
    this.#reads.invalidate.created(kind === 'project' ? this.#world.projectOf(id) : this.#world.artifactOf(id));
    this.#invalidate(kind, id);
  }

  #remove({ kind, id, isOurs }: Step & { is: 'remove' }): void {
    const thing = this.#world.things[kind].get(id);
    const createdAt = this.#ours.get(`${kind} ${id}`) ?? Number.NEGATIVE_INFINITY;
    // A creation through the gateway counts as there for a minute, whatever others do to it.
    const isOursToo = isOurs && kind === 'project';
    if (thing === undefined || (!isOursToo && this.#clock.now() - createdAt < 61_000)) return;
    this.#world.remove(kind, id);
    if (!isOursToo) return;
    this.#reads.invalidate.deleted({ kind: 'DubbingProject', projectId: id });
    this.#invalidate(kind, id);
  }

  #invalidate(kind: ThingKind, id: string): void {
    const { invalidate } = this.#reads;
    if (kind === 'artifact') invalidate.artifact(id);
    else {
      invalidate.dubbingProject(id);
      invalidate.dubbingProjectList();
    }
  }

  #open({ kind, id, details, all }: Step & { is: 'open' }): void {
    const about = { kind, id: kind === 'project' && all ? null : id, seen: new Map<string, number>(), isOver: false };
    const feed: Feed<AnyUpdate> =
      kind === 'artifact'
        ? this.#live.artifact(id)
        : all
          ? this.#live.dubbingProjects()
          : this.#live.dubbingProject(id, { details });
    const reader = { ...about, feed };
    this.#readers.push(reader);
    const take = (): void => {
      try {
        this.#take(reader);
      } catch (error) {
        this.#failures.push(error);
      }
    };
    feed.onReady(take);
    take();
  }

  #take(reader: Reader): void {
    for (let taken = reader.feed.take(); taken.is !== 'empty'; taken = reader.feed.take()) {
      if (taken.is === 'ended') {
        reader.isOver = true;
        // The first "not found" about what was never seen ends a stream, and may have been wrong.
        const isUnseen = reader.seen.size === 0 && this.#world.wasMissed(`${reader.kind} ${reader.id}`);
        if (taken.error !== null && !isUnseen) this.#expectAbsent(reader.kind, reader.id ?? '');
        return;
      }
      if (!(taken.event instanceof Error)) this.#learn(reader, taken.event);
    }
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
    expect(isHidden && !this.#ours.has(`${kind} ${id}`), `${kind} ${id} is there`).toBe(true);
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
    if (!found || thing === undefined || isWatched) return;
    const least = thing.changes.filter((at) => at <= askedAt - MAX_AGE_MS).length - 1;
    expect(versionOf(found), `${kind} ${id} is older than it may be`).toBeGreaterThanOrEqual(least);
  }

  async #find(
    kind: ThingKind,
    id: string,
    ofList: boolean,
    options: Parameters<Live['artifact']> extends never ? never : Parameters<AccountReads['balance']['read']>[0],
  ) {
    if (kind === 'artifact') return (await this.#reads.artifact(id).read(options, { fresh: false })).found;
    if (!ofList) return (await this.#reads.dubbingProject(id).read(options, { fresh: false })).found;
    const { items } = await this.#reads.dubbingProjectList.read(options, { fresh: false });
    return items.find(({ projectId }: DubbingProject) => projectId === id) ?? null;
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

function thingsOf(update: AnyUpdate): readonly { readonly id: string; readonly version: number }[] {
  switch (update.of) {
    case 'DubbingProject':
      return [{ id: update.project.projectId, version: versionOf(update.project) }];
    case 'DubbingProjects':
      return update.projects.map((project) => ({ id: project.projectId, version: versionOf(project) }));
    case 'Artifact':
      return [{ id: update.artifact.artifactId, version: versionOf(update.artifact) }];
    default:
      return [];
  }
}
