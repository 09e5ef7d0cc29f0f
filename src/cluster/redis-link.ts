import type { Logger } from 'pino';
import type { Clock } from '../clock.ts';
import type { RedisSettings } from '../config/redis.ts';
import type { Measurements } from '../contracts/measurements.ts';
import { quietly } from './quietly.ts';
import { RedisAwayError } from './redis-errors.ts';
import {
  openRedisSession,
  type RedisReply,
  type RedisScript,
  type RedisSession,
  TimedOutError,
} from './redis-session.ts';

/** `joined`: Redis answers. `alone`: it does not, and the instance serves by itself. */
export type LinkState = 'alone' | 'joined';

export interface LinkObserver {
  /** Commands and every subscription are ready, for the first time or again. */
  onJoined(): void;
  /** From now on the instance is alone. `isSilent`: Redis hangs, so other instances may not know it yet. */
  onLost(loss: { readonly isSilent: boolean }): void;
}

/** The way to Redis of one instance. It is opened again for as long as it is lost. */
export interface RedisLink {
  readonly state: LinkState;
  /** After so long without an answer Redis counts as lost. */
  readonly timeoutMs: number;
  /**
   * Runs a script.
   * @throws RedisAwayError while alone; the instance is alone after it
   */
  run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<RedisReply>;
  /** @throws RedisAwayError as `run` */
  publish(channel: string, message: string): Promise<void>;
  /**
   * Never rejects. Once it resolves, either Redis has acknowledged the subscription, or the instance is alone, and
   * `onJoined` comes after the acknowledgement.
   */
  subscribe(channel: string, onMessage: (message: string) => void): Promise<Disposable>;
  observe(observer: LinkObserver): Disposable;
  /** Finds out whether messages still come; if they do not, the instance is alone after it. */
  probe(): Promise<void>;
}

export interface RedisLinkParts {
  readonly settings: RedisSettings;
  readonly clock: Clock;
  readonly log: Logger;
  readonly measurements: Measurements;
}

/** A link that was broken is opened again after this pause, and so is one that cannot be opened. */
const RETRY_MS = 400;
/** A timer that is later than this shows that the process was busy or stopped, so that Redis is not to blame. */
export const LATE_TIMER_MS = 40;
const MOST_TRIES = 3;

type Listener = (message: string) => void;

export class ReconnectingLink implements RedisLink, Disposable {
  readonly #parts: RedisLinkParts;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #observers = new Set<LinkObserver>();
  #session: RedisSession | null = null;
  #state: LinkState = 'alone';
  #timer: Disposable | null = null;
  #isClosed = false;
  /** The reason in the log, so that each is logged once. */
  #loggedReason: string | null = null;

  constructor(parts: RedisLinkParts) {
    this.#parts = parts;
  }

  get state(): LinkState {
    return this.#state;
  }

  get timeoutMs(): number {
    return this.#parts.settings.timeoutMs;
  }

