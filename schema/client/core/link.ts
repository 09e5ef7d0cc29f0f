import type { Result } from './document.ts';

/** The document that a subscription sends: a text, or the hash of a trusted document. */
export interface RequestBody {
  readonly query: string;
  readonly operationName?: string;
  readonly variables?: unknown;
  readonly extensions?: unknown;
}

/** One connection to the gateway, as long as it lasts. */
export interface Link {
  start(id: string, body: RequestBody): void;
  stop(id: string): void;
  /** Asks for a sign of life, where the transport can. */
  ping(): void;
  /** Ends it without a further event. */
  close(): void;
}

/** The events of a link. After `lost` or `refused` it is over. */
export interface LinkEvents {
  open(): void;
  /** Anything arrived, a sign of life included. */
  heard(): void;
  next(id: string, result: Result): void;
  /** The operation failed and is over. */
  error(id: string, errors: NonNullable<Result['errors']>): void;
  complete(id: string): void;
  lost(reason: string): void;
  /** The token was not accepted, or no longer is. */
  refused(reason: string): void;
}

export type OpenLink = (url: string, token: string | null, events: LinkEvents) => Link;
