/** Computes a value at the first call and returns the same one afterwards. */
export function lazy<T>(make: () => T): () => T {
  let computed: { readonly value: T } | null = null;
  return () => {
    computed ??= { value: make() };
    return computed.value;
  };
}
