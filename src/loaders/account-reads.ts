import type { Clock } from '../clock.ts';
import type { AnswerSharing, SharedAnswers } from '../contracts/answer-sharing.ts';
import type { EventLog } from '../contracts/event-log.ts';
import type { FlightSharing } from '../contracts/flight-sharing.ts';
import type { Invalidations, WriteReport } from '../contracts/invalidations.ts';
import { type Measurements, NO_MEASUREMENTS } from '../contracts/measurements.ts';
import type { SpanContext } from '../domain/common/span-context.ts';
import type { DubbingProject, DubbingProjectList } from '../domain/dubbing-project/dubbing-project.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Service } from '../upstream/service.ts';
import { type AnswerRooms, createAnswerRooms } from './answer-room.ts';
import { AnswerTimes } from './answer-times.ts';
import { type Catalogue, createCatalogue } from './catalogue.ts';
import { Coherence } from './coherence.ts';
import { Consequences } from './consequences.ts';
import { askThroughFlights, type FlightParts, shareCatalogue } from './flights.ts';
import type { PinListener } from './pin-listener.ts';
import { ProjectDetails } from './project-details.ts';
import type { Ask, ReadOptions } from './read-options.ts';
import {
  type CatalogueRead,
  type KeyedRead,
  type Lookup,
  ONLY,
  READS,
  type ReadName,
  type Reads,
  type SingleRead,
} from './reads.ts';
import { createResponseCache, type ResponseCache, type ResponseCacheParts } from './response-cache.ts';
import { sharedAnswers } from './shared-answers.ts';

/** One resource of the service, as one account reads it: through the response cache. */
export interface CachedRead<T> {
  /** The name of the read and the key, unique in the account. */
  readonly address: string;
  /** Rejects as the service does, or with the reason of the call's signal. */
  read(call: RequestOptions, options: Pick<ReadOptions, 'fresh'>): Promise<T>;
  /** The answer that `read` gives without a request, unless it is to be fresh; undefined if there is none. */
  peek(): T | undefined;
  /** A listener that has no answer yet gets the remembered one as soon as that serves a reader. */
  pin(listener: PinListener<T>): Disposable;
}

/** How an account reads each thing of the table. */
type AccountReadsByName = {
  readonly [Name in Exclude<ReadName, 'listedDubbingProject'>]: Reads[Name] extends SingleRead<infer T>
    ? CachedRead<T>
    : Reads[Name] extends KeyedRead<infer Key, infer T>
      ? (key: Key) => CachedRead<Lookup<T>>
      : Reads[Name] extends CatalogueRead<infer T>
        ? Catalogue<T>
        : never;
};

/**
 * Everything that is remembered of what one account has read. Made once for each account, so that nothing in it
 * can reach another one.
 */
export interface AccountReads extends AccountReadsByName, SharedAnswers, Disposable {
  readonly service: Service;
  /** How old an answer may be that serves a reader, unless it is watched. */
  readonly maxAgeMs: number;
  /** When the service last answered with a value that was read, in ms since the epoch; null if it did not. */
  answeredAt(value: object): number | null;
  /** The span that an answer was asked for by; null where nothing is traced. */
  causeOf(answer: object): SpanContext | null;
  /** For every operation of the account. */
  readonly invalidate: Invalidations;
  /** The same for one operation: the listener is called after each invalidation. */
  invalidationsOf(onInvalidated: () => void): Invalidations;
}

export interface AccountReadsParts {
  readonly service: Service;
  readonly reading: { readonly maxAgeMs: number; readonly catalogueMaxAgeMs: number };
  readonly log: EventLog;
  readonly clock: Clock;
  /** Counts hits and misses of the caches. Default: nothing is counted. */
  readonly measurements?: Measurements;
  /** Default: this is the only instance of the gateway. */
  readonly sharing?: AnswerSharing | undefined;
  readonly flights?: FlightSharing | undefined;
  /** What is remembered for all accounts. Default: rooms of this account's own. */
  readonly rooms?: AnswerRooms;
}

