import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '../../../clock.ts';
import type { Documents, PreparedOperation } from '../../documents/documents.ts';
import { prepareOperation } from '../../documents/prepare.ts';
import { RefusedRequestError } from '../../errors/refused-request-error.ts';
import type { StreamType } from '../../request/accept.ts';
import type { Authenticate, Caller } from '../../request/caller.ts';
import type { HttpOperationRequest } from '../../request/operation-request.ts';
import type { Params } from '../../request/params.ts';
import { type ClientQuota, EVERYBODY } from '../delivery/client-quota.ts';
import type { Subscriber } from '../delivery/subscriber.ts';
import { createMultipartFormat } from '../multipart/multipart-format.ts';
import type { StreamingLimits } from '../streaming-limits.ts';
import { EventStream } from './event-stream.ts';
import { createSseFormat } from './sse-format.ts';

/** Subscriptions as streams that answer an ordinary request, in any format. */
export interface EventStreams<Viewer> {
  /**
   * Answers with a stream, if it is a subscription that is asked for; false if not, or if its document is refused, which
   * others know how to tell.
   * @throws why the subscription is refused; nothing has been answered then
   */
  answer(
    call: HttpOperationRequest<Viewer>,
    params: Params,
    format: StreamType,
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ): Promise<boolean>;
  open(): Iterable<EventStream>;
  /** Breaks all of them off; there will be no more. */
  end(): void;
}

export interface EventStreamsParts<Viewer> {
  readonly clock: Clock;
  readonly documents: Documents;
  readonly authenticate: Authenticate<Viewer>;
  readonly subscriber: Subscriber<Viewer>;
  readonly connections: ClientQuota;
  readonly limits: StreamingLimits;
}

export function createEventStreams<Viewer extends Caller>(parts: EventStreamsParts<Viewer>): EventStreams<Viewer> {
  const { clock, documents, authenticate, subscriber, connections, limits } = parts;
  const streams = new Map<ServerResponse, EventStream>();
  const formats = { 'text/event-stream': createSseFormat(), 'multipart/mixed': createMultipartFormat() };
  let isEnding = false;

  function findSubscription(params: Params): PreparedOperation | null {
    try {
      const operation = prepareOperation(documents, params);
      return operation.definition.operation === 'subscription' ? operation : null;
    } catch {
      return null;
    }
  }

  /** One function for all of them. */
  function letGo(response: ServerResponse): void {
    streams.get(response)?.close();
    streams.delete(response);
    connections.release(EVERYBODY);
  }

  return {
    async answer(call, params, format, response, headers) {
      const operation = findSubscription(params);
      if (!operation) return false;
      const viewer = await authenticate(call.request.headers);
      if (call.left) return true;
      call.identify(viewer);
      if (response.socket === null) throw new RefusedRequestError(400, 'The stream needs its own connection.');
      if (isEnding) throw new RefusedRequestError(503, 'The gateway is stopping.');
      if (connections.isFull(EVERYBODY)) {
        throw new RefusedRequestError(503, 'The gateway has reached its maximum number of connections.');
      }
      const stream = new EventStream(response, formats[format], limits);
      const asked = { operation, variables: params.variables ?? {} };
      const subscription = subscriber.prepare(call, asked, stream);
      connections.acquire(EVERYBODY);
      streams.set(response, stream);
      call.closed = letGo;
      stream.open(clock, headers, subscription, viewer);
      await subscription.begin(asked);
      return true;
    },
    open: () => streams.values(),
    end() {
      isEnding = true;
      for (const stream of streams.values()) stream.breakOff();
    },
  };
}
