import type { Clock } from '../../clock.ts';
import type { AnswerSharing, SharedAnswer, SharedAnswers, SharedWrite } from '../../contracts/answer-sharing.ts';
import type { SharedResource, WatchSharing } from '../../contracts/watch-sharing.ts';
import type { SharedLive } from '../../live/live.ts';
import type { Scheduler } from '../../live/schedule/polling.ts';
import type { Membership } from '../membership.ts';
import { quietly } from '../quietly.ts';
import type { RedisLink } from '../redis-link.ts';
import { AnswerExchange } from './answer-exchange.ts';
import { Expectations } from './expectations.ts';
import { KeptWatches } from './kept-watches.ts';
import { OwnWants } from './own-wants.ts';
import { Pilotage } from './pilotage.ts';
import { SharedScheduler, type SharedSchedulerParts } from './shared-scheduler.ts';
import type { WatchMessage, WatchStore } from './watch-store.ts';

export interface AccountShareParts {
  readonly store: WatchStore;
  /** This one. */
  readonly instance: string;
  readonly clock: Clock;
  readonly link: Pick<RedisLink, 'state' | 'observe'>;
  readonly membership: Pick<Membership, 'offset' | 'onEmptied'>;
  readonly createScheduler: SharedSchedulerParts['create'];
  /** How the account reads and watches on this instance. Both are made of the share, so they are asked for later. */
  readonly reads: () => SharedAnswers;
  readonly live: () => SharedLive;
}

/** A follower asks itself if the pilot says nothing for so long, … */
const PILOT_SAYS_MS = 1_000;
/** … and if the pilot asks, but has no answer for so long. */
const PILOT_ASKS_MS = 20_000;
/** It is known by then who polls: a command to Redis is answered in time, or the instance is alone. */
const SETTLED_MS = 5_000;

/** One account on one of several instances: who polls, what is asked for whom, and how answers go round. */
export class AccountShare implements AnswerSharing, WatchSharing, AsyncDisposable {
  readonly #parts: AccountShareParts;
  readonly #resources = new Map<string, SharedResource>();
  readonly #scheduler: SharedScheduler;
  readonly #expectations: Expectations;
  readonly #exchange: AnswerExchange;
  readonly #kept: KeptWatches;
  readonly #wants: OwnWants;
  readonly #pilotage: Pilotage;
  readonly #held = new DisposableStack();
  #opening: Promise<void> | null;

