/**
 * Computes once for each object, and forgets with it. The service's unchanged bytes give the identical object
 * (`upstream/service.ts`), so what is derived from an answer is derived once for as long as it stays the same.
 */
export function memoByIdentity<Source extends object, Derived>(
  derive: (source: Source) => Derived,
): (source: Source) => Derived {
  const known = new WeakMap<Source, { readonly derived: Derived }>();
  return (source) => {
    const found = known.get(source);
    if (found) return found.derived;
    const derived = derive(source);
    known.set(source, { derived });
    return derived;
  };
}
