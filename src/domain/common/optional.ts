/** A value that a caller may omit or give as null, with the same meaning. */
export type Optional<T> = T | null | undefined;

export function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined;
}
