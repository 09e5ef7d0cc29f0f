/** An account at the service, by the gateway's own name for it. */
export interface NamedAccount {
  readonly name: string;
  /** The API key. Never to be logged or answered. */
  readonly key: string;
}

/** The account of DUBBING_API_KEY, and of a token that names none. */
export const DEFAULT_ACCOUNT = 'default';

/** Of an account, or of a token: short, and a text that can be read. */
export const NAME = /^(?! )\P{C}{1,64}(?<! )$/u;
export const NAME_FAULT = 'of 1 to 64 characters without control characters';
/** As it can be sent in a header. */
export const API_KEY = /^[\x21-\x7e]+$/;

/**
 * The text of ACCOUNTS_FILE, `{"name": "key"}`, and all that is wrong with it. An account is told by its place: what
 * stands there for its name may be a key at the wrong one.
 * @param own what DUBBING_API_KEY is
 */
export function parseAccounts(
  text: string,
  own: NamedAccount | null,
): { readonly accounts: readonly NamedAccount[]; readonly faults: readonly string[] } {
  const value = parseObject(text);
  if (value === null) return { accounts: [], faults: ['must contain a JSON object, {"name": "key"}'] };
  const accounts: NamedAccount[] = [];
  const faults: string[] = [];
  for (const [index, [name, key]] of Object.entries(value).entries()) {
    const fault = faultOf(name, key, own, accounts);
    if (fault !== null) faults.push(`account ${index + 1} ${fault}`);
    else accounts.push({ name, key: String(key) });
  }
  return { accounts, faults };
}

function faultOf(name: string, key: unknown, own: NamedAccount | null, before: readonly NamedAccount[]): string | null {
  if (!NAME.test(name)) return `must have a name ${NAME_FAULT}`;
  if (typeof key !== 'string' || !API_KEY.test(key)) {
    return 'must have a key of visible ASCII characters, without a space or a line break';
  }
  if (name === own?.name) return 'has the name "default", which is reserved for DUBBING_API_KEY';
  // Each name has a quota of its own, and the service counts by key.
  if (key === own?.key) return 'has the same key as DUBBING_API_KEY';
  return before.some((other) => other.key === key) ? 'has the same key as another account' : null;
}

/** The parser's own message repeats the text, so it is not told. */
function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
