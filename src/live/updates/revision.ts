import type { SpanContext } from '../../domain/common/span-context.ts';
import type { Freshness, UpdateKind } from '../../domain/update.ts';

/** How well a thing is known. Instants are epoch ms. */
export interface FetchStatus {
  readonly freshness: Freshness;
  /** The failure of the last look. A reader without any state gets it. */
  readonly failure: Error | null;
  readonly checkedAt: number;
  readonly nextCheckAt: number;
  /** The span that the state was asked for by; null where nothing is traced. */
  readonly cause: SpanContext | null;
}

/** The known state of a resource: plain data. */
export interface Snapshot<State> extends FetchStatus {
  /** Null as long as nothing is known. */
  readonly state: State | null;
}

/** A state that a reader has seen. */
export interface Revision<Baseline> {
  readonly id: number;
  /** Counts the states. */
  readonly version: number;
  readonly baseline: Baseline;
}

export interface Delta<Baseline> {
  readonly kind: UpdateKind;
  readonly to: Revision<Baseline>;
}

/** The key of an update among those of the present state. */
export interface EventOf<Baseline> {
  readonly kind: UpdateKind;
  readonly from: Revision<Baseline> | null;
  readonly sequence: number;
  readonly skipped: number;
  readonly isFinal: boolean;
  readonly alwaysSend: boolean;
  /** It has waited for its details long enough. */
  readonly isOverdue: boolean;
}

/** A topic as one reader of it sees it. */
export interface ReadableTopic<Baseline, Event extends object> {
  /** Null before anything is known. */
  readonly now: Revision<Baseline> | null;
  readonly status: FetchStatus;
  readonly isGone: boolean;
  /** Why no more updates come, if that is not a good end. */
  readonly endError: Error | null;
  isFinal(untilSettled: boolean): boolean;
  /** Null if a reader at this revision has seen everything. */
  deltaFrom(from: Revision<Baseline>): Delta<Baseline> | null;
  event(of: EventOf<Baseline>): Event | null;
  leave(reader: object): void;
}
