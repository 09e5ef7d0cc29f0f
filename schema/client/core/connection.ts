import { ConnectionRefusedError, GraphError, type OperationText, type Result } from './document.ts';
import type { Link, LinkEvents, OpenLink, RequestBody } from './link.ts';
import { backoff } from './retrying.ts';
import { Observed, type Status } from './status.ts';
import { onWake } from './wake.ts';

export interface ConnectionOptions {
  /** The absolute URL of the gateway's endpoint. */
  readonly url: string;
  readonly getToken: () => string | null | undefined | Promise<string | null | undefined>;
  /** The way of the attempt with this number, counted from 0. */
  readonly linkOf: (attempt: number) => OpenLink;
  readonly bodyOf: (document: OperationText, variables: unknown) => RequestBody;
  /** Asks why the token is not accepted, which a WebSocket does not say. */
  readonly askRefusal: () => Promise<string | undefined>;
}

export interface Observer<Data = unknown> {
  next(result: Result<Data>): void;
  error(error: Error): void;
  complete(): void;
}

interface Operation {
  readonly body: RequestBody;
  readonly observer: Observer;
}

/** An attempt that takes longer has failed. */
const OPENING_MS = 10_000;
/** After this silence a sign of life is asked for; the gateway's own come every 10 s. */
const QUIET_MS = 10_000;
/** After this silence the connection is dead. */
const DEAD_MS = 20_000;
const CHECK_MS = 1_000;
/** How long a sign of life may take that was asked for. */
const ANSWER_MS = 3_000;
/** A connection that nothing uses stays open for this long: a page that changes its view needs it again at once. */
const LINGER_MS = 2_000;
const SHORTEST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 2_000;
/** The longest pause of later attempts: the early ones take about a minute. */
const LATER_PAUSE_MS = 4_000;
const EARLY_ATTEMPTS = 40;
const MOST_REFUSALS = 2;

