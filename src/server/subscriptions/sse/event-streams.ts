import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { Clock } from '../../../clock.ts';
import type { PreparedOperation } from '../../documents/prepare.ts';
import { RefusedRequestError } from '../../errors/refused-request-error.ts';
import type { ByteShares } from '../../fairness/byte-shares.ts';
import type { Caller } from '../../request/caller.ts';
import type { HttpOperationRequest } from '../../request/operation-request.ts';
import { type ClientQuota, EVERYBODY } from '../delivery/client-quota.ts';
import type { Subscriber } from '../delivery/subscriber.ts';
import type { BackpressureParts } from '../delivery/write-backpressure.ts';
import { createMultipartFormat } from '../multipart/multipart-format.ts';
import type { StreamingLimits } from '../streaming-limits.ts';
import { EventStream } from './event-stream.ts';
import { createSseFormat } from './sse-format.ts';

/** Subscriptions as streams that answer an ordinary request, in any format. */
export interface EventStreams<Viewer> {
  /**
   * Answers with a stream.
   * @throws why the subscription is refused; nothing has been answered then
   */
  open(
    call: HttpOperationRequest<Viewer>,
    prepared: PreparedOperation,
    response: ServerResponse,
    headers: OutgoingHttpHeaders,
  ): Promise<void>;
  all(): Iterable<EventStream>;
  /** From now on each that is asked for is refused. */
  openNoMore(): void;
}

export interface EventStreamsParts<Viewer> extends BackpressureParts {
  readonly bytes: ByteShares;
  readonly clock: Clock;
  readonly subscriber: Subscriber<Viewer>;
  readonly connections: ClientQuota;
  /** The same, by client. */
  readonly shares: ClientQuota;
  readonly limits: StreamingLimits;
}

export function createEventStreams<Viewer extends Caller>(parts: EventStreamsParts<Viewer>): EventStreams<Viewer> {
  const { clock, subscriber, connections, shares } = parts;
  const streams = new Map<ServerResponse, EventStream>();
  const formats = { 'text/event-stream': createSseFormat(), 'multipart/mixed': createMultipartFormat() };
  let isEnding = false;

  /** One function for all of them. */
  function letGo(response: ServerResponse): void {
    const stream = streams.get(response);
    if (stream === undefined) return;
    stream.close();
    streams.delete(response);
    connections.release(EVERYBODY);
    shares.release(stream.client);
  }

  return {
    async open(call, prepared, response, headers) {
      if (call.lifetime.hasLeft || call.streamType === null) return;
      if (isEnding) throw new RefusedRequestError(503, 'The gateway is stopping.');
      if (connections.isFull(EVERYBODY)) {
        throw new RefusedRequestError(503, 'The gateway has reached its maximum number of connections.');
      }
      const { client } = call.viewer;
      if (shares.isFull(client)) {
        throw new RefusedRequestError(503, 'This client has its share of the connections of the gateway.');
      }
      const own = { lane: call.work.lane, response, format: formats[call.streamType] };
      const stream = new EventStream(own, parts);
      const subscription = subscriber.prepare(call, prepared, stream);
      connections.acquire(EVERYBODY);
      shares.acquire(client);
      streams.set(response, stream);
      call.onClosed(letGo);
      stream.open(clock, headers, subscription, call.viewer);
      await subscription.begin(prepared);
    },
    all: () => streams.values(),
    openNoMore() {
      isEnding = true;
    },
  };
}
