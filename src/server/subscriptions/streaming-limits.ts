/** How much may be open at once, and how patient the gateway is with what is. */
export interface StreamingLimits {
  /** The limits of one client, over all of its sockets and streams. */
  readonly subscriptionsPerClient: number;
  /** Things that one client watches, over all of its subscriptions: each is asked for, and held. */
  readonly watchedIdsPerClient: number;
  /** The size of their documents and variables, which live as long. */
  readonly charactersPerClient: number;
  /** On one socket: of whatever type. */
  readonly operationsPerSocket: number;
  /** Queries and mutations of one socket that run at once; the others wait. */
  readonly runningPerSocket: number;
  readonly socketsPerClient: number;
  /** Sockets and streams, of everybody's: each takes a descriptor of the process. */
  readonly connections: number;
  /** A socket that sends more is read no further until the second is over. */
  readonly messagesPerSecond: number;
  /** As for a body by HTTP (`params.ts`). */
  readonly messageBytes: number;
  /** The maximum of a message before authentication: `connection_init` has a token, and little else. */
  readonly initBytes: number;
  /** How many messages may come before that. */
  readonly initMessages: number;
  /** For a message to come whole. */
  readonly messageMs: number;
  /** The maximum length of an operation's id, which the client chooses. */
  readonly idLength: number;
  /** The maximum that waits for one connection. */
  readonly pendingBytes: number;
  /** For `connection_init`. */
  readonly initMs: number;
  /** A sign of life on each connection. A peer without an answer before the next ping counts as gone. */
  readonly heartbeatMs: number;
  /** For a connection that takes nothing of what waits for it. */
  readonly stallMs: number;
  /** For a client to close its end of a socket that the gateway closes. */
  readonly closingMs: number;
  /** The same for a socket that is not read any more. */
  readonly refusedMs: number;
  /** The time for operations and updates before everything else has its turn again. */
  readonly sliceMs: number;
}

export const STREAMING_LIMITS: StreamingLimits = {
  subscriptionsPerClient: 20_000,
  watchedIdsPerClient: 5_000,
  charactersPerClient: 64 * 1024 * 1024,
  operationsPerSocket: 200,
  runningPerSocket: 10,
  socketsPerClient: 15_000,
  connections: 25_000,
  messagesPerSecond: 2_000,
  messageBytes: 1024 * 1024,
  initBytes: 16 * 1024,
  initMessages: 10,
  messageMs: 30_000,
  idLength: 200,
  pendingBytes: 1024 * 1024,
  initMs: 5_000,
  heartbeatMs: 10_000,
  stallMs: 30_000,
  closingMs: 2_000,
  refusedMs: 300,
  sliceMs: 8,
};
