import { MICROSECONDS } from '../../upstream/quota/quota-rules.ts';
import type { AccountNames } from '../account-names.ts';
import type { RedisLink } from '../redis-link.ts';
import { BLOCK, JOIN, TAKE } from './quota-scripts.ts';
import { RequestLog, type SentRequest, sentRequest } from './request-log.ts';
import type { Claim, Decision } from './waiting-line.ts';

/** Polling comes last of all that wait. */
const LAST = Number.MAX_SAFE_INTEGER;

export interface LogMirrorParts {
  readonly link: RedisLink;
  readonly names: AccountNames;
  readonly instance: string;
  /** For how long a request is kept: the longest window. 0: nothing is counted. */
  readonly keepMs: number;
  /** For how long what is in Redis lives without use. */
  readonly livesMs: () => number;
  /** Requests have become known, of this instance or others. */
  readonly onRequests: (count: number) => void;
  /** The copy is not that of Redis any more, and has to be read anew. */
  readonly onOutdated: () => void;
}

/** The messages that an instance asks Redis to send. */
interface TakeRequest {
  readonly clients: readonly string[];
  readonly notBefore: number;
  readonly lease: string | null;
  /** How many interactive requests go on waiting, and since when the first of them. */
  readonly waiting: { readonly count: number; readonly since: number };
  /** When the first of the requests came, and how many had come sooner elsewhere when that was last known. */
  readonly since: number;
  readonly ahead: number;
  /** The tickets come after this one. */
  readonly after: number;
}

type TakeOutcome = 'ok' | 'lost' | 'moved' | 'early' | 'lease';

export interface TakeAnswer {
  readonly outcome: TakeOutcome;
  readonly nowMs: number;
  readonly ahead: number;
  readonly tickets: readonly number[];
}

/** This instance's copy of the log of one account in Redis, and how it is changed. Instants are milliseconds of Redis' clock. */
export class LogMirror {
  readonly #parts: LogMirrorParts;
  #log: RequestLog;
  #epoch = '';
  #joins = '';
  #head = 0;
  #blockedUntil = 0;

  constructor(parts: LogMirrorParts) {
    this.#parts = parts;
    this.#log = new RequestLog(parts.keepMs);
  }

  get requests(): readonly SentRequest[] {
    return this.#log.requests;
  }

  get head(): number {
    return this.#head;
  }

  get blockedUntil(): number {
    return this.#blockedUntil;
  }

  get channel(): string {
    return this.#parts.names.channel('quota');
  }

  prune(nowMs: number): void {
    this.#log.prune(nowMs);
  }

  /**
   * Adds what was sent without Redis, reads the whole log, and restores what Redis has lost of it: all, or the last
   * seconds.
   * @returns whether the log is another one than before, or had lost requests: others may be about to restore more of it
   */
  async join(sent: readonly SentRequest[]): Promise<boolean> {
    const [known, epoch] = [this.#log.requests, this.#epoch];
    const reply = await this.#join(sent);
    const oldest = Number(reply[0]) - this.#parts.keepMs * MICROSECONDS;
    const present = new Set(reply[6]);
    const lost = known.filter(({ member, ticket }) => ticket > oldest && !present.has(member));
    const isNew = this.#take(lost.length === 0 ? reply : await this.#join(lost));
    return isNew || lost.length > 0 || (epoch !== '' && epoch !== this.#epoch);
  }

  /** @throws RedisAwayError */
  async take(request: TakeRequest): Promise<TakeAnswer> {
    const { link, instance, keepMs, livesMs } = this.#parts;
    const { waiting } = request;
    const reply = (await link.run(TAKE, this.#keys('log', 'meta', 'waiting', 'pilot'), [
      ...[this.#epoch, this.#joins, keepMs > 0 ? this.#head : '', instance],
      ...[request.notBefore, request.lease ?? '', waiting.count, Math.round(waiting.since)],
      ...[Math.round(request.since), request.ahead, keepMs, this.channel, request.after, livesMs()],
      ...request.clients,
    ])) as TakeReply;
    const [outcome, now, ahead, blocked, head, members] = reply;
    const nowMs = Number(now) / 1_000;
    if (outcome === 'lost') return { outcome, nowMs, ahead: 0, tickets: [] };
    this.#blockedUntil = Math.max(this.#blockedUntil, Number(blocked));
    this.#append(members.map(sentRequest), Number(head));
    const tickets = outcome === 'ok' ? members.map((member) => sentRequest(member).ticket) : [];
    return { outcome, nowMs, ahead, tickets };
  }

  block(untilMs: number): void {
    this.#blockedUntil = Math.max(this.#blockedUntil, untilMs);
  }

  async publishBlock(forMs: number): Promise<void> {
    const { link, livesMs } = this.#parts;
    await link.run(BLOCK, this.#keys('meta'), [forMs, this.channel, Math.max(livesMs(), forMs)]);
  }

  /** The events of all instances, this one included. */
  onMessage(message: string): void {
    const [word = '', first = '', ...members] = message.split(' ');
    if (word === 'blocked') this.block(Number(first));
    else if (word === 'sent' && Number(first) <= this.#head) {
      const requests = members.map(sentRequest);
      this.#append(requests, requests.at(-1)?.ticket ?? 0);
    } else this.#parts.onOutdated();
  }

  #append(requests: readonly SentRequest[], head: number): void {
    if (head <= this.#head) return;
    this.#parts.onRequests(this.#log.append(this.#parts.keepMs > 0 ? requests : []));
    this.#head = head;
  }

  async #join(sent: readonly SentRequest[]): Promise<JoinReply> {
    const { link, keepMs, livesMs } = this.#parts;
    return (await link.run(JOIN, this.#keys('log', 'meta'), [
      ...[crypto.randomUUID(), Math.ceil(this.#blockedUntil), keepMs, this.channel, livesMs()],
      ...(keepMs > 0 ? sent.map(({ member }) => member) : []),
    ])) as JoinReply;
  }

  #take([, epoch, joins, blocked, head, isNew, members]: JoinReply): boolean {
    const { keepMs, onRequests } = this.#parts;
    const known = this.#log.head;
    this.#log = new RequestLog(keepMs, members.map(sentRequest));
    [this.#epoch, this.#joins, this.#head] = [epoch, joins, Number(head)];
    this.#blockedUntil = Math.max(this.#blockedUntil, Number(blocked));
    onRequests(this.#log.requests.filter(({ ticket }) => ticket > known).length);
    return isNew === 1;
  }

  #keys(...names: readonly string[]): readonly string[] {
    return names.map((name) => this.#parts.names.key(name));
  }
}

type TakeReply = readonly [TakeOutcome, now: string, ahead: number, blocked: string, head: string, readonly string[]];
type JoinReply = readonly [
  now: string,
  epoch: string,
  joins: string,
  blocked: string,
  head: string,
  isNew: number,
  members: readonly string[],
];

/** A batch of grants as Redis is asked for it. */
export function takeRequest(
  batch: readonly Claim[],
  { waiting, notBefore }: Pick<Decision, 'waiting' | 'notBefore'>,
  order: Pick<TakeRequest, 'ahead' | 'after'>,
): TakeRequest {
  const first = batch[0] ?? waiting[0];
  return {
    clients: batch.map(({ client }) => client),
    notBefore,
    lease: batch[0]?.lease ?? null,
    waiting: { count: waiting.length, since: waiting[0]?.since ?? 0 },
    since: first?.priority === 'interactive' ? first.since : LAST,
    ...order,
  };
}
