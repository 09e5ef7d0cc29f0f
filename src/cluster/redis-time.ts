/** The begin of a Lua script that needs the time: `time` as Redis gives it, and `ms` since the epoch. */
export const LUA_TIME = `
local time = redis.call('TIME')
local ms = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** One reading of Redis' time. All are milliseconds; the middle of the two own instants is when it was read, give or take half their distance. */
interface Reading {
  readonly offset: number;
  /** The offset is wrong by this at most. */
  readonly error: number;
}

/** Clocks that differ by less count as equal. */
const EQUAL_CLOCKS_MS = 100;

/** The best of so many readings counts: one that took long says little. */
const READINGS = 12;

/** The clock of Redis, as an instance estimates it between two answers. */
export class RedisTime {
  #readings: readonly Reading[] = [];
  #offset: number;
  #steadyOffset: number;

  /** @param offset of a clock that Redis was not asked for yet: to be added to the own time */
  constructor(offset: number) {
    this.#offset = offset;
    this.#steadyOffset = rounded(offset);
  }

  /**
   * The offset for instants that instances show: the same for all whose clocks differ by less than `EQUAL_CLOCKS_MS`. It
   * stays until the readings prove that it is wrong, so that an instant is shown alike at all times.
   */
  get steadyOffset(): number {
    return this.#steadyOffset;
  }

  /** @param now this instance's own time, in ms */
  at(now: number): number {
    return now + this.#offset;
  }

  /** Redis' time was `ms` somewhere between these two instants of this instance's own time. */
  read(ms: number, sentAt: number, answeredAt: number): void {
    const reading = { offset: ms - (sentAt + answeredAt) / 2, error: (answeredAt - sentAt) / 2 };
    // A reading that contradicts an earlier one shows that a clock was set.
    const agreeing = this.#readings.filter(({ offset, error }) => {
      return Math.abs(offset - reading.offset) <= error + reading.error + AGREEMENT_MS;
    });
    this.#readings = [...agreeing, reading].slice(-READINGS);
    const best = this.#readings.toSorted((a, b) => a.error - b.error)[0] ?? reading;
    this.#offset = best.offset;
    if (Math.abs(best.offset - this.#steadyOffset) > EQUAL_CLOCKS_MS + best.error) {
      this.#steadyOffset = rounded(best.offset);
    }
  }
}

const rounded = (offset: number): number => Math.round(offset / EQUAL_CLOCKS_MS) * EQUAL_CLOCKS_MS;

/** Clocks run apart by this much, at most, while the readings are collected. */
const AGREEMENT_MS = 1;
