import { hash } from 'node:crypto';
import type { AnswerPlace, SharedAnswer } from '../../contracts/answer-sharing.ts';
import type { Ages } from '../../contracts/watch-sharing.ts';
import type { Plan } from '../../live/schedule/polling.ts';
import { encodeValue } from '../value-codec.ts';
import { encodeFailure } from './failure-codec.ts';
import type { Publication } from './watch-store.ts';

export interface OutboxParts {
  /** This one. */
  readonly instance: string;
  /** Sends everything at once. Resolves once the others have it, or Redis is away. */
  readonly publish: (publications: readonly Publication[]) => Promise<void>;
  /** An instant of this instance's clock, by the clock that all share. */
  readonly toShared: (at: number) => number;
  /** Whether it is watched here. */
  readonly isWatched: (address: string) => boolean;
  readonly agesOf: (address: string) => Ages | null;
}

/** The value that other instances have of an address. */
interface Version {
  /** Null if another instance has published it. */
  readonly digest: string | null;
  readonly asked: number;
}

/**
 * Collects the news of one turn of the event loop: an answer goes out together with the plan that follows from it. A value
 * that the others have already is not sent again.
 */
export class Outbox {
  readonly #parts: OutboxParts;
  readonly #versions = new Map<string, Version>();
  /** The state of an answer is the text of its value only: its ages follow from what becomes of it here. */
  #pending = new Map<string, Publication>();
  #flushed = Promise.withResolvers<void>();
  #publishing: Promise<void> | null = null;

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  /** Readers of other instances get news; null if there are none, or all have them. */
  get publishing(): Promise<void> | null {
    return this.#publishing;
  }

  answered(address: string, { value, ...place }: SharedAnswer): void {
    const text = encodeValue(value);
    const { asked: valueAsked, isNew } = this.#versionOf(address, text, place.asked);
    this.#add(address, { answer: { ...this.#sharedPlace(place), valueAsked, state: isNew ? text : null } });
  }

  planned(address: string, { nextAt, isThrottled }: Plan): void {
    this.#add(address, { plan: { nextAt: this.#parts.toShared(nextAt), isThrottled } });
  }

  failed(address: string, error: Error, at: number): void {
    this.#add(address, { failure: { error: encodeFailure(error), at: this.#parts.toShared(at) } });
  }

  /** All that is known of an address, for an instance that lacks it. */
  whole(address: string, { value, ...place }: SharedAnswer, plan: Plan | null): Publication {
    const { toShared } = this.#parts;
    const text = encodeValue(value);
    const { asked: valueAsked } = this.#versionOf(address, text, place.asked);
    return {
      address,
      answer: { ...this.#sharedPlace(place), valueAsked, state: this.#stateOf(address, text, valueAsked) },
      plan: plan && { ...plan, nextAt: toShared(plan.nextAt) },
      failure: null,
      isKept: true,
    };
  }

  /** Another instance has published this value. */
  markPublished(address: string, valueAsked: number): void {
    if (this.#parts.isWatched(address)) this.#versions.set(address, { digest: null, asked: valueAsked });
  }

  /** The place in the order of the first answer with the value that all have; undefined if none is known. */
  versionOf(address: string): number | undefined {
    return this.#versions.get(address)?.asked;
  }

  forget(address: string): void {
    this.#versions.delete(address);
  }

  /** From now on each value is sent once more: the others may have forgotten theirs. */
  forgetAll(): void {
    this.#versions.clear();
  }

  /** The version of this value: the known one, or a new one if the others do not have it. */
  #versionOf(address: string, text: string, asked: number): Version & { readonly isNew: boolean } {
    const digest = hash('sha1', text, 'base64');
    const last = this.#versions.get(address);
    if (last?.digest === digest) return { ...last, isNew: false };
    const version = { digest, asked };
    if (this.#parts.isWatched(address)) this.#versions.set(address, version);
    return { ...version, isNew: true };
  }

  #sharedPlace({ at, by, ...tickets }: AnswerPlace) {
    return { ...tickets, at: this.#parts.toShared(at), by: by ?? this.#parts.instance };
  }

  /** A `PublishedState` as text, made of the text of its value. */
  #stateOf(address: string, value: string, asked: number): string {
    const { agesOf, toShared } = this.#parts;
    const ages = agesOf(address);
    const shared = ages && Object.fromEntries(Object.entries(ages).map(([key, since]) => [key, toShared(since)]));
    return `{"asked":${asked},"value":${value},"ages":${JSON.stringify(shared)}}`;
  }

  #add(address: string, news: Partial<Publication>): void {
    if (this.#pending.size === 0) setImmediate(() => this.#flush());
    const isKept = this.#parts.isWatched(address);
    const pending = this.#pending.get(address) ?? { address, answer: null, plan: null, failure: null, isKept };
    // An answer with the value goes out even if the next one, with the same value, comes in the same turn.
    const answer = news.answer?.state === null ? { ...news.answer, state: pending.answer?.state ?? null } : news.answer;
    this.#pending.set(address, { ...pending, ...news, ...(answer && { answer }), isKept });
    if (isKept && typeof news.answer?.state === 'string') this.#publishing = this.#flushed.promise;
  }

  #complete(publication: Publication): Publication {
    const { address, answer } = publication;
    if (answer === null || answer.state === null) return publication;
    return { ...publication, answer: { ...answer, state: this.#stateOf(address, answer.state, answer.valueAsked) } };
  }

  #flush(): void {
    const publications = [...this.#pending.values()].map((publication) => this.#complete(publication));
    const { promise, resolve } = this.#flushed;
    this.#pending = new Map();
    this.#flushed = Promise.withResolvers();
    void this.#parts.publish(publications).then(() => {
      if (this.#publishing === promise) this.#publishing = null;
      resolve();
    });
  }
}
