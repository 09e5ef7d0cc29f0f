/**
 * Computes a value once for each object, and releases it with the object. Unchanged bytes of the service give the
 * identical object (`upstream/service.ts`), so a derived value is computed once per changed answer.
 */
export function memoByIdentity<Source extends object, Derived>(
  derive: (source: Source) => Derived,
): (source: Source) => Derived {
  const derivations = new WeakMap<Source, { readonly derived: Derived }>();
  return (source) => {
    const found = derivations.get(source);
    if (found) return found.derived;
    const derived = derive(source);
    derivations.set(source, { derived });
    return derived;
  };
}
