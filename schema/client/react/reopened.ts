import type { Result } from '../core/document.ts';
import type { Dubbing } from '../core/dubbing.ts';
import type { ConnectionState } from '../core/status.ts';

/** Calls `run` each time that the connection is open again after it was in one of these states. Returns a function that ends it. */
export function onReopened(
  status: Dubbing['status'],
  run: () => void,
  after: readonly ConnectionState[] = ['lost', 'refused'],
): () => void {
  let isAfter = false;
  return status.subscribe(() => {
    const { connection } = status.get();
    if (after.includes(connection)) isAfter = true;
    if (connection !== 'open' || !isAfter) return;
    isAfter = false;
    run();
  });
}

/** The gateway does not accept the token: the operation may succeed after a sign-in. */
export const isUnauthenticated = (errors: Result['errors']): boolean =>
  errors?.[0]?.extensions?.code === 'UNAUTHENTICATED';
