/** Front ends write the name as they please. */
export function authorizationIn(payload: unknown): string | undefined {
  const entry = Object.entries(payload ?? {}).find(([name]) => name.toLowerCase() === 'authorization');
  return typeof entry?.[1] === 'string' ? entry[1] : undefined;
}
