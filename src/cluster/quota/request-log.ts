import { countWhile } from '../../domain/common/count-while.ts';
import { MICROSECONDS } from '../../upstream/quota/quota-rules.ts';

/** One request that was sent, by whichever instance. */
export interface SentRequest {
  /** Orders the requests, and says when it was sent: microseconds of Redis' time. */
  readonly ticket: number;
  /** As it stands in Redis: the ticket, the instance and the client, so that a request that is added twice counts once. */
  readonly member: string;
  readonly client: string;
}

export function sentRequest(member: string): SentRequest {
  const [ticket = '', , client = ''] = member.split(':');
  return { ticket: Number(ticket), member, client };
}

/** The requests of the longest window, in order: a copy of what is in Redis. */
export class RequestLog {
  readonly #keepMs: number;
  #requests: SentRequest[];

  constructor(keepMs: number, requests: readonly SentRequest[] = []) {
    this.#keepMs = keepMs;
    this.#requests = [...requests];
  }

  get requests(): readonly SentRequest[] {
    return this.#requests;
  }

  /** The ticket of the latest; 0 if there is none. */
  get head(): number {
    return this.#requests.at(-1)?.ticket ?? 0;
  }

  /** Adds those that are later than all that are there. @returns how many there were */
  append(requests: readonly SentRequest[]): number {
    const { head } = this;
    const later = requests.filter(({ ticket }) => ticket > head);
    this.#requests.push(...later);
    return later.length;
  }

  /** Removes what no window counts any more. @returns how many there were */
  prune(nowMs: number): number {
    const count = countUntil(this.#requests, nowMs - this.#keepMs);
    if (count > 0) this.#requests.splice(0, count);
    return count;
  }
}

/** How many were sent at this time or before. */
export function countUntil(requests: readonly SentRequest[], ms: number): number {
  return countWhile(requests, (request) => sentAtMs(request) <= ms);
}

/** Infinity beyond the last one. */
export const sentAtMs = (request: SentRequest | undefined): number =>
  request === undefined ? Number.POSITIVE_INFINITY : request.ticket / MICROSECONDS;
