import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Measurements } from '../../contracts/measurements.ts';
import { RefusedRequestError } from '../errors/refused-request-error.ts';
import type { BodyPace } from '../request/body-timeouts.ts';
import { type ReceivedUpload, receiveUpload } from './receive-upload.ts';
import type { Spool } from './spool.ts';

/** Whether a request brings its operation as a form, with files. */
export function isUpload({ method, headers }: IncomingMessage): boolean {
  return method === 'POST' && MULTIPART.test(headers['content-type'] ?? '');
}

const MULTIPART = /^\s*multipart\/form-data\s*(;|$)/i;
/** With any value. A form of a foreign page cannot send one, and a script has to ask first (CSRF). */
const PREFLIGHT_HEADERS = ['graphql-require-preflight', 'apollo-require-preflight'] as const;

/**
 * Decides by its headers whether a request may bring files.
 * @returns their owner, who has a fair share of the room; null where clients are not distinguished
 * @throws GatewayError
 */
export type AdmitUpload = (headers: IncomingHttpHeaders) => Promise<string | null>;

export interface OperationReceiverParts extends BodyPace {
  readonly measurements: Measurements;
  readonly spool: Spool;
  readonly admitUpload: AdmitUpload;
}

/** Receives an operation with files, from those who may send one; nothing is read of what others send. */
export function createOperationReceiver(
  parts: OperationReceiverParts,
): (request: IncomingMessage) => Promise<ReceivedUpload> {
  const { spool, admitUpload, measurements } = parts;
  const body = { ...parts, onFile: measurements.uploaded };
  return async (request) => {
    const { headers } = request;
    if (PREFLIGHT_HEADERS.every((name) => headers[name] === undefined)) {
      throw new RefusedRequestError(403, `A multipart request needs the header ${PREFLIGHT_HEADERS[0]}.`);
    }
    if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
      throw new RefusedRequestError(415, 'A compressed body is not supported.');
    }
    const client = await admitUpload(headers);
    return receiveUpload(request, (announcedBytes) => spool.open(client, announcedBytes), body);
  };
}
