import type { WatchedKind } from '../../contracts/measurements.ts';
import type { RequestOptions } from '../../upstream/request-options.ts';
import type { Observation } from '../schedule/polling.ts';
import type { UpdateFormat } from '../updates/update-format.ts';
import type { Replica, ReplicaEvent } from './replica.ts';

/**
 * One kind of watched thing, as pure functions of its state. `Polled` is what is asked for in turn; `Details` is what is
 * asked for when there is a reason. A thing has a topic for readers of what is polled, and one for readers of its details.
 */
export interface Kind<Polled, Details, State extends Watched<Details>, View, Trace, Event> {
  /** Its name in metrics. */
  readonly resource: WatchedKind;
  /** As an error message begins. */
  readonly name: string;
  readonly format: UpdateFormat<View, Trace, Event>;
  reduce(state: State, event: KindEvent<Polled, Details>): State;
  /** How to ask for the details at this moment; null if there is no reason to. */
  wants(state: State, readers: Readers, moment: Moment): Priority | null;
  /** The input of the intervals. */
  observe(state: State, readers: Readers): readonly Observation[];
  snapshot(state: State): KindSnapshot<View>;
}

export type Priority = RequestOptions['priority'];

/** The common part of all states. */
export interface Watched<Details> {
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
  /** What the readers of what is polled see; null if it is not known. */
  readonly polled: View | null;
  /** What the readers of the details see; `stale` if what is known is not the present, or only half of it. */
  readonly details: View | null | 'stale';
  /** The polled answer says nothing of it: it is known by its details alone. */
  readonly isKnownByDetails: boolean;
  readonly isGone: boolean;
}
