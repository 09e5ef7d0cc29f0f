import { type Client, CloseCode, createClient, type SubscribePayload } from 'graphql-ws';
import type { Connection } from './state.ts';

/** One result of an operation. */
export interface OperationResult {
  readonly data?: unknown;
  readonly errors?: readonly { readonly message: string }[] | undefined;
}

export interface ConnectionOptions {
  readonly url: string;
  readonly token: string | null;
  readonly onConnection: (connection: Connection) => void;
}

/** The gateway, over one WebSocket that comes back by itself. */
export interface GatewayConnection extends AsyncDisposable {
  /** Each result, over all reconnects; ends when the gateway completes it. @throws Error when the gateway refuses it */
  results(payload: SubscribePayload): AsyncIterable<OperationResult>;
}

const PING_EVERY_MS = 10_000;
/** A peer that has not answered a ping by then is gone: a proxy may swallow everything without closing. */
const PONG_WITHIN_MS = 5_000;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 3_000;
const REFUSED_CODES: readonly number[] = [CloseCode.Forbidden, CloseCode.Unauthorized];

export function openConnection({ url, token, onConnection }: ConnectionOptions): GatewayConnection {
  let isRefused = false;
  let pong: NodeJS.Timeout | undefined;
  const client: Client = createClient({
    url,
    lazy: true,
    ...(token !== null && { connectionParams: { authorization: `Bearer ${token}` } }),
    keepAlive: PING_EVERY_MS,
    retryAttempts: Number.POSITIVE_INFINITY,
    retryWait: waitBeforeRetry,
    shouldRetry: (event) => !isRefusal(event),
    on: {
      connected: () => onConnection({ is: 'open' }),
      ping: (isReceived) => {
        if (!isReceived) pong = setTimeout(() => client.terminate(), PONG_WITHIN_MS);
      },
      pong: (isReceived) => {
        if (isReceived) clearTimeout(pong);
      },
      closed: (event) => {
        clearTimeout(pong);
        isRefused ||= isRefusal(event);
        onConnection(isRefused ? { is: 'refused', reason: reasonOf(event) } : { is: 'lost' });
      },
    },
  });
  return {
    results: (payload) => client.iterate(payload),
    [Symbol.asyncDispose]: async () => {
      clearTimeout(pong);
      await client.dispose();
    },
  };
}

/** Exponential backoff with full jitter, so that many terminals do not come back in one moment. */
async function waitBeforeRetry(retries: number): Promise<void> {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** retries);
  await new Promise((resolve) => setTimeout(resolve, FIRST_RETRY_MS + Math.random() * longest));
}

function isRefusal(event: unknown): boolean {
  return typeof event === 'object' && event !== null && 'code' in event && REFUSED_CODES.includes(Number(event.code));
}

function reasonOf(event: unknown): string {
  const reason = typeof event === 'object' && event !== null && 'reason' in event ? String(event.reason) : '';
  return reason === '' ? 'the gateway does not accept the token' : reason;
}
