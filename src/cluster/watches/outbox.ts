import { hash } from 'node:crypto';
import type { SharedAnswer } from '../../contracts/answer-sharing.ts';
import type { Ages } from '../../contracts/watch-sharing.ts';
import type { Plan } from '../../live/schedule/polling.ts';
import { encodeValue } from '../value-codec.ts';
import { encodeFailure } from './failure-codec.ts';
import type { Publication } from './watch-store.ts';

export interface OutboxParts {
  /** Sends everything at once. */
  readonly publish: (publications: readonly Publication[]) => void;
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
  #pending = new Map<string, Publication>();

  constructor(parts: OutboxParts) {
    this.#parts = parts;
  }

  answered(address: string, { value, asked, at }: SharedAnswer): void {
    const text = encodeValue(value);
    const { asked: valueAsked, isNew } = this.#versionOf(address, text, asked);
    const state = isNew ? this.#stateOf(address, text, valueAsked) : null;
    this.#add(address, { answer: { asked, at: this.#parts.toShared(at), valueAsked, state } });
  }

  planned(address: string, { nextAt, isThrottled }: Plan): void {
    this.#add(address, { plan: { nextAt: this.#parts.toShared(nextAt), isThrottled } });
  }

  failed(address: string, error: Error, at: number): void {
    this.#add(address, { failure: { error: encodeFailure(error), at: this.#parts.toShared(at) } });
  }

  /** All that is known of an address, for an instance that lacks it. */
  whole(address: string, { value, asked, at }: SharedAnswer, plan: Plan | null): Publication {
    const { toShared } = this.#parts;
    const text = encodeValue(value);
    const { asked: valueAsked } = this.#versionOf(address, text, asked);
    return {
      address,
      answer: { asked, at: toShared(at), valueAsked, state: this.#stateOf(address, text, valueAsked) },
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
  }

  #flush(): void {
    const publications = [...this.#pending.values()];
    this.#pending = new Map();
    this.#parts.publish(publications);
  }
}
