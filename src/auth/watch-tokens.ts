import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from 'pino';
import type { NamedAccount } from '../config/accounts-file.ts';
import { readTextFile } from '../config/text-file.ts';
import { parseTokens, type TokenEntry } from '../config/tokens-file.ts';
import type { Authentication } from './authenticate.ts';
import { createTokens } from './tokens.ts';

/** How soon a change of the file counts. It is looked at, not listened to: that works on every kind of file system. */
const LOOK_EVERY_MS = 1000;

/**
 * `tokens`: those of a file, which may change while the gateway runs. A file that cannot be used then is told in the log,
 * and the tokens from before go on.
 * @throws UnusableTokensError, or what the system says, if it cannot be used at the start
 */
export function watchTokens(parts: {
  readonly path: string;
  readonly accounts: readonly NamedAccount[];
  readonly log: Logger;
}): Authentication {
  const { path, accounts, log } = parts;
  const names = new Set(accounts.map(({ name }) => name));
  const tokens = createTokens(accounts);
  tokens.replace(readTokens(path, names));

  const onChange = (): void => {
    try {
      const entries = readTokens(path, names);
      tokens.replace(entries);
      log.info({ tokens: entries.map(({ name }) => name) }, 'token file reloaded');
    } catch (error) {
      log.error({ err: error }, 'token file reload failed, keeping previous');
    }
  };
  watchFile(path, { interval: LOOK_EVERY_MS, persistent: false }, onChange);
  return { authenticate: tokens.authenticate, [Symbol.dispose]: () => unwatchFile(path, onChange) };
}

function readTokens(path: string, accounts: ReadonlySet<string>): readonly TokenEntry[] {
  const { tokens, faults } = parseTokens(readTextFile(path), accounts);
  if (faults.length > 0) throw new UnusableTokensError(faults);
  return tokens;
}

class UnusableTokensError extends Error {
  override readonly name = 'UnusableTokensError';
  constructor(faults: readonly string[]) {
    super(`AUTH_TOKENS_FILE is invalid: ${faults.join('; ')}.`);
  }
}
