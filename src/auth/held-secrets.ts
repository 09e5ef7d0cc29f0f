import { readBearer } from './bearer.ts';

/** The secrets that the gateway holds: what it was configured with, and the tokens that it has accepted of late. */
export interface HeldSecrets {
  /** To be called with what was accepted. */
  hold(authorization: string | undefined): void;
  /** The identical list for as long as nothing was added. */
  readonly list: readonly string[];
}

/** The number of recently accepted tokens. More would make looking for them dear, and a service never sees one. */
const MAX_TOKENS = 64;

export function createHeldSecrets(configured: readonly string[]): HeldSecrets {
  const tokens = new Set<string>();
  let list = configured;
  return {
    hold(authorization) {
      const token = readBearer(authorization);
      if (token === null || tokens.has(token)) return;
      tokens.add(token);
      const [oldest] = tokens;
      if (tokens.size > MAX_TOKENS && oldest !== undefined) tokens.delete(oldest);
      list = [...configured, ...tokens];
    },
    get list() {
      return list;
    },
  };
}
