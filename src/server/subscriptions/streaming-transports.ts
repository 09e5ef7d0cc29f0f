import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Measurements } from '../../contracts/measurements.ts';
import type { Tracing } from '../../contracts/tracing.ts';
import type { Documents } from '../documents/documents.ts';
import type { RunOperation } from '../execution/run-operation.ts';
import type { ByteShares } from '../fairness/byte-shares.ts';
import type { WorkParts } from '../fairness/operation-work.ts';
import { UnreadUpdates } from '../fairness/unread-updates.ts';
import type { Cors } from '../http/cors.ts';
import type { StreamingHealth } from '../http/health.ts';
import type { Authenticate, Caller } from '../request/caller.ts';
import type { ContextRequest, OperationContext } from '../request/operation-request.ts';
import { createClientQuota } from './delivery/client-quota.ts';
import { closeAged, closeAll } from './delivery/closing.ts';
import { createCohorts } from './delivery/cohorts.ts';
import { createConnectionShares } from './delivery/connection-shares.ts';
import { startHeartbeats } from './delivery/heartbeats.ts';
import { createSubscriber } from './delivery/subscriber.ts';
import { createEventStreams, type EventStreams } from './sse/event-streams.ts';
import { STREAMING_LIMITS, type StreamingLimits } from './streaming-limits.ts';
import { createWebSockets, type WebSockets } from './websocket/web-sockets.ts';

export interface StreamingParts<Viewer> extends WorkParts {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly documents: Documents;
  readonly run: RunOperation<Viewer>;
  readonly authenticate: Authenticate<Viewer>;
  createContext(call: ContextRequest<Viewer>): OperationContext;
  readonly cors: Cors;
  readonly log: Logger;
  readonly clock: Clock;
  readonly measurements: Measurements;
  readonly tracing: Tracing;
  readonly bytes: ByteShares;
  readonly limits?: Partial<StreamingLimits> | undefined;
  /** All that is open is closed within half of it when the gateway stops. */
  readonly graceMs: number;
  /** Clients are distinguished, so that none may have all connections. */
  readonly sharesConnections: boolean;
  /** 0: a connection may have any age. */
  readonly maxSocketAgeMs: number;
}

/** The transports that stay open: streams and sockets. Both bring the same updates, which are made once for both. */
export interface StreamingTransports<Viewer> {
  readonly streams: EventStreams<Viewer>;
  readonly sockets: WebSockets;
  health(): StreamingHealth;
  /** Ends all that is open, for good: when what runs has been answered, or `cutOff` is aborted. */
  end(cutOff: AbortSignal): Promise<void>;
}

export function openStreamingTransports<Viewer extends Caller>(
  parts: StreamingParts<Viewer>,
): StreamingTransports<Viewer> {
  const { clock, graceMs, maxSocketAgeMs, sharesConnections, turns } = parts;
  const limits = { ...STREAMING_LIMITS, ...parts.limits };
  const cohorts = createCohorts(parts);
  const subscriber = createSubscriber({ ...parts, cohorts, limits });
  const shares = sharesConnections ? createConnectionShares(limits.connections) : createClientQuota(limits.connections);
  const connections = createClientQuota(limits.connections);
  const shared = { ...parts, subscriber, limits, connections, shares, unread: new UnreadUpdates() };
  const streams = createEventStreams(shared);
  const sockets = createWebSockets(shared);
  const open = () => [...streams.all(), ...sockets.open()];
  const heartbeats = startHeartbeats({ clock, everyMs: limits.heartbeatMs, turns, open });
  const aging = closeAged({ clock, maxAgeMs: maxSocketAgeMs, random: Math.random, open });
  return {
    streams,
    sockets,
    health: () => ({ sockets: sockets.size, streams: subscriber.count() }),
    async end(cutOff) {
      streams.openNoMore();
      const closing = closeAll(open(), { clock, spreadMs: graceMs / 2, cutOff });
      await Promise.all([closing, sockets.closed(cutOff)]);
      aging[Symbol.dispose]();
      heartbeats[Symbol.dispose]();
    },
  };
}
