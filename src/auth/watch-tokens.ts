import { unwatchFile, watchFile } from 'node:fs';
import type { Logger } from 'pino';
import type { NamedAccount } from '../config/accounts-file.ts';
import { readTextFile } from '../config/text-file.ts';
import { parseTokens, type TokenEntry } from '../config/tokens-file.ts';
import type { Authentication } from './authenticate.ts';
import { createTokens } from './tokens.ts';

/** The interval of checks for a change. Polling works on every file system, file events do not. */
const LOOK_EVERY_MS = 1000;

/**
 * `tokens`: the tokens of a file that may change while the gateway runs. An invalid file is logged, and the previous
 * tokens stay valid.
 * @throws UnusableTokensError, or the system's error, if the file is invalid at the start
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
