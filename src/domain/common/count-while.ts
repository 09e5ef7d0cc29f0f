/** Counts the leading entries that meet a condition which is false for all later ones, by binary search. */
export function countWhile<Entry>(entries: readonly Entry[], meets: (entry: Entry) => boolean): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    const entry = entries[middle];
    if (entry !== undefined && meets(entry)) low = middle + 1;
    else high = middle;
  }
  return low;
}
