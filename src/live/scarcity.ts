import type { PollingWindow } from '../upstream/service.ts';

/** A longer window is to last; of a shorter one, the next follows soon. */
const LONG_SPAN_MS = 60 * 60_000;
/** Where nothing is left, there is soon: the pauses do not become endless. */
const LEAST_PLACES = 0.5;
/** What is due at once is let out no faster than this many times what the quota bears for long, … */
const HASTE = 4;
/** … and without a quota one by one. */
const LONGEST_GAP_MS = 25;

/** The sum of all urgencies (`cadence.ts`), as it is now, and as it is on average in the course of a day. */
export interface Demands {
  readonly present: number;
  readonly usual: number;
}

/**
 * How scarce the quota is: the pause after which something may be asked again is this, divided by its urgency. It is
 * such that what there is lasts through each window, with what comes back in it.
 * @returns 0 if there is no quota
 */
export function scarcityOf(windows: readonly PollingWindow[], { present, usual }: Demands): number {
  const scarcities = windows.flatMap(({ spanMs, room }) => {
    const isLong = spanMs > LONG_SPAN_MS;
    return room.map((places, part) => {
      // What a short window has left just now does not matter: it is empty again by the time that a pause ends.
      if (!isLong && part < room.length - 1) return 0;
      const aheadMs = (spanMs * (part + 1)) / room.length;
      return ((isLong ? usual : present) * aheadMs) / Math.max(LEAST_PLACES, places);
    });
  });
  return Math.max(0, ...scarcities);
}

/** The least time between two requests, where so many are due. */
export function gapMs(windows: readonly PollingWindow[], due: number, minIntervalMs: number): number {
  const gaps = windows
    .filter(({ spanMs }) => spanMs <= LONG_SPAN_MS)
    .map(({ spanMs, room }) => spanMs / Math.max(1, room.at(-1) ?? 0) / HASTE);
  return Math.max(Math.min(LONGEST_GAP_MS, minIntervalMs / due), ...gaps);
}
