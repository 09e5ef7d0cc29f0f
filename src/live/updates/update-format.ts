import type { SpanContext } from '../../domain/common/span-context.ts';
import type { Freshness, Update, UpdateKind } from '../../domain/update.ts';

/** How the updates of one kind of thing follow from its states. All of it is pure. */
export interface UpdateFormat<State, Event> {
  /** @param from the state that the reader has seen; null in the first update */
  toUpdate(about: Update, state: State, from: State | null): Event;
  /** The next update of a reader who has seen another state; null if nothing has changed for it. Default: one CHANGED. */
  diff?(from: State, state: State): Delta<State> | null;
  /** Nothing is expected to change any more; to a reader `untilSettled`, nor while it rests. Default: never. */
  isFinal?(state: State, untilSettled: boolean): boolean;
}

/** One step of a reader, who has seen the state `to` after it. */
export interface Delta<State> {
  readonly kind: UpdateKind;
  readonly to: State;
}

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
