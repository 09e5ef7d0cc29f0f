/**
 * The next value of an answer, in which each object and list that is equal to its counterpart in the last value is that one. So
 * everything that hangs on the identity of a part stays valid while only its neighbours change. Parts of `next` are replaced.
 */
export function shareUnchanged<T>(last: unknown, next: T): T {
  if (last === next || !isPlain(last) || !isPlain(next)) return next;
  if (Array.isArray(next)) return Array.isArray(last) && shareItems(last, next) ? (last as T) : next;
  return !Array.isArray(last) && shareMembers(last, next) ? (last as T) : next;
}

/** @returns whether all items are those of the last list */
function shareItems(last: readonly unknown[], next: unknown[]): boolean {
  let isUnchanged = last.length === next.length;
  for (let index = 0; index < Math.min(last.length, next.length); index += 1) {
    const shared = shareUnchanged(last[index], next[index]);
    if (shared !== next[index]) next[index] = shared;
    isUnchanged &&= Object.is(shared, last[index]);
  }
  return isUnchanged;
}

/** @returns whether all members are those of the last object, which has no others */
function shareMembers(last: Record<string, unknown>, next: Record<string, unknown>): boolean {
  const names = Object.keys(next);
  let isUnchanged = Object.keys(last).length === names.length;
  for (const name of names) {
    const value = next[name];
    const isInLast = Object.hasOwn(last, name);
    const counterpart = isInLast ? last[name] : undefined;
    const shared = shareUnchanged(counterpart, value);
    // Its own `__proto__`, too.
    if (shared !== value) next[name] = shared;
    isUnchanged &&= isInLast && Object.is(shared, counterpart);
  }
  return isUnchanged;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === Array.prototype;
}
