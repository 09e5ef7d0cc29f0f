/**
 * The next value of an answer, in which each object and list that is equal to its counterpart in the last value is that one. So
 * everything that hangs on the identity of a part stays valid while only its neighbours change. Parts of `next` are replaced.
 */
export function shareUnchanged<T>(last: unknown, next: T): T {
  if (last === next || !isPlain(last) || !isPlain(next)) return next;
  if (Array.isArray(last) !== Array.isArray(next)) return next;
  const names = Object.keys(next);
  let isUnchanged = Object.keys(last).length === names.length;
  for (const name of names) {
    const value = next[name];
    const shared = Object.hasOwn(last, name) ? shareUnchanged(last[name], value) : value;
    if (shared !== value) Object.defineProperty(next, name, { value: shared });
    isUnchanged &&= Object.hasOwn(last, name) && Object.is(shared, last[name]);
  }
  // The same members: `next` has no other name, and as many.
  return isUnchanged ? (last as T) : next;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
