import type { Optional } from '../../src/domain/common/optional.ts';
import { BadUserInputError } from '../../src/errors.ts';

/** Far above any name and any list of languages. A longer value would be compared with each record, for each alias. */
const LONGEST_SEARCH = 1000;
const LONGEST_LIST = 1000;

/** @throws BadUserInputError if a filter is too large */
export function checkFilterSize(filter: Optional<object>): void {
  for (const [name, value] of Object.entries(filter ?? {})) {
    if (typeof value === 'string') check(value.length, LONGEST_SEARCH, `\`filter.${name}\``, 'characters');
    if (Array.isArray(value)) check(value.length, LONGEST_LIST, `\`filter.${name}\``, 'values');
  }
}

function check(length: number, most: number, what: string, unit: string): void {
  if (length > most) throw new BadUserInputError(`${what} must have at most ${most} ${unit}, but has ${length}.`);
}
