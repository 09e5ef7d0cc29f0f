import { isWithinShare } from './quota-rules.ts';
import { SlidingWindow } from './sliding-window.ts';

/** Clients who have used nothing for a whole span are forgotten once there are so many. */
const MANY_CLIENTS = 64;

/** A window of the quota that several clients share: each has a part of it (`isWithinShare`). */
export class SharedWindow {
  readonly total: SlidingWindow;
  readonly #byClient = new Map<string, SlidingWindow>();

  constructor(limit: number, spanMs: number) {
    this.total = new SlidingWindow(limit, spanMs);
  }

  add(client: string, now: number): void {
    this.total.add(now);
    const { limit, spanMs } = this.total;
    if (this.#byClient.size >= MANY_CLIENTS) this.#forgetIdle(now);
    const own = this.#byClient.get(client) ?? new SlidingWindow(limit, spanMs);
    own.add(now);
    this.#byClient.set(client, own);
  }

  /** From when on the client's share allows one more request; `now` if it does already. */
  shareAt(client: string, now: number): number {
    const own = this.#byClient.get(client);
    let used = this.total.used(now);
    let ownUsed = own?.used(now) ?? 0;
    const { limit } = this.total;
    if (own === undefined || isWithinShare({ limit, used, ownUsed })) return now;
    const ownLeavings = own.leavings();
    let ownNext = ownLeavings.next();
    for (const { time, count } of this.total.leavings()) {
      used -= count;
      for (; !ownNext.done && ownNext.value.time <= time; ownNext = ownLeavings.next()) ownUsed -= ownNext.value.count;
      if (isWithinShare({ limit, used, ownUsed })) return time;
    }
    return now + this.total.spanMs;
  }

  #forgetIdle(now: number): void {
    for (const [client, own] of this.#byClient) if (own.used(now) === 0) this.#byClient.delete(client);
  }
}
