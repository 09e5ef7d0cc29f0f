/** The word, if it is one of a closed list; null for a word that the documentation does not have, or for none. */
export function knownWord<W extends string>(words: readonly W[], raw: string | null): W | null {
  if (raw === null) return null;
  return words.find((word) => word === raw) ?? null;
}
