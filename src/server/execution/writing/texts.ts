/** The JSON of a value. Null is no text, so that a non-null type can refuse it. */
export type Text = string | null;
export type MaybePromise<T> = T | Promise<T>;

/** As graphql sees it. */
export function isPromise<T>(value: T | Promise<T>): value is Promise<T> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** Consecutive pieces of a text, once all of them are there. Null is written as such. */
export async function joined(pieces: readonly MaybePromise<Text>[]): Promise<string> {
  const awaited = pieces.filter(isPromise);
  // One field that is waited for is the most frequent case by far. `Promise.all` would make a promise of each piece.
  const texts = awaited.length === 1 ? [(await awaited[0]) ?? null] : await Promise.all(awaited);
  let text = '';
  let next = 0;
  for (const piece of pieces) text += (isPromise(piece) ? texts[next++] : piece) ?? 'null';
  return text;
}

/** Rejects once nothing is under way any more. */
export async function rejectAfter(pieces: readonly MaybePromise<Text>[], error: unknown): Promise<never> {
  await Promise.all(pieces).catch(() => undefined);
  throw error;
}
