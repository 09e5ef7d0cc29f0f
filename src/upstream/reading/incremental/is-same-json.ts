/** Whether two values are written as the same JSON: their members are in the same order, too. */
export function isSameJson(left: unknown, right: unknown): boolean {
  if (!isStructure(left) || !isStructure(right)) return Object.is(left, right);
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const names = Object.keys(left);
  const otherNames = Object.keys(right);
  if (names.length !== otherNames.length) return false;
  for (let index = 0; index < names.length; index += 1) {
    const name = names[index] ?? '';
    if (name !== otherNames[index] || !isSameJson(left[name], right[name])) return false;
  }
  return true;
}

function isStructure(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
