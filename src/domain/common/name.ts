/** One language for all machines and callers: the order of a page must not depend on where it was cut. */
const collator = new Intl.Collator('en');

/** The order of names as a person expects it: `É` beside `E`, not behind `Z`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

/** The order of ids and codes: by code unit, total, the same everywhere. */
export function compareCodes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A name without its case and accents. Upper case is the folded form, since it is the one that does not depend
 * on a letter's place in the word (`ς` and `σ` are both `Σ`) and spells `ß` out.
 */
export function foldName(name: string): string {
  // Before, too: to put a long row of marks in order takes the square of its length.
  return withoutMarks(withoutMarks(name).normalize('NFD')).toUpperCase();
}

const withoutMarks = (text: string): string => text.replace(/\p{M}+/gu, '');