/** Keeps the subscriptions of a page alive over one link at a time, and knows at any moment whether updates can arrive. */
export class Connection {
  readonly status = new Observed<Status>({ connection: 'idle', since: Date.now(), reason: null });
  readonly session = new Observed(0);
  readonly #options: ConnectionOptions;
  readonly #operations = new Map<string, Operation>();
  #link: Link | null = null;
  /** The token of the link. */
  #token: string | null = null;
  /** The first token of the session that the gateway has accepted. */
  #accepted: string | null = null;
  #isOpen = false;
  #isStarting = false;
  /** Counts the links, so that the events of an earlier one are ignored. */
  #generation = 0;
  #lastId = 0;
  #attempt = 0;
  #heardAt = 0;
  #doubtedAt = 0;
  /** In a row, of the token of the link. */
  #refusals = 0;
  #pause: ReturnType<typeof setTimeout> | undefined;
  #check: ReturnType<typeof setInterval> | undefined;
  #linger: ReturnType<typeof setTimeout> | undefined;
  #sleep: (() => void) | undefined;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  /** Subscribes, again after each loss of the connection. Returns a function that ends it. */
  subscribe(document: OperationText, variables: unknown, observer: Observer): () => void {
    const id = String(++this.#lastId);
    const body = this.#options.bodyOf(document, variables);
    this.#operations.set(id, { body, observer });
    clearTimeout(this.#linger);
    this.#sleep ??= onWake({ wake: () => this.#wake(), offline: () => this.#lose('The browser is offline.') });
    if (this.#link) this.#link.start(id, body);
    else if (this.status.get().connection === 'refused') queueMicrotask(() => this.#refuse(id));
    else if (this.#pause === undefined) void this.#connect();
    return () => this.#leave(id);
  }

  /** The token to send; an empty one is none. */
  async getToken(): Promise<string | null> {
    return (await this.#options.getToken()) || null;
  }

  /** The gateway has accepted this token. */
  accept(token: string | null): void {
    this.#accepted ??= token;
  }

  /** Tries at once, also after a refusal: to be called after a sign-in and after a sign-out. */
  reconnect(): void {
    this.#refusals = 0;
    if (this.status.get().connection === 'refused') this.#set('idle', null);
    void this.#renew();
  }

  /** A request got no answer: unless a sign of life comes soon, the connection is dead, too. */
  doubt(): void {
    // Requests that always fail are no reason to reconnect again and again.
    if (!this.#isOpen || Date.now() - this.#doubtedAt < DEAD_MS) return;
    this.#doubtedAt = Date.now();
    this.#askForLife();
  }

  /** Ends everything. A later subscription connects again. */
  close(): void {
    this.#operations.clear();
    this.#rest();
  }

  #leave(id: string): void {
    if (!this.#operations.delete(id)) return;
    this.#link?.stop(id);
    this.#restSoon();
  }

  #restSoon(): void {
    if (this.#operations.size > 0) return;
    clearTimeout(this.#linger);
    this.#linger = setTimeout(() => this.#rest(), LINGER_MS);
  }

  #rest(): void {
    this.#cut();
    clearTimeout(this.#linger);
    this.#sleep?.();
    this.#sleep = undefined;
    this.#attempt = 0;
    if (this.status.get().connection !== 'refused') this.#set('idle', null);
  }

  async #renew(): Promise<void> {
    const token = await this.getToken().catch(() => this.#token);
    const isOther = this.#accepted !== null && token !== this.#accepted;
    if (token !== this.#token) {
      this.#cut();
      this.#token = token;
      this.#set('idle', null);
    }
    if (isOther) {
      this.#accepted = null;
      if (token === null) this.#giveUp('Signed out.');
    }
    this.session.set(this.session.get() + Number(isOther));
    if (this.#operations.size > 0 && !this.#link) void this.#connect();
  }

  /** Ends the link and all waiting for another. */
  #cut(): void {
    this.#generation += 1;
    this.#link?.close();
    this.#link = null;
    this.#isOpen = false;
    this.#isStarting = false;
    clearTimeout(this.#pause);
    this.#pause = undefined;
    clearInterval(this.#check);
  }

  async #connect(): Promise<void> {
    if (this.#isStarting) return;
    this.#cut();
    if (this.status.get().connection === 'idle') this.#set('connecting', null);
    this.#isStarting = true;
    this.#heardAt = Date.now();
    this.#check = setInterval(() => this.#examine(), CHECK_MS);
    const generation = this.#generation;
    try {
      const token = await this.getToken();
      if (generation === this.#generation) this.#open(token);
    } catch (error) {
      if (generation === this.#generation) this.#lose(`No token: ${error instanceof Error ? error.message : error}`);
    }
  }

  #open(token: string | null): void {
    this.#isStarting = false;
    if (token !== this.#token) this.#refusals = 0;
    this.#token = token;
    const openLink = this.#options.linkOf(this.#attempt);
    this.#link = openLink(this.#options.url, token, this.#eventsOf(this.#generation, token));
    for (const [id, { body }] of this.#operations) this.#link.start(id, body);
  }

  #eventsOf(generation: number, token: string | null): LinkEvents {
    const observerOf = (id: string) =>
      generation === this.#generation ? this.#operations.get(id)?.observer : undefined;
    const end = (id: string, report: (observer: Observer) => void) => {
      const observer = observerOf(id);
      this.#operations.delete(id);
      if (observer) report(observer);
      this.#restSoon();
    };
    return {
      open: () => {
        if (generation !== this.#generation || this.#isOpen) return;
        this.#isOpen = true;
        this.accept(token);
        this.#attempt = 0;
        this.#refusals = 0;
        this.#set('open', null);
      },
      heard: () => {
        if (generation === this.#generation) this.#heardAt = Date.now();
      },
      next: (id, result) => observerOf(id)?.next(result),
      error: (id, errors) => end(id, (observer) => observer.error(new GraphError(errors))),
      complete: (id) => end(id, (observer) => observer.complete()),
      lost: (reason) => {
        if (generation === this.#generation) this.#lose(reason);
      },
      refused: (reason) => {
        if (generation === this.#generation) this.#count(reason);
      },
    };
  }

  #examine(): void {
    const silence = Date.now() - this.#heardAt;
    if (!this.#isOpen) {
      if (silence >= OPENING_MS) this.#lose('The gateway does not answer.');
    } else if (silence >= DEAD_MS) this.#lose('The connection is silent.');
    else if (silence >= QUIET_MS) this.#link?.ping();
  }

  #lose(reason: string): void {
    if (this.#operations.size === 0) this.#rest();
    if (this.#operations.size === 0 || this.status.get().connection === 'refused') return;
    // The time that an attempt has taken counts as a part of the pause.
    const spent = this.#isOpen ? 0 : Date.now() - this.#heardAt;
    this.#cut();
    if (this.status.get().connection !== 'lost') this.#set('lost', reason);
    const longest = this.#attempt < EARLY_ATTEMPTS ? LONGEST_PAUSE_MS : LATER_PAUSE_MS;
    const pause = Math.max(
      SHORTEST_PAUSE_MS * Math.random(),
      backoff(this.#attempt, SHORTEST_PAUSE_MS, longest) - spent,
    );
    this.#attempt += 1;
    this.#pause = setTimeout(() => void this.#connect(), pause);
  }

  #count(reason: string): void {
    this.#refusals += 1;
    if (this.#refusals < MOST_REFUSALS) this.#lose(`The token was refused. ${reason}`);
    else {
      this.#giveUp(reason);
      void this.#explain();
    }
  }

  #giveUp(reason: string): void {
    this.#cut();
    this.#set('refused', reason);
    for (const id of [...this.#operations.keys()]) this.#refuse(id);
  }

  async #explain(): Promise<void> {
    const reason = await this.#options.askRefusal().catch(() => undefined);
    if (reason && this.status.get().connection === 'refused') this.#set('refused', reason);
  }

  #refuse(id: string): void {
    const operation = this.#operations.get(id);
    this.#operations.delete(id);
    operation?.observer.error(new ConnectionRefusedError('The gateway does not accept the token.'));
  }

  /** The page is seen again, or the network is back. */
  #wake(): void {
    const { connection } = this.status.get();
    // A connection that has died in sleep is noticed within a moment.
    if (this.#isOpen) this.#askForLife();
    else if (connection === 'refused') void this.#retryWithNewToken();
    else if (this.#pause !== undefined || Date.now() - this.#heardAt > ANSWER_MS) void this.#connect();
  }

  #askForLife(): void {
    this.#heardAt = Math.min(this.#heardAt, Date.now() - DEAD_MS + ANSWER_MS);
    this.#link?.ping();
  }

  async #retryWithNewToken(): Promise<void> {
    const token = await this.getToken().catch(() => this.#token);
    if (token !== this.#token) this.reconnect();
  }

  #set(connection: Status['connection'], reason: string | null): void {
    this.status.set({ connection, since: Date.now(), reason });
  }
}
