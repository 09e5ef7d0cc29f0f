import { DEFAULT_ACCOUNT, type NamedAccount, parseAccounts, sameAccounts } from '../auth/accounts-file.ts';
import { parseTokens } from '../auth/tokens-file.ts';
import { isLoopback, isLoopbackUrl } from './loopback.ts';
import { address } from './setting.ts';
import { AUTH_MODES, type Settings, type Texts } from './settings.ts';

/** Who may ask (behaviour, 6), with what each mode needs. */
export type Access =
  | { readonly mode: 'open' }
  | { readonly mode: 'passthrough' }
  | { readonly mode: 'tokens'; readonly file: string }
  | { readonly mode: 'jwt'; readonly keys: SigningKeys; readonly issuer: string; readonly audience: string };

/** Where tokens are signed with a private key, whose public one is fetched; or with a secret that both sides have. */
export type SigningKeys = { readonly jwksUrl: string } | { readonly secret: string };

/** Reads a file that a setting names. @throws what the system says */
export type ReadFile = (path: string) => string;

/** The accounts of the settings, and what is wrong with the file of them. */
export interface Accounts {
  /** DUBBING_API_KEY is the one called `default`. */
  readonly accounts: readonly NamedAccount[];
  readonly faults: readonly string[];
}

export function readAccounts({ ACCOUNTS_FILE: path, DUBBING_API_KEY: key }: Texts, readFile: ReadFile): Accounts {
  const own = key ? [{ name: DEFAULT_ACCOUNT, key }] : [];
  if (!path) return { accounts: own, faults: [] };
  const text = contentOf('ACCOUNTS_FILE', path, readFile);
  if (text instanceof Error) return { accounts: own, faults: [text.message] };
  const parsed = parseAccounts(text);
  const accounts = [...own, ...parsed.accounts];
  const faults = [...parsed.faults, ...sameAccounts(accounts)].map((fault) => `ACCOUNTS_FILE ${fault}.`);
  return { accounts, faults };
}

/** What is wrong with who may ask. It reads the texts, so that it is told beside the faults of single settings. */
export function accessFaults(texts: Texts, { accounts, faults }: Accounts, readFile: ReadFile): string[] {
  const { AUTH_MODE: mode } = texts;
  const isReal = Boolean(texts.DUBBING_API_URL || texts.STUDIO_API_URL);
  const names = new Set(accounts.map(({ name }) => name));
  // The sandbox has an account for whoever has none.
  if (!isReal) names.add(DEFAULT_ACCOUNT);
  const known = faults.length === 0 ? names : null;
  if (!mode)
    return isReal
      ? [`AUTH_MODE must be set with a real service, to one of ${AUTH_MODES.join(', ')}.`]
      : forgotten(texts);
  if (mode === 'tokens') return [...tokensFaults(texts, known, readFile), ...keyless(mode, names)];
  if (mode === 'jwt') return [...jwtFaults(texts), ...keyless(mode, names)];
  return mode === 'open' && isReal ? openFaults(texts, known) : [];
}

/** The sandbox is open by default; whoever has set one of these believes that it is not. */
const NEEDING_A_MODE = ['AUTH_TOKENS_FILE', 'JWT_JWKS_URL', 'JWT_SECRET', 'ACCOUNTS_FILE'] as const;

function forgotten(texts: Texts): string[] {
  const set = NEEDING_A_MODE.filter((name) => texts[name]);
  return set.length === 0
    ? []
    : [`AUTH_MODE must be set: without it the sandbox is open, whatever ${set.join(' and ')} may say.`];
}

function openFaults({ HOST: host, PUBLIC_URL: publicUrl }: Texts, known: ReadonlySet<string> | null): string[] {
  const url = publicUrl && address.safeParse(publicUrl).success ? URL.parse(publicUrl) : null;
  const open = [...(host && !isLoopback(host) ? ['HOST'] : []), ...(url && !isLoopbackUrl(url) ? ['PUBLIC_URL'] : [])];
  const wayOut = `Change ${open.join(', ')} or AUTH_MODE.`;
  return [
    ...(open.length > 0
      ? [`AUTH_MODE may be open only on a loopback address: anybody could use the key. ${wayOut}`]
      : []),
    ...(known?.has(DEFAULT_ACCOUNT) === false
      ? ['DUBBING_API_KEY must be set with AUTH_MODE=open and a real service.']
      : []),
  ];
}

function keyless(mode: string, names: ReadonlySet<string>): string[] {
  if (names.size > 0) return [];
  return [`DUBBING_API_KEY or ACCOUNTS_FILE must be set with AUTH_MODE=${mode} and a real service.`];
}

function tokensFaults(texts: Texts, known: ReadonlySet<string> | null, readFile: ReadFile): string[] {
  const { AUTH_TOKENS_FILE: path } = texts;
  if (!path) return ['AUTH_TOKENS_FILE must be set with AUTH_MODE=tokens.'];
  const text = contentOf('AUTH_TOKENS_FILE', path, readFile);
  if (text instanceof Error) return [text.message];
  return parseTokens(text, known?.size === 0 ? null : known).faults.map((fault) => `AUTH_TOKENS_FILE ${fault}.`);
}

function jwtFaults(texts: Texts): string[] {
  const missing = (['JWT_ISSUER', 'JWT_AUDIENCE'] as const).filter((name) => !texts[name]);
  const faults = missing.map((name) => `${name} must be set with AUTH_MODE=jwt.`);
  if (Boolean(texts.JWT_JWKS_URL) === Boolean(texts.JWT_SECRET)) {
    faults.push(
      'JWT_JWKS_URL or JWT_SECRET must be set with AUTH_MODE=jwt, and not both: it decides how tokens are signed.',
    );
  }
  return faults;
}

function contentOf(setting: string, path: string, readFile: ReadFile): string | Error {
  try {
    return readFile(path);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
    return new Error(`${setting} is ${JSON.stringify(path)}, which cannot be read${code}.`);
  }
}

/** To be called with settings that have no fault. */
export function shapeAccess(settings: Settings): Access {
  const {
    AUTH_MODE: mode = 'open',
    AUTH_TOKENS_FILE: file = '',
    JWT_ISSUER: issuer = '',
    JWT_AUDIENCE: audience = '',
  } = settings;
  if (mode === 'tokens') return { mode, file };
  if (mode !== 'jwt') return { mode };
  const { JWT_JWKS_URL: jwksUrl, JWT_SECRET: secret = '' } = settings;
  return { mode, keys: jwksUrl === undefined ? { secret } : { jwksUrl }, issuer, audience };
}