export function createAccountReads(parts: AccountReadsParts): AccountReads {
  const { service, reading, clock, measurements, sharing, rooms = createAnswerRooms() } = parts;
  const caches = new Map<ReadName, ResponseCache<object>>();
  const flights = { flights: parts.flights, maxAgeMs: reading.maxAgeMs, lastWrite: () => consequences.lastWrite };
  const catalogues: Catalogue<object>[] = [];
  const times = new AnswerTimes();
  const list = () => cacheOf<DubbingProjectList>(caches, 'dubbingProjectList');
  const projects = () => cacheOf<Lookup<DubbingProject>>(caches, 'dubbingProject');
  const details = new ProjectDetails({ clock, room: rooms.details, dubbingProjectList: list });
  const coherence = new Coherence({
    now: clock.now,
    // Where nothing is remembered, details are not either.
    onProject: (project, asked) => reading.maxAgeMs > 0 && details.keep(project, asked),
    dubbingProjectList: list,
    dubbingProject: projects,
  });

  function readsOf(name: ReadName): unknown {
    const read = READS[name];
    if (read.kind === 'derived') return undefined;
    if (read.kind === 'catalogue') {
      const catalogue = openCatalogue<object>(parts, name, read.askOf(shareCatalogue(parts)));
      catalogues.push(catalogue);
      return catalogue;
    }
    const cache = createResponseCache<object>({
      maxAgeMs: reading.maxAgeMs,
      clock,
      room: rooms.answers,
      measurements,
      onAnswer: (answer, at, trace) => times.note(answer, at, trace),
      onAsked: (key, { answer: value, ...place }) => sharing?.answered(`${name} ${key}`, { ...place, value }),
      stamp: () => service.ledger.stamp(),
      ...coherenceOf(coherence, name),
    });
    caches.set(name, cache);
    return read.kind === 'single'
      ? new ReadThroughCache(cache, { name, sharing, flights }, ONLY, read.askOf(service))
      : keyedReads(cache, { name, sharing, flights, read: read as KeyedRead<unknown, object> }, service);
  }
  const byName = mapReads(readsOf);

  const consequences = new Consequences({ caches, coherence, details });
  const invalidationsOf = (onInvalidated: () => void) =>
    createInvalidations((report) => {
      const when = { asked: service.ledger.stamp(), at: clock.now() };
      sharing?.wrote({ ...report, ...when });
      consequences.follow(report, when);
      onInvalidated();
    });
  return {
    service,
    maxAgeMs: reading.maxAgeMs,
    ...byName,
    answeredAt: (value) => times.of(value),
    causeOf: (answer) => times.causeOf(answer),
    dubbingProject: (id) => servedByDetails(byName.dubbingProject(id), { id, details, cache: projects() }),
    invalidate: invalidationsOf(() => {}),
    invalidationsOf,
    ...sharedAnswers(caches),
    absorbWrite: (write) => consequences.follow(write, write),
    [Symbol.dispose]() {
      for (const held of [...catalogues, ...caches.values(), details]) held[Symbol.dispose]();
      parts.flights?.[Symbol.dispose]();
      service.forget();
    },
  };
}

/** TypeScript cannot follow a table of different types through a loop: this is the one place that says what comes out. */
function mapReads(make: (name: ReadName) => unknown): AccountReadsByName {
  const names = Object.keys(READS) as ReadName[];
  return Object.fromEntries(names.map((name) => [name, make(name)])) as unknown as AccountReadsByName;
}

/** The name of a cache says what it holds. */
function cacheOf<T extends object>(caches: ReadonlyMap<ReadName, ResponseCache<object>>, name: ReadName) {
  return caches.get(name) as unknown as ResponseCache<T>;
}

function coherenceOf(coherence: Coherence, name: ReadName): Partial<ResponseCacheParts<object>> {
  const byName: Partial<Record<ReadName, unknown>> = coherence.reconcile;
  const own = byName[name] as ResponseCacheParts<object>['reconcile'];
  const isOutdated = coherence.isOutdated as ResponseCacheParts<object>['isOutdated'];
  return { ...(own && { reconcile: own }), ...(name === 'dubbingProject' && isOutdated && { isOutdated }) };
}

