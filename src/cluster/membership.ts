import type { Clock } from '../clock.ts';
import { MICROSECONDS } from '../upstream/quota/quota-rules.ts';
import { ignoreAbsence, quietly } from './quietly.ts';
import type { RedisLink } from './redis-link.ts';
import type { RedisScript } from './redis-session.ts';
import { LUA_TIME, RedisTime } from './redis-time.ts';

/** An instance that has left without a word: it may be cut off from Redis only, and still ask the service. */
export interface MissingMember {
  /** When it was last heard of, in milliseconds of Redis' time. */
  readonly since: number;
}

/** Which instances there are. */
export interface Membership extends AsyncDisposable {
  /** This one included; 1 while alone. */
  readonly alive: number;
  /** The instances between which a quota is divided by one that is alone: those last known, the missing ones included. */
  readonly sharers: number;
  readonly missing: readonly MissingMember[];
  /** Redis' time, in milliseconds since the epoch; an estimate between two beats. */
  now(): number;
  /** Added to an instant of this instance, it makes one by the clock that all share (`RedisTime.steadyOffset`), in ms. */
  readonly offset: number;
  /** Called when Redis has lost what it had, though the connection stood. */
  onEmptied(run: () => void): Disposable;
}

export interface MembershipParts {
  readonly link: RedisLink;
  readonly clock: Clock;
  readonly instance: string;
  readonly prefix: string;
}

const BEAT_EVERY_MS = 300;
const BEATS_PER_PROBE = 6;
/** An instance not heard of for so long is missing. */
const MISSING_AFTER_MS = 5_000;
/** Its part of the quota is kept for so long. */
const MISSED_FOR_MS = 15 * 60_000;
/** Nobody knows how many instances there are before Redis was ever reached: two at least, or there were no need for it. */
const LEAST_SHARERS = 2;

/** KEYS: members, epoch. ARGV: instance, a new epoch. Answers the time in microseconds, the epoch, and all members. */
const BEAT: RedisScript = {
  name: 'beat',
  keys: 2,
  lua: `${LUA_TIME}
redis.call('SET', KEYS[2], ARGV[2], 'NX', 'EX', 90000)
redis.call('EXPIRE', KEYS[2], 90000)
redis.call('ZADD', KEYS[1], 'GT', string.format('%.0f', ms), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', ms - ${MISSED_FOR_MS}))
redis.call('PEXPIRE', KEYS[1], ${MISSED_FOR_MS})
return {string.format('%.0f', time[1] * 1000000 + time[2]), redis.call('GET', KEYS[2]), redis.call('ZRANGE', KEYS[1], 0, -1, 'WITHSCORES')}
`,
};

/** KEYS: members. ARGV: instance. */
const LEAVE: RedisScript = { name: 'leave', keys: 1, lua: `return redis.call('ZREM', KEYS[1], ARGV[1])` };

export class BeatingMembership implements Membership {
  readonly #parts: MembershipParts;
  readonly #keys: readonly [members: string, epoch: string];
  readonly #onEmptied = new Set<() => void>();
  readonly #observation: Disposable;
  #timer: Disposable | null = null;
  #beats = 0;
  #beating: Promise<void> | null = null;
  #isClosed = false;
  #epoch: string | null = null;
  readonly #time: RedisTime;
  #alive = 1;
  #missing: readonly MissingMember[] = [];
  #sharers = LEAST_SHARERS;
  /** The last beat of each member, in milliseconds of Redis' time. */
  #heard: ReadonlyMap<string, number> = new Map();
  /** Those of them that Redis has forgotten. */
  #lost: ReadonlyMap<string, number> = new Map();

  constructor(parts: MembershipParts) {
    this.#parts = parts;
    this.#keys = [`${parts.prefix}:members`, `${parts.prefix}:epoch`];
    this.#time = new RedisTime(parts.clock.wallTime() - parts.clock.now());
    this.#observation = parts.link.observe({
      onJoined: () => void this.beat(),
      onLost: () => undefined,
    });
  }

  get alive(): number {
    return this.#parts.link.state === 'joined' ? this.#alive : 1;
  }

  get sharers(): number {
    return this.#sharers;
  }

  get missing(): readonly MissingMember[] {
    return this.#missing;
  }

  now(): number {
    return this.#time.at(this.#parts.clock.now());
  }

  get offset(): number {
    return this.#time.steadyOffset;
  }

  onEmptied(run: () => void): Disposable {
    const listener = () => run();
    this.#onEmptied.add(listener);
    return { [Symbol.dispose]: () => void this.#onEmptied.delete(listener) };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#timer?.[Symbol.dispose]();
    this.#observation[Symbol.dispose]();
    const { link, instance } = this.#parts;
    await quietly(link.run(LEAVE, [this.#keys[0]], [instance]));
  }

  /** Says to the others that this instance is alive, and learns of them; again and again while joined. */
  beat(): Promise<void> {
    this.#beating ??= this.#beatOnce().finally(() => {
      this.#beating = null;
      const isOver = this.#isClosed || this.#parts.link.state === 'alone';
      if (!isOver) this.#timer = this.#parts.clock.after(BEAT_EVERY_MS, () => void this.beat());
    });
    return this.#beating;
  }

  async #beatOnce(): Promise<void> {
    if (this.#isClosed) return;
    this.#timer?.[Symbol.dispose]();
    const { link, clock, instance } = this.#parts;
    const sentAt = clock.now();
    this.#beats += 1;
    if (this.#beats % BEATS_PER_PROBE === 0) void link.probe();
    try {
      const reply = await link.run(BEAT, this.#keys, [instance, crypto.randomUUID()]);
      this.#take(reply as BeatReply, sentAt, clock.now());
    } catch (error) {
      ignoreAbsence(error);
    }
  }

  #take([time, epoch, members]: BeatReply, sentAt: number, answeredAt: number): void {
    const now = Number(time) / MICROSECONDS;
    this.#time.read(now, sentAt, answeredAt);
    const isAnother = this.#epoch !== null && this.#epoch !== epoch;
    this.#epoch = epoch;
    const heard = new Map(pairsOf(members));
    // A Redis that has lost all does not know of those who have not come back yet.
    const lost = isAnother ? this.#heard : this.#lost;
    this.#lost = new Map([...lost].filter(([member, at]) => !heard.has(member) && now - at < MISSED_FOR_MS));
    this.#heard = new Map([...this.#lost, ...heard]);
    const beats = [...this.#heard.values()].toSorted((a, b) => a - b);
    this.#alive = beats.filter((at) => now - at < MISSING_AFTER_MS).length;
    // Instances that die again and again leave at most as many shares as there are living ones.
    this.#missing = beats
      .filter((at) => now - at >= MISSING_AFTER_MS)
      .slice(-this.#alive)
      .map((since) => ({ since }));
    this.#sharers = Math.max(1, this.#alive + this.#missing.length);
    if (isAnother) for (const run of [...this.#onEmptied]) run();
  }
}

function pairsOf(members: readonly string[]): readonly (readonly [string, number])[] {
  return members.flatMap((member, index) => (index % 2 === 0 ? [[member, Number(members[index + 1])] as const] : []));
}

type BeatReply = readonly [time: string, epoch: string, members: readonly string[]];
