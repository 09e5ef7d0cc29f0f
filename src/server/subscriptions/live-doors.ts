import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { OperationCall, OperationContext } from '../call.ts';
import type { Authenticate, Caller } from '../caller.ts';
import type { Cors } from '../cors.ts';
import type { Documents } from '../documents.ts';
import type { RunOperation } from '../run-operation.ts';
import { createEventStreams, type EventStreams } from './event-streams.ts';
import { startHeartbeats } from './heartbeats.ts';
import { LIVE_LIMITS, type LiveLimits } from './live-limits.ts';
import { createPlaces } from './places.ts';
import { createRenderer } from './renderer.ts';
import { createSubscriber } from './subscriber.ts';
import { createTurns } from './turns.ts';
import { createWebSockets, type WebSockets } from './web-sockets.ts';

export interface LiveParts<Viewer> {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly documents: Documents;
  readonly run: RunOperation<Viewer>;
  readonly authenticate: Authenticate<Viewer>;
  createContext(call: OperationCall<Viewer>): OperationContext;
  readonly cors: Cors;
  readonly log: Logger;
  readonly limits?: Partial<LiveLimits> | undefined;
}

/** What stays open: streams and sockets. Both bring the same updates, which are made once for both. */
export interface LiveDoors<Viewer> {
  readonly streams: EventStreams<Viewer>;
  readonly sockets: WebSockets;
  /** Ends all that is open, for good: when what runs has been answered, or `cutOff` is aborted. */
  end(cutOff: AbortSignal): Promise<void>;
}

export function openLiveDoors<Viewer extends Caller>(parts: LiveParts<Viewer>): LiveDoors<Viewer> {
  const limits = { ...LIVE_LIMITS, ...parts.limits };
  const turns = createTurns(limits);
  const renderer = createRenderer({ ...parts, turns });
  const subscriber = createSubscriber({ ...parts, renderer, turns, limits });
  const shared = { ...parts, subscriber, limits, connections: createPlaces(limits.connections) };
  const streams = createEventStreams(shared);
  const sockets = createWebSockets(shared);
  const open = () => [...streams.open(), ...sockets.open()];
  const heartbeats = startHeartbeats({ everyMs: limits.heartbeatMs, turns, open });
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
