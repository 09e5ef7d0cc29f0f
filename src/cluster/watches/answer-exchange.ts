import type { Clock } from '../../clock.ts';
import type { SharedAnswer, SharedAnswers, SharedWrite } from '../../contracts/answer-sharing.ts';
import type { Ages, SharedResource } from '../../contracts/watch-sharing.ts';
import type { DemandRecord } from '../../live/schedule/polling.ts';
import type { Membership } from '../membership.ts';
import { quietly } from '../quietly.ts';
import type { Expectations } from './expectations.ts';
import { decodeFailure } from './failure-codec.ts';
import { Outbox } from './outbox.ts';
import type { SharedScheduler } from './shared-scheduler.ts';
import type { Publication, ReceivedPublication, WatchStore } from './watch-store.ts';

export interface AnswerExchangeParts {
  readonly store: WatchStore;
  /** This one. */
  readonly instance: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly membership: Pick<Membership, 'offset'>;
  readonly reads: () => SharedAnswers;
  /** The addresses that are watched on this instance. */
  readonly resources: ReadonlyMap<string, SharedResource>;
  readonly expectations: Expectations;
  readonly scheduler: SharedScheduler;
  readonly isFollowing: () => boolean;
  /** A value is lacking here that another instance has published earlier. */
  readonly onLacking: (address: string) => void;
}

/** The answers and writes of one account on their way between this instance and the others. */
export class AnswerExchange {
  readonly #parts: AnswerExchangeParts;
  readonly #outbox: Outbox;
  /** The watched addresses of which an answer is known. */
  readonly #known = new Set<string>();

  constructor(parts: AnswerExchangeParts) {
    const { store, instance, resources } = parts;
    this.#parts = parts;
    this.#outbox = new Outbox({
      instance,
      publish: (publications) => quietly(store.publish(publications)),
      toShared: (at) => at + parts.membership.offset,
      isWatched: (address) => resources.has(address),
      agesOf: (address) => resources.get(address)?.ages ?? null,
    });
  }

  get publishing(): Promise<void> | null {
    return this.#outbox.publishing;
  }

  answered(address: string, answer: SharedAnswer): void {
    if (this.#parts.resources.has(address)) this.#known.add(address);
    this.#outbox.answered(address, answer);
  }

  planned(...news: Parameters<Outbox['planned']>): void {
    this.#outbox.planned(...news);
  }

  failed(address: string, error: Error): void {
    this.#outbox.failed(address, error, this.#parts.clock.now());
  }

  wrote(write: SharedWrite): void {
    this.#outbox.forgetAll();
    void quietly(this.#parts.store.wrote({ ...write, at: write.at + this.#parts.membership.offset }));
  }

  absorbWrites(writes: readonly SharedWrite[]): void {
    if (writes.length > 0) this.#outbox.forgetAll();
    for (const write of writes) this.#parts.reads().absorbWrite({ ...write, at: this.#toLocal(write.at) });
  }

  /** The kept answers: details come first, so that they are not asked for once the list is known. */
  absorbStates(states: readonly ReceivedPublication[]): void {
    const isPolled = ({ address }: ReceivedPublication) => this.#parts.scheduler.has(address);
    this.receive(states.toSorted((a, b) => Number(isPolled(a)) - Number(isPolled(b))));
  }

  receive(entries: readonly ReceivedPublication[]): void {
    for (const entry of entries) this.#receive(entry);
  }

  /** Sends everything that this instance knows of what is watched here. */
  publishAll(): void {
    this.#outbox.forgetAll();
    const publications = [...this.#parts.resources.keys()]
      .map((address) => this.#whole(address))
      .filter((one) => one !== null);
    if (publications.length > 0) void quietly(this.#parts.store.publish(publications));
  }

  /** Sends what would serve a reader here. @returns whether there is such an answer */
  publishAgain(address: string): boolean {
    const publication = this.#whole(address);
    if (publication !== null) void quietly(this.#parts.store.send({ is: 'publications', publications: [publication] }));
    return publication !== null;
  }

  /** It is not watched here any more. */
  close(address: string): void {
    this.#known.delete(address);
    this.#outbox.forget(address);
  }

  toShared(demand: DemandRecord): DemandRecord {
    return { ...demand, at: demand.at + this.#parts.membership.offset };
  }

  fromShared(demand: DemandRecord | null): DemandRecord | undefined {
    return demand === null ? undefined : { ...demand, at: this.#toLocal(demand.at) };
  }

  #toLocal(at: number): number {
    return at - this.#parts.membership.offset;
  }

  #whole(address: string): Publication | null {
    const answer = this.#parts.reads().latest(address);
    return answer && this.#outbox.whole(address, answer, this.#parts.scheduler.planOf(address));
  }

  #receive({ address, answer, plan, failure }: ReceivedPublication): void {
    const { expectations, resources, scheduler, isFollowing } = this.#parts;
    if (plan !== null) scheduler.planned(address, { ...plan, nextAt: this.#toLocal(plan.nextAt) });
    if (failure !== null) {
      const error = decodeFailure(failure.error);
      const isAwaited = expectations.failed(address, error);
      if (!isAwaited && isFollowing()) resources.get(address)?.failed(error, this.#toLocal(failure.at));
    }
    if (answer === null) return;
    if (this.#absorb(address, answer)) expectations.answered(address);
    else if (resources.has(address)) this.#parts.onLacking(address);
  }

  /** @returns false if the value is lacking */
  #absorb(
    address: string,
    { asked, answered, at, by, valueAsked, state }: NonNullable<ReceivedPublication['answer']>,
  ): boolean {
    const place = { asked, answered, at: this.#toLocal(at), by: by === this.#parts.instance ? null : by };
    if (state === null) {
      return this.#outbox.versionOf(address) === valueAsked && this.#parts.reads().confirm(address, place);
    }
    // A value that does not count is not the one that later answers confirm.
    const isLatest = this.#parts.reads().absorb(address, { value: state.value, ...place });
    if (isLatest) this.#outbox.markPublished(address, valueAsked);
    const resource = this.#parts.resources.get(address);
    if (resource === undefined || this.#known.has(address)) return true;
    this.#known.add(address);
    if (state.ages !== null) resource.restore?.(this.#localAges(state.ages));
    return true;
  }

  #localAges(ages: Ages): Ages {
    return Object.fromEntries(Object.entries(ages).map(([key, since]) => [key, this.#toLocal(since)]));
  }
}