  /** The first try to open it. Resolves when that has succeeded or failed; further tries follow by themselves. */
  async open(): Promise<void> {
    const { settings, clock } = this.#parts;
    let opened: RedisSession | null = null;
    const onEnd = (reason: Error) => this.#lose(opened, reason);
    try {
      opened = await openRedisSession({
        settings,
        onMessage: (channel, message) => this.#dispatch(channel, message),
        onEnd,
      });
      await this.#join(opened);
    } catch (error) {
      opened?.close();
      if (this.#isClosed) return;
      this.#logLoss(error);
      this.#timer = clock.after(RETRY_MS, () => void this.open());
    }
  }

  async run(script: RedisScript, keys: readonly string[], args: readonly (string | number)[]): Promise<RedisReply> {
    return this.#command(script.name, (session) => session.run(script, keys, args));
  }

  async publish(channel: string, message: string): Promise<void> {
    await this.#command('publish', (session) => session.publish(channel, message));
  }

  async subscribe(channel: string, onMessage: Listener): Promise<Disposable> {
    const listener: Listener = (message) => onMessage(message);
    const listeners = this.#listeners.get(channel) ?? new Set<Listener>();
    this.#listeners.set(channel, listeners.add(listener));
    // A second listener waits for the same acknowledgement: Redis answers in order.
    await this.#quietly('subscribe', (session) => session.subscribe([channel]));
    return { [Symbol.dispose]: () => this.#unsubscribe(channel, listener) };
  }

  observe(observer: LinkObserver): Disposable {
    this.#observers.add(observer);
    return { [Symbol.dispose]: () => void this.#observers.delete(observer) };
  }

  async probe(): Promise<void> {
    await this.#quietly('ping', (session) => session.pingMessages());
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    this.#session?.close();
    this.#session = null;
    this.#state = 'alone';
    this.#observers.clear();
    this.#listeners.clear();
  }

  /** Channels may be added while others are being subscribed. */
  async #join(session: RedisSession): Promise<void> {
    const subscribed = new Set<string>();
    for (;;) {
      const missing = [...this.#listeners.keys()].filter((channel) => !subscribed.has(channel));
      if (missing.length === 0) break;
      await session.subscribe(missing);
      for (const channel of missing) subscribed.add(channel);
    }
    if (this.#isClosed) throw new RedisAwayError('the link is closed');
    this.#session = session;
    this.#state = 'joined';
    this.#loggedReason = null;
    this.#parts.log.info('joined by Redis');
    for (const { onJoined } of [...this.#observers]) onJoined();
  }

  #lose(session: RedisSession | null, reason: Error): void {
    if (session === null || session !== this.#session) {
      session?.close();
      return;
    }
    this.#session = null;
    this.#state = 'alone';
    this.#logLoss(reason);
    const isSilent = reason instanceof TimedOutError;
    for (const { onLost } of [...this.#observers]) onLost({ isSilent });
    // A Redis that hung for a moment takes the connection at once; one that has ended is given time to come back.
    this.#timer = this.#parts.clock.after(isSilent ? 0 : RETRY_MS, () => void this.open());
  }

  #logLoss(error: unknown): void {
    const reason = error instanceof RedisAwayError ? error.message : String(error);
    if (reason === this.#loggedReason) return;
    this.#loggedReason = reason;
    this.#parts.log.warn(`Redis cannot be used, so this instance serves alone until it can: ${reason}`);
  }

  async #command<T>(name: string, send: (session: RedisSession) => Promise<T>): Promise<T> {
    const { clock, measurements } = this.#parts;
    const startedAt = clock.now();
    try {
      return await this.#answered(send);
    } finally {
      measurements.redisCommanded(name, clock.now() - startedAt);
    }
  }

  /** A process that was busy or stopped finds its timers due before the answers that have come: it asks again. */
  async #answered<T>(send: (session: RedisSession) => Promise<T>): Promise<T> {
    const session = this.#session;
    if (session === null) throw new RedisAwayError('Redis is away');
    for (let tries = 1; ; tries += 1) {
      const startedAt = this.#parts.clock.now();
      try {
        return await send(session);
      } catch (error) {
        const isOwnPause = this.#parts.clock.now() - startedAt > this.timeoutMs + LATE_TIMER_MS;
        const isPatient = error instanceof TimedOutError && isOwnPause && tries < MOST_TRIES;
        if (!isPatient) throw this.#failed(session, error);
      }
    }
  }

  #failed(session: RedisSession, error: unknown): unknown {
    // The end of the session says that it is lost, once.
    if (error instanceof RedisAwayError) session.end(error);
    return error;
  }

  async #quietly(name: string, send: (session: RedisSession) => Promise<void>): Promise<void> {
    if (this.#session !== null) await quietly(this.#command(name, send));
  }

  #unsubscribe(channel: string, listener: Listener): void {
    const listeners = this.#listeners.get(channel);
    if (listeners === undefined || !listeners.delete(listener) || listeners.size > 0) return;
    this.#listeners.delete(channel);
    void this.#quietly('subscribe', (session) => session.unsubscribe(channel));
  }

  #dispatch(channel: string, message: string): void {
    for (const listener of [...(this.#listeners.get(channel) ?? [])]) listener(message);
  }
}
