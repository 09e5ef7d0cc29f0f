/** How many bytes two texts have in common at each end. The two ends do not overlap in either text. */
export interface CommonEnds {
  readonly beginning: number;
  readonly end: number;
}

/** Found by halving, since comparing memory is much faster than looking at each byte. */
export function commonEnds(left: Buffer, right: Buffer): CommonEnds {
  const shorter = Math.min(left.length, right.length);
  const beginning = longest(shorter, (length) => left.compare(right, 0, length, 0, length) === 0);
  const end = longest(shorter - beginning, (length) => {
    const [ofLeft, ofRight] = [left.length - length, right.length - length];
    return left.compare(right, ofRight, right.length, ofLeft, left.length) === 0;
  });
  return { beginning, end };
}

/** The greatest length up to `most` that is equal, where each shorter one is equal as well. */
function longest(most: number, isEqual: (length: number) => boolean): number {
  let [equal, different] = [0, most + 1];
  while (different - equal > 1) {
    const middle = (equal + different) >>> 1;
    if (isEqual(middle)) equal = middle;
    else different = middle;
  }
  return equal;
}
