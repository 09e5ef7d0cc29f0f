import { isGiven } from '../../domain/common/optional.ts';

type Present<T> = { [K in keyof T]?: NonNullable<T[K]> };

/**
 * The given fields of an input. The others are not sent, and never sent as null: the service documents defaults
 * for absent fields, and nothing for null.
 */
export function present<T extends object>(fields: T): Present<T> {
  const given: Present<T> = {};
  for (const key in fields) {
    const value = fields[key];
    if (isGiven(value)) given[key] = value;
  }
  return given;
}
