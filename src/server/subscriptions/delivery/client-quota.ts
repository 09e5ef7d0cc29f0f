import { GatewayError } from '../../../errors.ts';

/** A client has as many open as one may have. */
export class ClientQuotaError extends GatewayError {
  override readonly name = 'TooManyOpenError';
  readonly code = 'LIMIT_EXCEEDED';
  readonly limit: string;
  readonly allowed: number;
  readonly actual: number;
  constructor(limit: string, allowed: number, actual = allowed + 1) {
    super(`Too many ${limit}: this client may have ${allowed} open, and would have ${actual}.`);
    this.limit = limit;
    this.allowed = allowed;
    this.actual = actual;
  }
  override get extensions() {
    return { limit: this.limit, allowed: this.allowed, actual: this.actual };
  }
}

/** Counts what is open for each client. */
export interface ClientQuota {
  /** The client has not so many left. */
  isFull(client: string, count?: number): boolean;
  /** To be called where they are not. */
  acquire(client: string, count?: number): void;
  release(client: string, count?: number): void;
}

export function createClientQuota(perClient: number): ClientQuota {
  const taken = new Map<string, number>();
  return {
    isFull: (client, count = 1) => (taken.get(client) ?? 0) + count > perClient,
    acquire: (client, count = 1) => taken.set(client, (taken.get(client) ?? 0) + count),
    release(client, count = 1) {
      const left = (taken.get(client) ?? 0) - count;
      if (left > 0) taken.set(client, left);
      else taken.delete(client);
    },
  };
}

/** The one client of places that are everybody's. */
export const EVERYBODY = '';
