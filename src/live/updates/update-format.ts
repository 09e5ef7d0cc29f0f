import type { Update, UpdateKind } from '../../domain/update.ts';

/** How the updates of one kind of thing follow from its states. All of it is pure. */
export interface UpdateFormat<State, Baseline, Event> {
  /** The part of a state that a later state is compared with: the state itself is not kept. */
  baseline(state: State): Baseline;
  /** The next update of a reader who has seen the state of `from`; null if nothing has changed. */
  diff(from: Baseline, state: State): Diff<Baseline> | null;
  /** `from` is null in the first update. */
  toUpdate(about: Update, state: State, from: Baseline | null): Event;
  /** Nothing is expected to change any more; to a reader `untilSettled`, nor while it rests. */
  isFinal(state: State, untilSettled: boolean): boolean;
}

export interface Diff<Baseline> {
  readonly kind: UpdateKind;
  /** Of the state that the reader has seen after it. */
  readonly baseline: Baseline;
}
