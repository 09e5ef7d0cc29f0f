import { createHash, randomUUID } from 'node:crypto';
import { type Clock, repeat } from '../../clock.ts';
import type { FlightAnswer, FlightOptions, FlightSharing } from '../../contracts/flight-sharing.ts';
import { toError } from '../../errors.ts';
import { MICROSECONDS } from '../../upstream/quota/quota-rules.ts';
import type { AccountNames } from '../account-names.ts';
import { quietly } from '../quietly.ts';
import { RedisAwayError } from '../redis-errors.ts';
import type { RedisLink } from '../redis-link.ts';
import { decodeFailure, encodeFailure, type FailureRecord } from '../watches/failure-codec.ts';
import { decodeAnswer, encodeAnswer } from './answer-codec.ts';
import { CLAIM_FLIGHT, FLIGHT_LEASE_MS, LAND_FLIGHT } from './flight-scripts.ts';

export interface RedisFlightsParts {
  readonly link: RedisLink;
  readonly names: AccountNames;
  readonly clock: Clock;
}

type Ask<T> = () => Promise<{ readonly value: T; readonly asked: number }>;

/** How the flight of another instance has ended, as far as is known. */
type Landing =
  | { readonly is: 'landed' | 'unknown' }
  | { readonly is: 'failed'; readonly tries: number; readonly failure: FailureRecord };

/** A request that fails is made once more, by one of those who need it; then all of them get its failure. */
const MOST_TRIES = 2;
/** It looks again whether the other one still asks. */
const LOOK_AGAIN_MS = 1_000;
/** It does not matter which instance has asked: the requests of all to one address follow each other. */
const UNNAMED = 'another';
/** Who waits for an answer gets it, also where nothing is remembered and where the process is busy as it comes. */
const LEAST_KEPT_MS = 5_000;

/** The requests under way of one account, over all instances, and their answers of the last moments. */
export class RedisFlights implements FlightSharing {
  readonly #parts: RedisFlightsParts;
  readonly #waiting = new Map<string, Set<(landing: Landing) => void>>();
  readonly #observation: Disposable;
  readonly #subscription: Promise<Disposable>;

  constructor(parts: RedisFlightsParts) {
    this.#parts = parts;
    const { link } = parts;
    this.#subscription = link.subscribe(this.#channel, (message) => this.#hear(message));
    this.#observation = link.observe({ onJoined: () => undefined, onLost: () => this.#giveUp() });
  }

