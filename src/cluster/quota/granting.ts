import type { Clock } from '../../clock.ts';
import { LeaseLostError, toError } from '../../errors.ts';
import { MICROSECONDS, refusal } from '../../upstream/quota/quota-rules.ts';
import type { Cluster } from '../cluster.ts';
import { ignoreAbsence } from '../quietly.ts';
import type { LinkObserver } from '../redis-link.ts';
import { type Allowance, LogAllowance, type QuotaWindow, stricterOf } from './allowance.ts';
import { type AloneShare, partOfJoined } from './alone-share.ts';
import { type LogMirror, type TakeAnswer, takeRequest } from './log-mirror.ts';
import { batchOf, type Claim, type Decision, decide, type WaitingLine } from './waiting-line.ts';

export interface GrantingParts {
  readonly cluster: Cluster;
  readonly clock: Clock;
  readonly line: WaitingLine;
  readonly mirror: LogMirror;
  readonly alone: AloneShare;
  readonly windows: readonly QuotaWindow[];
  readonly isShared: boolean;
  /** A place that was granted longer ago is stale: its request would reach the service among those of a later window. */
  readonly usableMs: number;
}

const PATIENCE_AFTER_PAUSE_MS = 2_000;
const FOREIGN_WAITING_MS = 500;
const SETTLING_CHECK_MS = 200;

/** Grants places to those in line, one step after the other: by the log of Redis, or by the share of an instance alone. */
export class Granting implements Disposable {
  readonly #parts: GrantingParts;
  readonly #observations: readonly Disposable[];
  #subscription: Promise<Disposable> | null = null;
  /** The mirror is that of Redis. */
  #isOpen = false;
  #opening: Promise<void> | null = null;
  #isRunning = false;
  #isAskedAgain = false;
  #timer: Disposable | undefined;
  #registered = 0;
  /** Redis says so with each answer; a moment later nobody may wait any more. */
  #foreignWaiting = { count: 0, untilMs: 0 };
  /** The last request that was sent alone and is in the log of Redis. */
  #recordedHead = 0;
  #lastTicket = 0;
  #isOver = false;

