import type { Dubbing } from '../core/dubbing.ts';

/** Calls `run` each time that the connection is open again after it was lost or refused. Returns a function that ends it. */
export function onReopened(status: Dubbing['status'], run: () => void): () => void {
  let isAfter = false;
  return status.subscribe(() => {
    const { connection } = status.get();
    if (connection === 'lost' || connection === 'refused') isAfter = true;
    if (connection !== 'open' || !isAfter) return;
    isAfter = false;
    run();
  });
}
