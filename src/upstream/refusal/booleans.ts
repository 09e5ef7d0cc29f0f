const SPELLINGS: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  [0, false],
  ['0', false],
]);

/** Some services write a boolean as a text or a number (BEHAVIOUR.md, "Tolerant reading"); null for what is none. */
export function readBoolean(value: unknown): boolean | null {
  return SPELLINGS.get(typeof value === 'string' ? value.trim().toLowerCase() : value) ?? null;
}
