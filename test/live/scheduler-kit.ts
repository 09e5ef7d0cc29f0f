/** A scheduler on a real ledger, with a clock that the test moves, and things to ask for that the test makes up. */
import type { Observation, Plan, Pollable, PollOutcome, ScheduleHandle } from '../../src/live/schedule/polling.ts';
import { createScheduler } from '../../src/live/schedule/scheduler.ts';
import { createLedger } from '../../src/upstream/quota/ledger.ts';
import type { Ledger } from '../../src/upstream/service.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { createRandom } from '../simulate/random.ts';

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export interface SchedulerKitOptions {
  /** Default: none. */
  readonly quota?: { readonly perMinute: number; readonly perDay: number };
  readonly limits?: { readonly minIntervalMs: number; readonly maxIntervalMs: number };
  readonly seed?: number;
}

/** One request that was sent. */
export interface Sent {
  readonly at: number;
  readonly priority: 'interactive' | 'polling';
  /** Null for one that the test has sent itself. */
  readonly subject: Subject | null;
}

export interface SchedulerKit extends Disposable {
  readonly clock: HandClock;
  readonly ledger: Ledger;
  readonly sent: readonly Sent[];
  /** The service is down: it fails whatever is asked. */
  isDown: boolean;
  /** How long the service takes to answer. */
  latencyMs: number;
  /** Begins to ask for something. */
  watch(look: (now: number) => readonly Observation[]): Subject;
  /** Takes a place as somebody does who waits for it. @returns whether there was one */
  take(): Promise<boolean>;
  /** Lets time pass, and whatever happens in it happen. */
  pass(ms: number): Promise<void>;
}

/** Something to ask for. */
class Subject implements Pollable {
  readonly #ask: (subject: Subject, priority: Sent['priority']) => Promise<PollOutcome>;
  readonly address = 'subject';
  observations: readonly Observation[] = [];
  answeredAt: number | null = null;
  failures = 0;
  isWatched = true;
  expired = 0;
  readonly plans: Plan[] = [];
  /** The same, with when each was made. */
  readonly datedPlans: (Plan & { readonly at: number })[] = [];
  readonly #clock: HandClock;
  slot: ScheduleHandle | null = null;
  /** Requests under way, and the most that there were. */
  underWay = 0;
  mostUnderWay = 0;

  constructor(clock: HandClock, ask: (subject: Subject, priority: Sent['priority']) => Promise<PollOutcome>) {
    this.#clock = clock;
    this.#ask = ask;
  }

  get plan(): Plan | undefined {
    return this.plans.at(-1);
  }

  poll(priority: Sent['priority']): Promise<PollOutcome> {
    return this.#ask(this, priority);
  }

  onScheduled(plan: Plan): void {
    this.plans.push(plan);
    this.datedPlans.push({ ...plan, at: this.#clock.now() });
  }

  onUnwatched(): void {
    this.expired += 1;
  }
}

const never = new AbortController().signal;

export function startScheduling(options: SchedulerKitOptions = {}): SchedulerKit {
  const { quota = { perMinute: 0, perDay: 0 }, limits = { minIntervalMs: 2_000, maxIntervalMs: 300_000 } } = options;
  const clock = createHandClock();
  const ledger = createLedger({ quota, clock, closing: never });
  const scheduler = createScheduler({ clock, ledger, limits, random: createRandom(options.seed ?? 1) });
  const sent: Sent[] = [];
  /** Whether there is a place, at once. */
  const place = async (priority: Sent['priority'], subject: Subject | null): Promise<boolean> => {
    if (priority === 'interactive' && !hasPlace(ledger, clock.now())) return false;
    try {
      await ledger.take(priority, never);
    } catch {
      return false;
    }
    sent.push({ at: clock.now(), priority, subject });
    return true;
  };
  const kit: SchedulerKit = {
    clock,
    ledger,
    sent,
    isDown: false,
    latencyMs: 200,
    watch(look) {
      const subject = new Subject(clock, async (asked, priority) => {
        asked.underWay += 1;
        asked.mostUnderWay = Math.max(asked.mostUnderWay, asked.underWay);
        let outcome: PollOutcome = 'refused';
        if (await place(priority, asked)) {
          await new Promise<void>((resolve) => clock.after(kit.latencyMs, resolve));
          outcome = kit.isDown ? 'failed' : 'answered';
          if (kit.isDown) asked.failures += 1;
          else {
            asked.failures = 0;
            asked.answeredAt = clock.now();
            asked.observations = look(clock.now());
          }
        }
        asked.underWay -= 1;
        return outcome;
      });
      subject.slot = scheduler.add(subject);
      return subject;
    },
    take: () => place('interactive', null),
    async pass(ms) {
      let isOver = false;
      clock.after(ms, () => {
        isOver = true;
      });
      await settled();
      while (!isOver) {
        clock.toNextTimer();
        await settled();
      }
    },
    [Symbol.dispose]: () => scheduler[Symbol.dispose](),
  };
  return kit;
}

/** A request that has to wait for a place waits by the machine's clock, which stands still here. */
function hasPlace(ledger: Ledger, now: number): boolean {
  const { remainingThisMinute, remainingToday, blockedUntil } = ledger.budget();
  const isBlocked = blockedUntil !== null && Date.parse(blockedUntil) > now;
  return !isBlocked && (remainingThisMinute ?? 1) > 0 && (remainingToday ?? 1) > 0;
}

/** Every promise that could settle has. */
function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

export function observation(phase: Observation['phase'], since: number, estimateAt: number | null = null): Observation {
  return { phase, estimateAt, since };
}
