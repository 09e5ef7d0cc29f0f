import type { Allowance, Claimant } from './allowance.ts';

/** Someone who wants a place in the quota. All times are milliseconds of Redis' clock. */
export interface Claim extends Claimant {
  /** The lease under which it may poll; null if it needs none. */
  readonly lease: string | null;
  readonly since: number;
  /** It is turned away if its turn comes later. */
  deadline: number;
  /** Its turn comes later. */
  readonly wait: () => void;
  readonly settle: (outcome: { readonly ticket: number } | { readonly reason: unknown }) => void;
}

interface ClaimListeners {
  readonly signals: readonly AbortSignal[];
  /** One of the signals was aborted. */
  readonly onLeft: () => void;
  /** Its turn does not come at once. */
  readonly onWaiting: () => void;
}

/** Those who want a place, in the order in which they came. */
export class WaitingLine {
  readonly #claims = new Set<Claim>();

  get claims(): readonly Claim[] {
    return [...this.#claims];
  }

  /** Interactive ones. */
  get waitingCount(): number {
    return this.claims.filter(({ priority }) => priority === 'interactive').length;
  }

  /** Resolves with its ticket. It leaves when one of the signals is aborted. */
  add(claim: Omit<Claim, 'settle' | 'wait'>, { signals, onLeft, onWaiting }: ClaimListeners): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const leavings = signals.map((signal) => ({
      signal,
      leave: () => {
        waiting.settle({ reason: signal.reason });
        onLeft();
      },
    }));
    let isWaiting = false;
    const waiting: Claim = {
      ...claim,
      wait: () => {
        if (!isWaiting) onWaiting();
        isWaiting = true;
      },
      settle: (outcome) => {
        this.#claims.delete(waiting);
        for (const { signal, leave } of leavings) signal.removeEventListener('abort', leave);
        if ('ticket' in outcome) resolve(outcome.ticket);
        else reject(outcome.reason);
      },
    };
    for (const { signal, leave } of leavings) signal.addEventListener('abort', leave);
    this.#claims.add(waiting);
    return promise;
  }
}

/** The decisions about those in line now. */
export interface Decision {
  /** Those whose turn it is. */
  readonly grants: readonly Claim[];
  /** From when on all grants are allowed, whatever the clock of this instance says. */
  readonly notBefore: number;
  /** Those whose turn comes too late. */
  readonly refusals: readonly { readonly claim: Claim; readonly turn: number }[];
  /** Interactive ones that go on waiting. */
  readonly waiting: readonly Claim[];
  /** When the first of them has its turn; Infinity if there is none. */
  readonly wakeAt: number;
}

/** The clocks of an instance and of Redis differ by less than this. */
const CLOCK_SLACK_MS = 1_000;

/**
 * First come, first served, but for one whose own share is used up; who waits comes before polling.
 * @param ahead how many wait on other instances that came sooner
 */
export function decide(claims: readonly Claim[], allowance: Allowance, ahead: number, nowMs: number): Decision {
  const fromMs = nowMs - CLOCK_SLACK_MS;
  const grants: Claim[] = [];
  const refusals: { claim: Claim; turn: number }[] = [];
  const waiting: Claim[] = [];
  let [notBefore, wakeAt, sooner] = [0, Number.POSITIVE_INFINITY, ahead];
  const grant = (claim: Claim, turn: number) => {
    allowance.plan(claim.client);
    grants.push(claim);
    notBefore = Math.max(notBefore, turn);
  };
  for (const claim of claims.filter(({ priority }) => priority === 'interactive')) {
    const share = allowance.shareAt(claim.client, fromMs);
    const turn = Math.max(share, allowance.turnAt(claim, sooner, fromMs));
    if (turn <= nowMs) grant(claim, turn);
    else if (turn > claim.deadline) refusals.push({ claim, turn });
    else {
      waiting.push(claim);
      wakeAt = Math.min(wakeAt, turn);
      if (share <= nowMs) sooner += 1;
    }
  }
  for (const claim of claims.filter(({ priority }) => priority === 'polling')) {
    const turn = allowance.turnAt(claim, sooner, fromMs);
    if (turn <= nowMs && sooner === 0) grant(claim, turn);
    else refusals.push({ claim, turn: Math.max(turn, nowMs + 1) });
  }
  return { grants, notBefore, refusals, waiting, wakeAt };
}

/** Those that Redis is asked for at once: what is polled needs its lease checked, so each goes by itself. */
export function batchOf(grants: readonly Claim[]): readonly Claim[] {
  const [first] = grants;
  if (first === undefined || first.lease !== null) return grants.slice(0, 1);
  return grants.filter(({ lease }) => lease === null);
}
