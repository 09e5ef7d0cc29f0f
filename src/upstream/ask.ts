import type { Pool } from 'undici';
import {
  type GatewayError,
  RateLimitedError,
  UpstreamMalformedError,
  UpstreamTimeoutError,
  UpstreamUnavailableError,
} from '../errors.ts';
import { delay } from './delay.ts';
import { type ExchangeAnswer, exchange } from './exchange.ts';
import { ExchangeError } from './exchange-error.ts';
import { nextStep, type TryEnd } from './retry.ts';
import { retryAfterMs } from './retry-after.ts';
import type { Call, Ledger } from './service.ts';

/** What asking needs, of one account at one of the service's addresses. */
export interface AskParts {
  readonly pool: Pool;
  /** What each path begins with. */
  readonly prefix: string;
  readonly headers: string[];
  readonly ledger: Ledger;
  /** For one try, from sending to the last byte. */
  readonly timeoutMs: number;
  /** Aborted when the gateway stops. */
  readonly closing: AbortSignal;
  readonly random: () => number;
  readonly now: () => number;
}

/**
 * One GET, tried again where that may help; each try takes a place in the quota.
 * @returns the service's last answer, whatever its status but 429.
 * @throws GatewayError if there is none; the signal's reason if it is aborted.
 */
export async function ask(parts: AskParts, endpoint: string, path: string, call: Call): Promise<ExchangeAnswer> {
  const { ledger, closing, random, now } = parts;
  for (let tries = 1; ; tries += 1) {
    await ledger.take(call.priority, call.signal);
    const end = await tryOnce(parts, path, tries, call);
    if (!(end instanceof ExchangeError) && end.status < 400) return end;
    closing.throwIfAborted();
    const next = nextStep(tryEnd(end, now()), { tries, priority: call.priority, jitter: random() });
    switch (next.step) {
      case 'end':
        if (end instanceof ExchangeError) throw failureOf(end, endpoint);
        return end;
      case 'block':
        ledger.block(next.ms);
        if (!next.again) throw new RateLimitedError(Math.max(1, Math.ceil(next.ms / 1000)));
        // The ledger keeps the next try waiting, in line with all others of the key.
        break;
      case 'pause':
        await delay(next.ms, [call.signal, closing]);
    }
  }
}

async function tryOnce(
  { pool, prefix, headers, timeoutMs, now }: AskParts,
  path: string,
  tries: number,
  { signal, onRequest, log }: Call,
): Promise<ExchangeAnswer | ExchangeError> {
  onRequest();
  const startedAt = now();
  const told = (outcome: { readonly status: number } | { readonly fault: string }) =>
    log.debug({ method: 'GET', path, ...outcome, ms: Math.round(now() - startedAt), try: tries }, 'asked the service');
  try {
    const answer = await exchange(pool, { method: 'GET', path: prefix + path, headers, signal, timeoutMs });
    told({ status: answer.status });
    return answer;
  } catch (error) {
    if (!(error instanceof ExchangeError)) throw error;
    told({ fault: error.fault });
    return error;
  }
}

function tryEnd(end: ExchangeAnswer | ExchangeError, now: number): TryEnd {
  if (end instanceof ExchangeError) return { fault: end.fault };
  return { status: end.status, retryAfterMs: retryAfterMs(end.headers['retry-after'], now) };
}

function failureOf(error: ExchangeError, endpoint: string): GatewayError {
  switch (error.fault) {
    case 'broken':
      return new UpstreamUnavailableError({ cause: error });
    case 'timeout':
      return new UpstreamTimeoutError({ cause: error });
    case 'truncated':
    case 'garbled':
    case 'too-large':
      return new UpstreamMalformedError(`${endpoint}: ${error.fault} answer`, { cause: error });
  }
}
