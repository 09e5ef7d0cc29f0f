/** One language for all machines and callers: the order of pages must be the same everywhere. */
const collator = new Intl.Collator('en');

/** Alphabetical order: `É` beside `E`, not after `Z`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b);
}

/** The order of ids and codes: by code unit, total, the same everywhere. */
export function compareCodes(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A name without case and accents. Upper case is the folded form, because it does not depend on a letter's place in the
 * word (`ς` and `σ` are both `Σ`) and expands `ß`.
 */
export function foldName(name: string): string {
  // Marks are removed before normalising as well: normalising a long row of marks takes quadratic time.
  return withoutMarks(withoutMarks(name).normalize('NFD')).toUpperCase();
}

const withoutMarks = (text: string): string => text.replace(/\p{M}+/gu, '');
