import type { Update, UpdateKind } from '../../domain/update.ts';

/** How the updates of one kind of thing follow from its states. All of it is pure. */
export interface UpdateFormat<State, Baseline, Event> {
  /** What of a state has to be kept to tell later what has changed since: the state itself is not kept. */
  baseline(state: State): Baseline;
  /** What is to be told next to whoever was told of all that `from` is the baseline of; null if that is the same. */
  diff(from: Baseline, state: State): Diff<Baseline> | null;
  /** `from` is null in the first update. */
  toUpdate(about: Update, state: State, from: Baseline | null): Event;
  /** Nothing is expected to change any more; to a reader `untilSettled`, nor while it rests. */
  isFinal(state: State, untilSettled: boolean): boolean;
}

export interface Diff<Baseline> {
  readonly kind: UpdateKind;
  /** Of what will have been told by then. */
  readonly baseline: Baseline;
}
