import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';
import type { Documents } from '../documents/documents.ts';
import type { RunOperation } from '../execution/run-operation.ts';
import type { ByteShares } from '../fairness/byte-shares.ts';
import type { Cors } from '../http/cors.ts';
import type { Authenticate, Caller } from '../request/caller.ts';
import type { ContextRequest, OperationContext } from '../request/operation-request.ts';
import { createClientQuota } from './delivery/client-quota.ts';
import { createCohorts } from './delivery/cohorts.ts';
import { startHeartbeats } from './delivery/heartbeats.ts';
import { createSubscriber } from './delivery/subscriber.ts';
import { createTaskQueue } from './delivery/task-queue.ts';
import { createEventStreams, type EventStreams } from './sse/event-streams.ts';
import { STREAMING_LIMITS, type StreamingLimits } from './streaming-limits.ts';
import { createWebSockets, type WebSockets } from './websocket/web-sockets.ts';

export interface StreamingParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly documents: Documents;
  readonly run: RunOperation<Viewer>;
  readonly authenticate: Authenticate<Viewer>;
  createContext(call: ContextRequest<Viewer>): OperationContext;
  readonly cors: Cors;
  readonly log: Logger;
  readonly clock: Clock;
  readonly bytes: ByteShares;
  readonly limits?: Partial<StreamingLimits> | undefined;
}

/** What stays open: streams and sockets. Both bring the same updates, which are made once for both. */
export interface StreamingTransports<Viewer> {
  readonly streams: EventStreams<Viewer>;
  readonly sockets: WebSockets;
  /** Ends all that is open, for good: when what runs has been answered, or `cutOff` is aborted. */
  end(cutOff: AbortSignal): Promise<void>;
}

export function openStreamingTransports<Viewer extends Caller>(
  parts: StreamingParts<Viewer>,
): StreamingTransports<Viewer> {
  const { clock } = parts;
  const limits = { ...STREAMING_LIMITS, ...parts.limits };
  const turns = createTaskQueue({ sliceMs: limits.sliceMs, clock });
  const cohorts = createCohorts(parts);
  const subscriber = createSubscriber({ ...parts, cohorts, turns, limits });
  const shared = { ...parts, subscriber, turns, limits, connections: createClientQuota(limits.connections) };
  const streams = createEventStreams(shared);
  const sockets = createWebSockets(shared);
  const open = () => [...streams.all(), ...sockets.open()];
  const heartbeats = startHeartbeats({ clock, everyMs: limits.heartbeatMs, turns, open });
  return {
    streams,
    sockets,
    async end(cutOff) {
      streams.end();
      await sockets.end(cutOff);
      heartbeats[Symbol.dispose]();
    },
  };
}