  async share<T extends object>(address: string, ask: Ask<T>, options: FlightOptions): Promise<FlightAnswer<T>> {
    const flight = shortened(address);
    const owner = randomUUID();
    const startedAt = this.#parts.clock.now();
    let maxAgeMs = options.maxAgeMs ?? -1;
    for (let tries = 1; ; ) {
      options.signal.throwIfAborted();
      using landing = this.#landing(flight);
      const [outcome, text, age] = await this.#claim(flight, owner, maxAgeMs, options.after);
      if (outcome === 'away') return { value: (await ask()).value, place: null };
      if (outcome === 'mine') return this.#fly(flight, owner, tries, ask, options.keepMs);
      if (outcome === 'hit') return this.#read<T>(text, age);
      const end = await landing.end(options.signal);
      if (end.is === 'failed' && end.tries >= MOST_TRIES) throw decodeFailure(end.failure);
      if (end.is === 'failed') tries = end.tries + 1;
      // It may have landed while this instance was looking again: what has come since it began to wait serves.
      maxAgeMs = Math.max(maxAgeMs, end.is === 'landed' ? LEAST_KEPT_MS : this.#parts.clock.now() - startedAt);
    }
  }

  async recall<T extends object>(address: string, maxAgeMs: number): Promise<T | null> {
    const flight = shortened(address);
    const owner = randomUUID();
    const [outcome, text, age] = await this.#claim(flight, owner, maxAgeMs, 0);
    if (outcome === 'mine') await this.#land(flight, owner, 'left', null);
    return outcome === 'hit' ? (await this.#read<T>(text, age)).value : null;
  }

  [Symbol.dispose](): void {
    this.#observation[Symbol.dispose]();
    void this.#subscription.then((subscription) => subscription[Symbol.dispose]());
    this.#giveUp();
  }

  get #channel(): string {
    return this.#parts.names.channel('flights');
  }

  async #fly<T extends object>(
    flight: string,
    owner: string,
    tries: number,
    ask: Ask<T>,
    keepMs: number,
  ): Promise<FlightAnswer<T>> {
    const renew = () => void this.#claim(flight, owner, -1, 0);
    using _renewal = repeat(this.#parts.clock, FLIGHT_LEASE_MS / 2, renew);
    try {
      const { value, asked } = await ask();
      const kept = encodeAnswer(value).then((text) => ({ text, asked, keepMs: Math.max(keepMs, LEAST_KEPT_MS) }));
      void kept.then((answer) => this.#land(flight, owner, 'landed', answer));
      return { value, place: null };
    } catch (error) {
      const { name } = toError(error);
      const isLeft = name === 'AbortError' || name === 'TimeoutError';
      const failed = `failed ${tries} ${JSON.stringify(encodeFailure(toError(error)))}`;
      void this.#land(flight, owner, isLeft ? 'left' : failed, null);
      throw error;
    }
  }

  #claim(flight: string, owner: string, maxAgeMs: number, after: number): Promise<Claimed> {
    const { link } = this.#parts;
    return link.run(CLAIM_FLIGHT, this.#keys(flight), [flight, owner, maxAgeMs, after]).then(
      (reply) => reply as Claimed,
      (error: unknown): Claimed => {
        if (error instanceof RedisAwayError) return ['away', '', 0];
        throw error;
      },
    );
  }

  #land(
    flight: string,
    owner: string,
    news: string,
    answer: { readonly text: string; readonly asked: number; readonly keepMs: number } | null,
  ): Promise<void> {
    const kept = answer === null ? [0, 0, ''] : [answer.keepMs, answer.asked, answer.text];
    const words = [flight, owner, this.#channel, `${flight} ${news}`, ...kept];
    return quietly(this.#parts.link.run(LAND_FLIGHT, this.#keys(flight), words));
  }

  async #read<T>(answer: string, age: number) {
    const [ticket = '', ms = ''] = answer.split(' ', 2);
    const value = (await decodeAnswer(answer.slice(ticket.length + ms.length + 2))) as T;
    const at = this.#parts.clock.now() - age;
    const place = { asked: Number(ticket), answered: Number(ms) * MICROSECONDS, at, by: UNNAMED };
    return { value, place, bytes: answer.length };
  }

  #keys(flight: string): readonly string[] {
    const { names } = this.#parts;
    return [names.key('flights'), names.key(`read:${flight}`)];
  }

  /** Listens from now on, so that no end of a flight is missed. */
  #landing(flight: string) {
    const landed = Promise.withResolvers<Landing>();
    const listeners = this.#waiting.get(flight) ?? new Set();
    this.#waiting.set(flight, listeners.add(landed.resolve));
    const { clock } = this.#parts;
    return {
      end: async (signal: AbortSignal): Promise<Landing> => {
        using _timer = clock.after(LOOK_AGAIN_MS, () => landed.resolve({ is: 'unknown' }));
        const left = Promise.withResolvers<Landing>();
        const onAbort = () => left.reject(signal.reason);
        signal.addEventListener('abort', onAbort);
        return await Promise.race([landed.promise, left.promise]).finally(() => {
          signal.removeEventListener('abort', onAbort);
        });
      },
      [Symbol.dispose]: () => {
        listeners.delete(landed.resolve);
        if (listeners.size === 0 && this.#waiting.get(flight) === listeners) this.#waiting.delete(flight);
      },
    };
  }

  #hear(message: string): void {
    const [flight = '', news = '', tries = ''] = message.split(' ', 3);
    const waiting = this.#waiting.get(flight);
    if (waiting === undefined) return;
    const text = message.slice(flight.length + news.length + tries.length + 3);
    const landing: Landing =
      news === 'failed'
        ? { is: 'failed', tries: Number(tries), failure: JSON.parse(text) as FailureRecord }
        : { is: news === 'landed' ? 'landed' : 'unknown' };
    for (const settle of [...waiting]) settle(landing);
  }

  /** Redis is away: whoever waits asks itself. */
  #giveUp(): void {
    for (const waiting of this.#waiting.values()) for (const settle of [...waiting]) settle({ is: 'unknown' });
  }
}

type Claimed = readonly [outcome: 'hit' | 'join' | 'mine' | 'away', text: string, age: number];

/** The name of a thing may be long, and is nobody's business. */
const shortened = (address: string): string => createHash('sha256').update(address).digest('base64url').slice(0, 22);
