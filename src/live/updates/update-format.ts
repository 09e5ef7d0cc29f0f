import type { Update, UpdateKind } from '../../domain/update.ts';

/** How the updates of one kind of thing follow from its states. All of it is pure. */
export interface UpdateFormat<State, Trace, Event> {
  /** What of a state has to be kept to tell later what has changed since: the state itself is not kept. */
  baseline(state: State): Trace;
  /** What is to be told next to whoever was told of all that `from` is the trace of; null if that is the same. */
  diff(from: Trace, state: State): Diff<Trace> | null;
  /** `from` is null in the first update. */
  toUpdate(about: Update, state: State, from: Trace | null): Event;
  /** Nothing is expected to change any more; to a reader `untilSettled`, nor while it rests. */
  isFinal(state: State, untilSettled: boolean): boolean;
}

export interface Diff<Trace> {
  readonly kind: UpdateKind;
  /** Of what will have been told by then. */
  readonly trace: Trace;
}
