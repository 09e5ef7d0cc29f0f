import type { WatchedKind } from '../../contracts/measurements.ts';
import type { WatchedThing } from '../../contracts/watch-sharing.ts';
import type { AnyUpdate } from '../../domain/update.ts';
import type { CachedRead } from '../../loaders/account-reads.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { Observation } from '../schedule/polling.ts';
import type { UpdateFormat } from '../updates/update-format.ts';
import { NEW_REPLICA, type Replica, type ReplicaEvent } from './replica.ts';

/**
 * One kind of watched thing, as pure functions of its state. `Polled` is what is asked for in turn; `Details` is what is
 * asked for when there is a reason. A thing has a topic for readers of what is polled, and one for readers of its details.
 */
export interface Kind<Polled, Details, State extends Watched<Details>, View, Event extends AnyUpdate>
  extends UpdateFormat<View, Event> {
  /** Its name in metrics, and that of what is polled. */
  readonly resource: WatchedKind;
  readonly polled: WatchedKind;
  /** As an error message begins. */
  readonly name: string;
  reduce(state: State, event: KindEvent<Polled, Details>): State;
  /** How to ask for the details at this moment; null if there is no reason to. */
  wants(state: State, readers: Readers, moment: Moment): Priority | null;
  /** The input of the intervals. */
  observe(state: State, readers: Readers): readonly Observation[];
  snapshot(state: State): KindSnapshot<View>;
  /** The intervals would gain by details that were not asked for yet. Default: never. */
  lacksEstimate?(state: State): boolean;
  /** The polled answer proves that the thing exists, whatever its own address says. Default: it does not. */
  isProvenBy?(polled: Polled, state: State): boolean;
}

/** One thing to watch, by whatever kind. The kind's own types fit together, and nobody else looks into them. */
export interface Watch<Event extends AnyUpdate> {
  readonly thing: WatchedThing;
  /** Distinguishes what different readers select of it. */
  readonly selection?: string;
  readonly kind: Kind<object, object, Watched, object, Event>;
  /** Its state before anything is known of it. */
  readonly state: Watched;
  readonly polled: CachedRead<object>;
  /** Null if the kind has no details. */
  readonly details: CachedRead<object> | null;
}

export type Priority = RequestOptions['priority'];

/** The common part of all states. */
export interface Watched<Details = object> {
  readonly details: Replica<Details>;
  /** When it was last seen to change. Epoch ms. */
  readonly since: number;
}

export type KindEvent<Polled, Details> =
  /** An answer to what is polled; `isNews` if it is another one than before. */
  | {
      readonly is: 'polled';
      readonly value: Polled;
      readonly isNews: boolean;
      readonly asked: number;
      readonly at: number;
    }
  /** Something has come of the details. */
  | { readonly is: 'details'; readonly event: ReplicaEvent<Details>; readonly at: number }
  /** The latest answer to what is polled, corrected by one that was asked for later. */
  | { readonly is: 'amended'; readonly value: Polled }
  /** An estimate would save requests. */
  | { readonly is: 'estimateSought' }
  /** Another instance of the gateway has seen it come about, at this time. */
  | { readonly is: 'restored'; readonly since: number };

interface Moment {
  readonly now: number;
  /** A reader has just come, or a write has changed the thing. */
  readonly isAwaited: boolean;
}

/** For which of the topics somebody waits. */
export interface Readers {
  readonly polled: boolean;
  readonly details: boolean;
}

interface KindSnapshot<View> {
  /** The state that the readers of the polled part see; null if it is not known. */
  readonly polled: View | null;
  /** The state that the readers of the details see; `stale` if what is known is not the present, or only half of it. */
  readonly details: View | null | 'stale';
  /** The polled answer says nothing of it: it is known by its details alone. Default: false. */
  readonly isKnownByDetails?: boolean;
  /** Default: false. */
  readonly isGone?: boolean;
}

/** The state of a thing that is no more than the polled answer. */
export interface Latest<Polled> extends Watched<never> {
  readonly value: Polled | null;
}

export const NOTHING_YET: Latest<never> = { value: null, since: 0, details: NEW_REPLICA };

export function keepLatest<Polled>(state: Latest<Polled>, event: KindEvent<Polled, never>): Latest<Polled> {
  if (event.is === 'restored') return { ...state, since: event.since };
  return event.is === 'polled' && event.isNews ? { ...state, value: event.value, since: event.at } : state;
}
