import type { EventLog } from '../contracts/event-log.ts';
import { type Measurements, NO_MEASUREMENTS } from '../contracts/measurements.ts';
import type { RequestTrace } from '../contracts/tracing.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import { type SingleFlight, startSingleFlight } from './single-flight.ts';

export interface CatalogueOptions<T> {
  /** Asks the service. */
  readonly ask: (call: RequestOptions) => Promise<T>;
  /** For refreshes in the background, which no operation asks for. */
  readonly log: EventLog;
  /** How old an answer may be before it is refreshed in the background. */
  readonly maxAgeMs: number;
  /** Called for each refresh that failed while an older answer goes on serving. */
  readonly onRefreshFailed: (error: unknown) => void;
  readonly now: () => number;
  /** Counts hits and misses. Default: nothing is counted. */
  readonly measurements?: Measurements;
}

/** Slow-moving reference data of one account (BEHAVIOUR.md, "Catalogue"). */
export interface Catalogue<T> extends Disposable {
  /**
   * At once if there is an answer that may serve; else when the service has answered, or rejects as it does.
   * @param call called if a request is sent or shared
   */
  read(call: () => RequestOptions): Promise<T>;
}

/** An answer that could not be refreshed goes on serving for up to a day. */
export const MAX_STALE_MS = 24 * 60 * 60 * 1000;
/** After a refresh failed, the next is tried no sooner than this. */
const REFRESH_PAUSE_MS = 10_000;

export type CatalogueStep = 'serve' | 'serve-and-refresh' | 'wait';

/** The step of a reader, by the age of the answer at hand (null: there is none). */
export function catalogueStep(ageMs: number | null, maxAgeMs: number): CatalogueStep {
  if (ageMs === null || ageMs > Math.max(MAX_STALE_MS, maxAgeMs)) return 'wait';
  return ageMs < maxAgeMs ? 'serve' : 'serve-and-refresh';
}

export function createCatalogue<T>(options: CatalogueOptions<T>): Catalogue<T> {
  const { ask, log, maxAgeMs, onRefreshFailed, now, measurements = NO_MEASUREMENTS } = options;
  const disposal = new AbortController();
  let held: { readonly answer: Promise<T>; readonly at: number } | null = null;
  let flight: SingleFlight<T> | null = null;
  let flightTrace: RequestTrace | undefined;
  let noRefreshBefore = Number.NEGATIVE_INFINITY;

  /** The request is counted and logged as that of the first reader. */
  const fetchOnce = (call: Omit<RequestOptions, 'signal'>): SingleFlight<T> => {
    if (flight?.joinable) {
      flightTrace?.link(call.trace);
      return flight;
    }
    flightTrace = call.trace;
    flight = startSingleFlight(async (signal) => {
      // It is held for everybody, so it is charged to nobody.
      const value = await ask({ ...call, signal, onAnswer: undefined });
      held = { answer: Promise.resolve(value), at: now() };
      return value;
    });
    return flight;
  };

  const refresh = () => {
    if (flight?.joinable || now() < noRefreshBefore || disposal.signal.aborted) return;
    // Nobody waits for it, so it leaves to others what is kept of the quota for those who wait.
    fetchOnce({ priority: 'polling', onRequest: () => undefined, log })
      .join(disposal.signal)
      .catch((error: unknown) => {
        if (disposal.signal.aborted) return;
        noRefreshBefore = now() + REFRESH_PAUSE_MS;
        onRefreshFailed(error);
      });
  };

  return {
    read(call) {
      const step = catalogueStep(held && now() - held.at, maxAgeMs);
      measurements.cacheRead('catalogue', step !== 'wait');
      if (step === 'wait' || held === null) {
        const options = call();
        return fetchOnce(options).join(options.signal);
      }
      if (step === 'serve-and-refresh') refresh();
      return held.answer;
    },
    [Symbol.dispose]() {
      disposal.abort();
    },
  };
}