  constructor(parts: GrantingParts) {
    this.#parts = parts;
    const { link, membership } = parts.cluster;
    const observer: LinkObserver = { onJoined: () => this.reopen(), onLost: (loss) => this.#lose(loss) };
    this.#observations = [link.observe(observer), membership.onEmptied(() => this.reopen())];
    if (link.state === 'alone') parts.alone.begin(null, { isSilent: false });
    else this.reopen();
  }

  /** How many wait on other instances that came sooner, as far as is known. */
  get foreignAhead(): number {
    const { count, untilMs } = this.#foreignWaiting;
    return this.#parts.cluster.membership.now() < untilMs ? count : 0;
  }

  /** Larger than all tickets that are known. */
  stamp(): number {
    const { cluster, mirror } = this.#parts;
    this.#lastTicket = Math.max(this.#lastTicket + 1, mirror.head + 1, Math.floor(cluster.membership.now() * 1_000));
    return this.#lastTicket;
  }

  /** By what is known now. Until all others have joined again, the log and the share both have to allow a request. */
  allowance(nowMs: number): Allowance {
    const { cluster, mirror, alone, windows, isShared } = this.#parts;
    const isWhole = this.#isOpen && this.#isJoined;
    mirror.prune(nowMs);
    alone.prune(nowMs);
    const common = { isShared, blockedUntilMs: Math.max(mirror.blockedUntil, isWhole ? 0 : alone.fromMs) };
    const whole = () =>
      new LogAllowance({ ...common, requests: mirror.requests, windows, part: partOfJoined(cluster.membership) });
    if (!alone.isActive) return whole();
    const share = alone.allowance(common);
    return isWhole ? stricterOf(whole(), share) : share;
  }

  get windows(): readonly QuotaWindow[] {
    return this.#parts.alone.isActive ? this.#parts.alone.windows : this.#parts.windows;
  }

  /** Resolves once the log of Redis is known, or this instance is alone. */
  async ready(): Promise<void> {
    if (!this.#isOpen && this.#isJoined) await this.#open();
  }

  /** The mirror is not that of Redis any more. */
  readonly reopen = (): void => {
    this.#isOpen = false;
    void this.#reopen();
  };

  /** Serves those whose turn it is. */
  run(): void {
    this.#isAskedAgain = true;
    if (!this.#isRunning) void this.#run();
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    this.#timer?.[Symbol.dispose]();
    for (const observation of this.#observations) observation[Symbol.dispose]();
    void this.#subscription?.then((subscription) => subscription[Symbol.dispose]());
  }

  async #reopen(): Promise<void> {
    // Requests that are sent meanwhile may make it outdated again.
    do await this.#open();
    while (!this.#isOpen && this.#isJoined && !this.#isOver);
    this.run();
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#isAskedAgain && !this.#isOver) {
        this.#isAskedAgain = false;
        this.#timer?.[Symbol.dispose]();
        if (this.#parts.line.claims.length > 0 || this.#registered > 0 || this.#isSettled()) await this.#step();
        else this.#sleepUntil(Number.POSITIVE_INFINITY);
      }
    } catch (error) {
      // A fault of ours: nobody is to wait for ever.
      for (const claim of this.#parts.line.claims) claim.settle({ reason: toError(error) });
    } finally {
      this.#isRunning = false;
    }
  }

  async #step(): Promise<void> {
    if (this.#isJoined && !this.#isOpen) {
      await this.#open();
      this.#isAskedAgain = true;
    } else if (this.#isSettled()) await this.#unite();
    else if (this.#isJoined) await this.#grantTogether();
    else if (this.#parts.alone.isActive) this.#grantAlone();
  }

  get #isJoined(): boolean {
    return this.#parts.cluster.link.state === 'joined';
  }

  async #grantTogether(): Promise<void> {
    const { line, mirror, alone } = this.#parts;
    alone.freeze(mirror.requests);
    const decision = this.#decide();
    const batch = batchOf(decision.grants);
    if (batch.length === 0 && decision.waiting.length === this.#registered) {
      this.#sleepUntil(decision.wakeAt);
      return;
    }
    try {
      const answer = await mirror.take(
        takeRequest(batch, decision, { ahead: this.foreignAhead, after: this.#lastTicket }),
      );
      for (const [index, ticket] of answer.tickets.entries()) {
        alone.count(ticket, batch[index]?.client ?? '');
        this.#grant(batch[index], ticket, { isStale: this.#isStale(ticket) });
      }
      this.#follow(answer, batch, decision);
    } catch (error) {
      ignoreAbsence(error);
      this.#isAskedAgain = line.claims.length > 0;
    }
  }

  /** The next step after an answer of Redis. */
  #follow(
    { outcome, nowMs, ahead }: TakeAnswer,
    batch: readonly Claim[],
    { waiting, notBefore, wakeAt }: Decision,
  ): void {
    const { membership } = this.#parts.cluster;
    this.#foreignWaiting = { count: ahead, untilMs: membership.now() + FOREIGN_WAITING_MS };
    if (outcome === 'lost') this.#isOpen = false;
    else this.#registered = waiting.length;
    if (outcome === 'lease') for (const claim of batch) claim.settle({ reason: new LeaseLostError() });
    const isOver = outcome === 'early' || (outcome === 'ok' && batch.length === 0);
    if (!isOver) this.#isAskedAgain = true;
    else if (!this.#isAskedAgain) this.#sleepUntil(outcome === 'early' ? membership.now() + notBefore - nowMs : wakeAt);
  }

  #isStale(ticket: number): boolean {
    const { cluster, usableMs } = this.#parts;
    return cluster.membership.now() - ticket / MICROSECONDS > usableMs;
  }

  /** A stale place is lost; whoever waits for it waits on. */
  #grant(claim: Claim | undefined, ticket: number, { isStale }: { readonly isStale: boolean }): void {
    this.#lastTicket = Math.max(this.#lastTicket, ticket);
    if (claim === undefined) return;
    if (!isStale) claim.settle({ ticket });
    else if (claim.priority === 'interactive') {
      claim.deadline = this.#parts.cluster.membership.now() + PATIENCE_AFTER_PAUSE_MS;
    }
  }

  #grantAlone(): void {
    const { cluster, alone } = this.#parts;
    if (alone.fromMs > cluster.membership.now()) {
      this.#sleepUntil(alone.fromMs);
      return;
    }
    alone.freeze(this.#parts.mirror.requests);
    const { grants, wakeAt } = this.#decide();
    for (const claim of grants) {
      const { ticket } = alone.send(claim.client, Math.max(this.#lastTicket, this.#parts.mirror.head));
      this.#grant(claim, ticket, { isStale: false });
    }
    this.#sleepUntil(wakeAt);
  }

  #decide(): Decision {
    const { cluster, line } = this.#parts;
    const now = cluster.membership.now();
    const decision = decide(line.claims, this.allowance(now), this.#isJoined ? this.foreignAhead : 0, now);
    for (const claim of decision.waiting) claim.wait();
    for (const { claim, turn } of decision.refusals) claim.settle({ reason: refusal(turn, now) });
    return decision;
  }

  #isSettled(): boolean {
    const { alone } = this.#parts;
    return alone.isActive && this.#isJoined && alone.isSettled;
  }

  /** When to look whether all others have joined again; Infinity while nobody waits for them. */
  get #settlingCheckMs(): number {
    const { cluster, alone } = this.#parts;
    if (!alone.isActive || !this.#isJoined) return Number.POSITIVE_INFINITY;
    return Math.max(alone.settledAtMs, cluster.membership.now() + SETTLING_CHECK_MS);
  }

  /** All that was sent alone is in the log of Redis; from now on all share the whole. */
  async #unite(): Promise<void> {
    await this.#open();
    const { alone } = this.#parts;
    if (this.#isOpen && this.#recordedHead === alone.head) alone.end();
    this.#isAskedAgain = true;
  }

  /** Never rejects: where Redis is away, the instance is alone. */
  #open(): Promise<void> {
    this.#opening ??= this.#openOnce().finally(() => {
      this.#opening = null;
    });
    return this.#opening;
  }

  async #openOnce(): Promise<void> {
    const { cluster, mirror, alone } = this.#parts;
    const { link, membership } = cluster;
    try {
      this.#subscription ??= link.subscribe(mirror.channel, (message) => mirror.onMessage(message));
      await this.#subscription;
      if (!this.#isJoined || this.#isOver) return;
      this.#isOpen = true;
      const head = alone.head;
      const isAnother = await mirror.join(alone.sent);
      this.#recordedHead = head;
      // Others that are alive may know what was sent before, and are about to add it.
      if (isAnother && !alone.isActive && membership.alive > 1) alone.begin(mirror.requests, { isSilent: false });
      if (alone.isActive && alone.settledAtMs === Number.POSITIVE_INFINITY) alone.settle();
    } catch (error) {
      this.#isOpen = false;
      ignoreAbsence(error);
    }
  }

  #lose(loss: { readonly isSilent: boolean }): void {
    const { mirror, alone } = this.#parts;
    const isKnown = this.#isOpen || mirror.head > 0;
    // The rest of the quota, by the log, is divided anew.
    if (this.#isOpen || !alone.isActive) alone.begin(isKnown ? mirror.requests : null, loss);
    else alone.resume();
    this.#isOpen = false;
    this.#registered = 0;
    this.run();
  }

  #sleepUntil(nextMs: number): void {
    this.#timer?.[Symbol.dispose]();
    const ms = Math.min(nextMs, this.#settlingCheckMs);
    if (ms === Number.POSITIVE_INFINITY || this.#isOver) return;
    const { clock, cluster, alone } = this.#parts;
    this.#timer = clock.after(Math.max(0, Math.ceil(ms - cluster.membership.now())), () => {
      alone.wake(ms);
      this.run();
    });
  }
}
