import type { FlightSharing } from '../contracts/flight-sharing.ts';
import type { RequestOptions } from '../upstream/request-options.ts';
import type { Service } from '../upstream/service.ts';
import { MAX_STALE_MS } from './catalogue.ts';
import type { Ask, ReadOptions } from './read-options.ts';

/** How the reads of an account are shared with other instances. */
export interface FlightParts {
  /** Default: this is the only instance of the gateway. */
  readonly flights?: FlightSharing | undefined;
  readonly maxAgeMs: number;
  /** The ticket of the last write of the account: earlier answers of other instances are worthless. */
  readonly lastWrite: () => number;
}

/** Asks the service, unless another instance is asking for the same or was answered a moment ago. */
export function askThroughFlights<T extends object>(
  { flights, maxAgeMs, lastWrite }: FlightParts,
  request: { readonly address: string; readonly call: RequestOptions; readonly fresh: ReadOptions['fresh'] },
  ask: (call: RequestOptions) => Promise<T>,
): Ask<T> {
  const { address, call, fresh } = request;
  const askService: Ask<T> = (signal, onTicket, _after, onAnswer) => {
    const onRequest = (ticket: number) => {
      onTicket(ticket);
      call.onRequest(ticket);
    };
    return ask({ ...call, signal, onRequest, onAnswer });
  };
  if (flights === undefined || fresh === 'anew') return askService;
  return async (signal, onTicket, after, onAnswer) => {
    const askOnce = () => askWithTicket(onTicket, (onOwnTicket) => askService(signal, onOwnTicket, after, onAnswer));
    const answer = await flights.share(address, askOnce, {
      maxAgeMs: fresh || maxAgeMs === 0 ? null : maxAgeMs,
      keepMs: maxAgeMs,
      after: Math.max(lastWrite(), after),
      signal,
    });
    if (answer.place !== null) {
      onTicket(answer.place.asked, answer.place);
      onAnswer(answer.bytes);
    }
    return answer.value;
  };
}

/** The answer, with the ticket of the last request that was sent for it. */
async function askWithTicket<T>(
  onTicket: (ticket: number) => void,
  ask: (onTicket: (ticket: number) => void) => Promise<T>,
): Promise<{ readonly value: T; readonly asked: number }> {
  let asked = 0;
  const value = await ask((ticket) => {
    asked = ticket;
    onTicket(ticket);
  });
  return { value, asked };
}

interface CatalogueFlightParts extends Pick<FlightParts, 'flights'> {
  readonly service: Service;
  readonly reading: { readonly catalogueMaxAgeMs: number };
}

/** The service, whose options and voices are asked for once by all instances. */
export function shareCatalogue({ service, flights, reading }: CatalogueFlightParts): Service {
  const { catalogueMaxAgeMs: maxAgeMs } = reading;
  if (flights === undefined) return service;
  const shared = <T extends object>(address: string, read: (call: RequestOptions) => Promise<T>) => ({
    async read(call: RequestOptions): Promise<T> {
      const ask = () => askWithTicket(call.onRequest, (onRequest) => read({ ...call, onRequest }));
      try {
        const { signal } = call;
        return (await flights.share(address, ask, { maxAgeMs, keepMs: MAX_STALE_MS, after: 0, signal })).value;
      } catch (error) {
        call.signal.throwIfAborted();
        const old = await flights.recall<T>(address, MAX_STALE_MS);
        if (old === null) throw error;
        return old;
      }
    },
  });
  return {
    ...service,
    options: shared('options', service.options.read),
    voices: shared('voices', service.voices.read),
  };
}
