import type { ConfiguredAccounts } from './accounts.ts';
import { DEFAULT_ACCOUNT } from './accounts-file.ts';
import { isLoopback, isLoopbackUrl } from './loopback.ts';
import { parseNamedFile, type ReadFile } from './named-file.ts';
import { address } from './setting.ts';
import { AUTH_MODES, type Settings, type Texts } from './settings.ts';
import { parseTokens } from './tokens-file.ts';

/** The mode of authentication (BEHAVIOUR.md, "Callers") with its settings. */
export type Access =
  | { readonly mode: 'open' }
  | { readonly mode: 'passthrough' }
  | { readonly mode: 'tokens'; readonly file: string }
  | { readonly mode: 'jwt'; readonly keys: SigningKeys; readonly issuer: string; readonly audience: string };

/** Tokens are signed with a private key, whose public key is fetched, or with a shared secret. */
export type SigningKeys = { readonly jwksUrl: string } | { readonly secret: string };

/**
 * The faults of the settings of authentication. It reads the raw texts, so that they are reported together with the
 * faults of single settings.
 */
export function accessFaults(
  texts: Texts,
  { accounts, faults }: ConfiguredAccounts,
  readFile: ReadFile,
): readonly string[] {
  const isReal = Boolean(texts.DUBBING_API_URL || texts.STUDIO_API_URL);
  // The sandbox has an account for callers without one.
  const names = new Set([...accounts.map(({ name }) => name), ...(isReal ? [] : [DEFAULT_ACCOUNT])]);
  /** Null if the accounts file is invalid, which is reported already. */
  const accountNames = faults.length === 0 ? names : null;
  switch (texts.AUTH_MODE) {
    case undefined:
      return isReal
        ? [`AUTH_MODE must be set for a real service, to one of ${AUTH_MODES.join(', ')}.`]
        : forgotten(texts);
    case 'open':
      return isReal ? [...reachableFaults(texts), ...openFaults(accountNames)] : [];
    case 'tokens':
      return [...tokensFaults(texts, accountNames, readFile), ...keylessFaults(accountNames)];
    case 'jwt':
      return [...jwtFaults(texts), ...keylessFaults(accountNames)];
    default:
      return [];
  }
}

/** The sandbox is open by default. A caller who sets one of these expects that it is not. */
const NEEDING_A_MODE = ['AUTH_TOKENS_FILE', 'JWT_JWKS_URL', 'JWT_SECRET', 'ACCOUNTS_FILE'] as const;

function forgotten(texts: Texts): string[] {
  const set = NEEDING_A_MODE.filter((name) => texts[name]);
  if (set.length === 0) return [];
  return [`AUTH_MODE must be set: without it the sandbox is open, and nothing comes of ${set.join(', ')}.`];
}

/** An open gateway lends its API key to everyone who can reach it, also through a proxy. */
function reachableFaults({ HOST: host, PUBLIC_URL: publicUrl }: Texts): string[] {
  const url = address.safeParse(publicUrl).success ? URL.parse(publicUrl ?? '') : null;
  const reachable = [
    ...(host && !isLoopback(host) ? ['HOST'] : []),
    ...(url && !isLoopbackUrl(url) ? ['PUBLIC_URL'] : []),
  ];
  if (reachable.length === 0) return [];
  const change = [...reachable, 'AUTH_MODE'].join(' or ');
  return [
    `AUTH_MODE=open is allowed only on a loopback address, because any caller could use the API key. Change ${change}.`,
  ];
}

function openFaults(accountNames: ReadonlySet<string> | null): string[] {
  if (accountNames === null || accountNames.has(DEFAULT_ACCOUNT)) return [];
  return ['DUBBING_API_KEY must be set for AUTH_MODE=open with a real service.'];
}

function keylessFaults(accountNames: ReadonlySet<string> | null): string[] {
  if (accountNames === null || accountNames.size > 0) return [];
  return ['DUBBING_API_KEY or ACCOUNTS_FILE must be set for this AUTH_MODE with a real service.'];
}

function tokensFaults(
  { AUTH_TOKENS_FILE: path }: Texts,
  accountNames: ReadonlySet<string> | null,
  readFile: ReadFile,
): readonly string[] {
  if (!path) return ['AUTH_TOKENS_FILE must be set for AUTH_MODE=tokens.'];
  const accounts = accountNames?.size === 0 ? null : accountNames;
  return parseNamedFile({ setting: 'AUTH_TOKENS_FILE', path, readFile }, (text) => parseTokens(text, accounts)).faults;
}

function jwtFaults(texts: Texts): string[] {
  const missing = (['JWT_ISSUER', 'JWT_AUDIENCE'] as const).filter((name) => !texts[name]);
  const faults = missing.map((name) => `${name} must be set for AUTH_MODE=jwt.`);
  if (Boolean(texts.JWT_JWKS_URL) !== Boolean(texts.JWT_SECRET)) return faults;
  return [
    ...faults,
    'Either JWT_JWKS_URL or JWT_SECRET must be set for AUTH_MODE=jwt, not both. It decides how signatures are verified.',
  ];
}

/** Call it only with valid settings: everything that the mode needs is set. */
export function shapeAccess(settings: Settings): Access {
  const { AUTH_MODE: mode = 'open', AUTH_TOKENS_FILE: file = '' } = settings;
  if (mode === 'tokens') return { mode, file };
  if (mode !== 'jwt') return { mode };
  const {
    JWT_JWKS_URL: jwksUrl,
    JWT_SECRET: secret = '',
    JWT_ISSUER: issuer = '',
    JWT_AUDIENCE: audience = '',
  } = settings;
  return { mode, keys: jwksUrl === undefined ? { secret } : { jwksUrl }, issuer, audience };
}