  constructor(parts: AccountShareParts) {
    const { clock, live, link, membership } = parts;
    this.#parts = parts;
    const shared = { ...parts, resources: this.#resources };
    this.#expectations = new Expectations(clock);
    this.#scheduler = new SharedScheduler({
      create: parts.createScheduler,
      now: clock.now,
      onNeeds: () => this.#needed(),
      onPlanned: (address, plan) => this.#exchange.planned(address, plan),
    });
    const scheduled = { ...shared, expectations: this.#expectations, scheduler: this.#scheduler };
    this.#exchange = new AnswerExchange({
      ...scheduled,
      isFollowing: () => this.#pilotage.role === 'follower',
      onLacking: (address) => this.#wants.look(address),
    });
    this.#kept = new KeptWatches({ keep: (want) => live().keep(want) }, clock.now);
    this.#wants = new OwnWants({
      ...shared,
      wants: () => live().wants(),
      isSending: () => this.#isSending,
      isLeaving: () => this.#pilotage.isRetired,
    });
    const watches = { exchange: this.#exchange, kept: this.#kept, wants: this.#wants };
    this.#pilotage = this.#held.use(new Pilotage({ ...scheduled, ...watches, opened: () => this.#opening }));
    const pilotage = this.#pilotage;
    this.#held.use(link.observe({ onJoined: () => void pilotage.rejoin(), onLost: () => pilotage.goAlone() }));
    this.#held.use(membership.onEmptied(() => void pilotage.rejoin()));
    this.#opening = this.#open().finally(() => {
      this.#opening = null;
    });
  }

  get scheduler(): Scheduler {
    return this.#scheduler;
  }

  get opening(): Promise<void> | null {
    return this.#opening;
  }

  get lease(): string | undefined {
    return this.#pilotage.lease;
  }

  get isFollowing(): boolean {
    const { role, holdsLease } = this.#pilotage;
    return role === 'follower' || role === 'settling' || (role === 'pilot' && !holdsLease);
  }

  get publishing(): Promise<void> | null {
    return this.#exchange.publishing;
  }

  answered(address: string, answer: SharedAnswer): void {
    this.#exchange.answered(address, answer);
  }

  wrote(write: SharedWrite): void {
    this.#exchange.wrote(write);
  }

  failed(address: string, error: Error): void {
    if (this.#pilotage.role === 'pilot') this.#exchange.failed(address, error);
  }

  elsewhere(address: string, signal: AbortSignal): Promise<boolean> | null {
    const { role } = this.#pilotage;
    if (role === 'settling') return this.#elsewhereOnceSettled(address, signal);
    return role === 'follower' ? this.#look(address, signal) : null;
  }

  open(address: string, resource: SharedResource): Disposable {
    this.#resources.set(address, resource);
    return {
      [Symbol.dispose]: () => {
        if (this.#resources.get(address) !== resource) return;
        this.#resources.delete(address);
        this.#exchange.close(address);
        if (this.#pilotage.role === 'pilot') void quietly(this.#parts.store.forget([address]));
      },
    };
  }

  /** The instance stops: others poll from now on. */
  retire(): Promise<void> {
    return this.#pilotage.retire();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#held[Symbol.dispose]();
    this.#expectations.giveUp();
    this.#scheduler[Symbol.dispose]();
    await this.retire();
  }

  get #isSending(): boolean {
    const { role } = this.#pilotage;
    return role === 'pilot' || role === 'follower';
  }

  /** From now on what the other instances know is known here: their writes and latest answers, and all to come. */
  async #open(): Promise<void> {
    const { store } = this.#parts;
    const listening = await store.listen((message) => this.#receive(message));
    if (this.#held.disposed) listening[Symbol.dispose]();
    else this.#held.use(listening);
    await quietly(
      store.snapshot().then(({ writes, states }) => {
        this.#exchange.absorbWrites(writes);
        this.#exchange.absorbStates(states);
      }),
    );
  }

  #needed(): void {
    if (this.#pilotage.role === 'idle') void this.#pilotage.settle();
    else this.#wants.changed();
  }

  async #elsewhereOnceSettled(address: string, signal: AbortSignal): Promise<boolean> {
    const isAnswered = await this.#expectations.wait(address, signal, SETTLED_MS);
    return isAnswered || (this.#pilotage.role === 'follower' && this.#look(address, signal));
  }

  #look(address: string, signal: AbortSignal): Promise<boolean> {
    this.#wants.look(address);
    return this.#expectations.wait(address, signal, PILOT_SAYS_MS);
  }

  #receive(message: WatchMessage): void {
    switch (message.is) {
      case 'vacant':
        this.#pilotage.vacated();
        return;
      case 'wants':
        if (this.#pilotage.role === 'pilot') this.#serve(message);
        return;
      case 'asking':
        for (const address of message.addresses) this.#expectations.extend(address, PILOT_ASKS_MS);
        return;
      case 'wrote':
        this.#exchange.absorbWrites([message.write]);
        return;
      case 'publications':
        this.#exchange.receive(message.entries);
    }
  }

  /** The readers of another instance want this; for the answers of some addresses they wait. */
  #serve({ from, looks, ...change }: WatchMessage & { readonly is: 'wants' }): void {
    this.#kept.change(from, change);
    const asking = looks.filter((address) => !this.#exchange.publishAgain(address) && this.#ask(address));
    if (asking.length > 0) void quietly(this.#parts.store.send({ is: 'asking', addresses: asking }));
  }

  #ask(address: string): boolean {
    const live = this.#parts.live();
    if (!this.#resources.has(address)) this.#kept.reopen(({ thing }) => live.addressesOf(thing).includes(address));
    const resource = this.#resources.get(address);
    resource?.look();
    return resource !== undefined;
  }
}
