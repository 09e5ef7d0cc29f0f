/** The word, if the closed list has it. Null for an undocumented word, or for none. */
export function knownWord<W extends string>(words: readonly W[], raw: string | null): W | null {
  if (raw === null) return null;
  return words.find((word) => word === raw) ?? null;
}
