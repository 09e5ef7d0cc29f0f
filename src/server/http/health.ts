import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '../../clock.ts';
import { answerJson } from './respond.ts';

/** How one of the service's APIs has answered last; `unknown` where it was not asked yet. */
type ApiHealth = 'ok' | 'failing' | 'unknown';

/** The state of the parts behind the server, for the health. */
export interface GatewayHealth {
  readonly instance: string;
  /** `alone`: Redis is set, and away. */
  readonly redis: 'off' | 'connected' | 'alone';
  /** Instances that are one gateway with this one, itself included; 1 while alone. */
  readonly instances: number;
  readonly service: { readonly dubbing: ApiHealth; readonly studio: ApiHealth };
  /** Objects and lists that are watched. */
  readonly watches: number;
}

const UNKNOWN: GatewayHealth = {
  instance: 'unknown',
  redis: 'off',
  instances: 1,
  service: { dubbing: 'unknown', studio: 'unknown' },
  watches: 0,
};

/** Connections that stay open. */
export interface StreamingHealth {
  /** WebSockets. */
  readonly sockets: number;
  /** Subscriptions over all transports. */
  readonly streams: number;
}

/** The state of the server: about to stop, stopping. */
export interface Readiness {
  readonly isReady: boolean;
}

type AnswerProbe = (request: IncomingMessage, response: ServerResponse, headers: OutgoingHttpHeaders) => void;

/**
 * The answers by path. None of them needs a token, or says anything of an account:
 * - `/health/live`: the process answers;
 * - `/health/ready`: it takes requests. So it does while the service is down (each answer says so); it does not from the
 *   request to stop on;
 * - `/health`: the same with what is open.
 */
export function createHealthAnswers(parts: {
  readonly clock: Pick<Clock, 'now'>;
  readonly listener: Readiness;
  /** Default: nothing is known of the parts behind the server. */
  readonly health?: () => GatewayHealth;
  readonly streaming: () => StreamingHealth;
}): Readonly<Record<string, AnswerProbe>> {
  const { clock, listener, health: gateway = () => UNKNOWN, streaming } = parts;
  const startedAt = clock.now();
  const report = () => {
    const { instance, redis, instances, service, watches } = gateway();
    return {
      status: listener.isReady ? 'ok' : 'stopping',
      instance,
      uptimeSeconds: Math.floor((clock.now() - startedAt) / 1000),
      ...{ redis, instances, service },
      ...streaming(),
      watches,
    };
  };
  return {
    '/health': (...asked) => answerProbe(asked, 200, report()),
    '/health/live': (...asked) => answerProbe(asked, 200, { status: 'alive' }),
    '/health/ready': (...asked) =>
      listener.isReady ? answerProbe(asked, 200, { status: 'ready' }) : answerProbe(asked, 503, { status: 'stopping' }),
  };
}

function answerProbe(
  [{ method }, response, headers]: Parameters<AnswerProbe>,
  status: number,
  value: Readonly<Record<string, unknown>>,
): void {
  if (method === 'GET' || method === 'HEAD') answerJson(response, status, value, headers);
  else answerJson(response, 405, { error: 'Method not allowed.' }, { ...headers, allow: 'GET, HEAD' });
}
