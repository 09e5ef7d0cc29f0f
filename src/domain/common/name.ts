/** One language for all machines and callers: the order of pages must be the same everywhere. */
const collator = new Intl.Collator('en');

/** Alphabetical order: `É` beside `E`, not after `Z`. */
export function compareNames(a: string, b: string): number {
  return collator.compare(streamSafe(a), streamSafe(b));
}

/** No letter of any script has more (Unicode Standard Annex 15, "Stream-Safe Text Format"). */
const MOST_MARKS = 30;
const TOO_MANY_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})\\p{M}+`, 'gu');

/** The rest of a long row of marks is left out: comparing it takes quadratic time. */
function streamSafe(name: string): string {
  return name.length > MOST_MARKS ? name.replace(TOO_MANY_MARKS, '$1') : name;
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
