/** The caller, as far as the server is concerned. */
export interface Caller {
  /** Names the caller, for everything that has a limit per client. */
  readonly client: string;
  /** From when on nothing more is sent: milliseconds since the epoch; null for never. */
  readonly expiresAt: number | null;
  /** Aborted when nothing more is to be sent from now on, `expiresAt` or not: the token was taken back. */
  readonly revoked?: AbortSignal;
}

/** By HTTP the header; over a WebSocket what `connection_init` brings, or else the header of the upgrade. */
interface Credentials {
  readonly authorization?: string | undefined;
}

/** @throws UnauthenticatedError, answered with 401, or by closing the socket with 4403. */
export type Authenticate<Viewer> = (credentials: Credentials) => Viewer | Promise<Viewer>;
