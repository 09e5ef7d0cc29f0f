/** What a caller may leave out, or give as null, which means the same. */
export type Optional<T> = T | null | undefined;

export function isGiven<T>(value: T): value is NonNullable<T> {
  return value !== null && value !== undefined;
}
