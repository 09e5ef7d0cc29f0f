import type { Sandbox } from '../../src/sandbox/index.ts';
import type { Misfortune, Mishap } from '../../src/sandbox/misfortune.ts';

/** Lets a service fail, for as long as a check wants. */
export interface Breaking {
  /** Each request meets this from now on. */
  breakBy(mishap: Mishap): void;
  mend(): void;
}

/** Fits no request. */
const NEVER = 'NEVER';

/** @param key whose requests fail; default everybody's */
export function breaking(sandbox: Sandbox, key?: string): Breaking {
  let on: Misfortune['on'] = {};
  return {
    breakBy(answer) {
      on = key === undefined ? {} : { key };
      sandbox.misfortune({ on, times: Number.POSITIVE_INFINITY, answer });
    },
    // One that has been arranged cannot be taken back, but it can be made to fit nothing.
    mend() {
      on.method = NEVER;
    },
  };
}
