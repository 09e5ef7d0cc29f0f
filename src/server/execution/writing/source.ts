/** Anything with an identity: an object, a list too. */
export function isReference(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

export function isIterable(value: unknown): value is Iterable<unknown> {
  return isReference(value) && Symbol.iterator in value;
}

/** The property of a source that has properties; undefined of all others. */
export function propertyOf(source: unknown, name: string): unknown {
  return isReference(source) || typeof source === 'function' ? (source as Record<string, unknown>)[name] : undefined;
}
