import { createToken } from '../../src/auth/create-token.ts';
import type { Scope } from '../../src/auth/viewer.ts';
import type { TokenEntry } from '../../src/config/tokens-file.ts';
import { KEYS, startGateway, type TestGateway, type TestGatewayOptions } from '../kit/gateway.ts';
import { type Folder, makeFolder } from './folder.ts';

export interface MadeToken {
  readonly token: string;
  readonly entry: TokenEntry;
}

export function makeToken(name: string, scopes: readonly Scope[], account?: string): MadeToken {
  const made = createToken({ name, scopes, account });
  if ('faults' in made) throw new Error(made.faults.join());
  return made;
}

/** A gateway with accounts `default` and `two`, and a file of tokens that can be written anew. */
export interface TokensGateway extends TestGateway {
  readonly folder: Folder;
  /** Writes the file of tokens. That it counts takes a moment. */
  writeTokens(content: unknown): Promise<unknown>;
}

export async function startTokensGateway(
  tokens: readonly MadeToken[],
  { env, ...options }: TestGatewayOptions = {},
): Promise<TokensGateway> {
  await using started = new AsyncDisposableStack();
  const folder = started.use(await makeFolder());
  const writeTokens = (content: unknown) => folder.write('tokens.json', content);
  const settings = {
    AUTH_MODE: 'tokens',
    AUTH_TOKENS_FILE: await folder.write(
      'tokens.json',
      tokens.map(({ entry }) => entry),
    ),
    ACCOUNTS_FILE: await folder.write('accounts.json', { two: KEYS[1] }),
  };
  const gateway = started.use(await startGateway({ ...options, env: { ...settings, ...env } }));
  const running = started.move();
  return Object.assign(gateway, { folder, writeTokens, [Symbol.asyncDispose]: () => running.disposeAsync() });
}