function openCatalogue<T extends object>(
  { reading, log, clock, measurements = NO_MEASUREMENTS }: AccountReadsParts,
  name: ReadName,
  ask: (call: RequestOptions) => Promise<T>,
): Catalogue<T> {
  return createCatalogue({
    ask,
    log,
    maxAgeMs: reading.catalogueMaxAgeMs,
    onRefreshFailed: (error) => log.warn({ err: error, catalogue: name }, 'catalogue refresh failed, serving previous'),
    now: clock.now,
    measurements,
  });
}

/** The line of the table that a read belongs to, and what its account shares with other instances. */
interface ReadPlace {
  readonly name: ReadName;
  readonly sharing: AnswerSharing | undefined;
  readonly flights: FlightParts;
}

function keyedReads(
  cache: ResponseCache<object>,
  { read: { askOf, address }, ...place }: ReadPlace & { readonly read: KeyedRead<unknown, object> },
  service: Service,
): (key: unknown) => CachedRead<object> {
  const ask = askOf(service);
  return (key) => new ReadThroughCache(cache, place, address(key), (call) => ask(key, call).then(toLookup));
}

function toLookup<T>(found: T | null): Lookup<T> {
  return { found };
}

/** A class, since one is made for each read of each operation. */
class ReadThroughCache<T extends object> implements CachedRead<T> {
  readonly #cache: ResponseCache<T>;
  readonly #place: ReadPlace;
  readonly #key: string;
  readonly #ask: (call: RequestOptions) => Promise<T>;

  constructor(cache: ResponseCache<T>, place: ReadPlace, key: string, ask: (call: RequestOptions) => Promise<T>) {
    this.#cache = cache;
    this.#place = place;
    this.#key = key;
    this.#ask = ask;
  }

  get address(): string {
    return `${this.#place.name} ${this.#key}`;
  }

  read(call: RequestOptions, { fresh }: Pick<ReadOptions, 'fresh'>): Promise<T> {
    const { signal, priority, trace, onAnswer } = call;
    const options = { signal, priority, trace, onAnswer, fresh };
    // Another request, made later, may have been answered sooner.
    return this.#cache.read(this.#key, this.#askFor(call, fresh), options).then((answer) => this.peek() ?? answer);
  }

  peek(): T | undefined {
    return this.#cache.peek(this.#key);
  }

  pin(listener: PinListener<T>): Disposable {
    return this.#cache.pin(this.#key, listener);
  }

  #askFor(call: RequestOptions, fresh: ReadOptions['fresh']): Ask<T> {
    const { sharing, flights } = this.#place;
    return (...asked) => {
      const asking = askThroughFlights(flights, { address: this.address, call, fresh }, this.#ask);
      const opening = sharing?.opening ?? null;
      return opening === null ? asking(...asked) : opening.then(() => asking(...asked));
    };
  }
}

/** Details that are kept longer than the response cache keeps any serve where that has none. */
function servedByDetails(
  source: CachedRead<Lookup<DubbingProject>>,
  {
    id,
    details,
    cache,
  }: {
    readonly id: string;
    readonly details: ProjectDetails;
    readonly cache: ResponseCache<Lookup<DubbingProject>>;
  },
): CachedRead<Lookup<DubbingProject>> {
  return {
    address: source.address,
    peek: () => source.peek() ?? details.find(id)?.answer,
    pin: (listener) => source.pin(listener),
    async read(call, options) {
      const kept = options.fresh === false && source.peek() === undefined ? details.find(id) : undefined;
      if (kept === undefined) return source.read(call, options);
      cache.handOn(id, kept);
      return kept.answer;
    },
  };
}

function createInvalidations(report: (report: WriteReport) => void): Invalidations {
  return {
    created: (about) => report({ is: 'created', about }),
    deleted: (about) => report({ is: 'deleted', about }),
    dubbingProject: (about) => report({ is: 'dubbingProject', about }),
    dubbingProjectList: () => report({ is: 'dubbingProjectList', about: undefined }),
    balance: () => report({ is: 'balance', about: undefined }),
    artifact: (about) => report({ is: 'artifact', about }),
    video: (about) => report({ is: 'video', about }),
    studioProject: (about) => report({ is: 'studioProject', about }),
  };
}
