import type { PollingWindow } from '../../upstream/service.ts';

/** A longer window is to last; of a shorter one, the next follows soon. */
const LONG_SPAN_MS = 60 * 60_000;
/** Where nothing is left, there is soon: the pauses do not become endless. */
const LEAST_PLACES = 0.5;
/** Nothing waits longer than this many times what it would if all were asked equally often. */
const LONGEST_TIMES = 4;
/** Polls that are due at once go out at most this many times faster than the quota bears for long, … */
const HASTE = 4;
/** … and without a quota one by one. */
const LONGEST_GAP_MS = 25;

/** The watched resources of one account: their number and the sum of all urgencies. */
export interface Demand {
  readonly count: number;
  /** As it is just now. */
  readonly present: number;
  /** As it is on average, in the course of a day. */
  readonly usual: number;
}

/** How the quota is shared out. */
export interface Allocation {
  /** The pause after which something may be asked again is this, divided by its urgency; 0 if there is no quota. */
  readonly scarcity: number;
  /** … yet it is no longer than this: nothing is forgotten for what is more urgent. */
  readonly longestMs: number;
}

/** Such that what there is lasts through each window, with what comes back in it. */
export function allocate(windows: readonly PollingWindow[], { count, present, usual }: Demand): Allocation {
  let share: Allocation = { scarcity: 0, longestMs: 0 };
  for (const { spanMs, room } of windows) {
    const isLong = spanMs > LONG_SPAN_MS;
    for (const [part, places] of room.entries()) {
      // The rest of a short window does not matter: it is empty again by the time that a pause ends.
      if (!isLong && part < room.length - 1) continue;
      const msPerRequest = (spanMs * (part + 1)) / room.length / Math.max(LEAST_PLACES, places);
      share = {
        scarcity: Math.max(share.scarcity, (isLong ? usual : present) * msPerRequest),
        longestMs: Math.max(share.longestMs, LONGEST_TIMES * count * msPerRequest),
      };
    }
  }
  return share;
}

/** The least time between two requests, where so many are due. */
export function gapMs(windows: readonly PollingWindow[], due: number, minIntervalMs: number): number {
  const gaps = windows
    .filter(({ spanMs }) => spanMs <= LONG_SPAN_MS)
    .map(({ spanMs, room }) => spanMs / Math.max(1, room.at(-1) ?? 0) / HASTE);
  return Math.max(Math.min(LONGEST_GAP_MS, minIntervalMs / due), ...gaps);
}

/** The pause between two requests for the same thing, where so many are asked for equally often for as long as a window lasts. */
export function evenPauseMs(windows: readonly PollingWindow[], count: number): number {
  return Math.max(0, ...windows.map(({ spanMs, room }) => (count * spanMs) / Math.max(1, room.at(-1) ?? 0)));
}
