import { Pool } from 'undici';
import { connectorWithoutInterim } from '../../interim-answers.ts';

/** Connections to one address at most; fewer make requests wait for each other (measured: 64 tripled the median of 20 videos). */
const MAX_CONNECTIONS = 512;
/** Below the 5 s after which Node's own servers close an idle connection. A `Keep-Alive` of the service overrides it. */
const IDLE_MS = 4_000;
/** How much sooner than the service's `Keep-Alive` says, so that no request meets a closing connection. */
const IDLE_MARGIN_MS = 1_000;

/** How an API has answered last; `unknown` where it was not asked yet. */
export type ApiHealth = 'ok' | 'failing' | 'unknown';

/** The ways to one origin. */
export interface Connections {
  /** Kept alive, for the first try of a request. */
  readonly kept: Pool;
  /**
   * A new one for each request: a try after the first must not meet what the first may have met, a connection that the
   * service was about to close.
   */
  readonly fresh: Pool;
  /** Noted by each request that is not given up. */
  health: ApiHealth;
  destroy(): Promise<void>;
}

export function openConnections(origin: string, connectTimeoutMs: number): Connections {
  const kept = openPool(origin, connectTimeoutMs, IDLE_MS);
  const fresh = openPool(origin, connectTimeoutMs, 1);
  return {
    kept,
    fresh,
    health: 'unknown',
    destroy: async () => {
      await Promise.all([kept.destroy(), fresh.destroy()]);
    },
  };
}

/**
 * The time limit of a request is the exchange's own, over all of it; undici's, which watch headers and body apart, are
 * off.
 */
function openPool(origin: string, connectTimeoutMs: number, idleMs: number): Pool {
  return new Pool(origin, {
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: idleMs,
    // A `Keep-Alive` of the service may shorten this, and lengthen it only where connections are kept.
    ...(idleMs < IDLE_MS && { keepAliveMaxTimeout: idleMs }),
    keepAliveTimeoutThreshold: IDLE_MARGIN_MS,
    connect: connectorWithoutInterim({ allowH2: false, timeout: connectTimeoutMs }),
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}
