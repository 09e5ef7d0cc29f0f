/** An account at the service, with the gateway's name for it. */
export interface NamedAccount {
  readonly name: string;
  /** The API key. Never to be logged or answered. */
  readonly key: string;
}

/** The account of DUBBING_API_KEY, and of tokens without an account. */
export const DEFAULT_ACCOUNT = 'default';

/** The name of an account or a token: short and printable. */
export const NAME = /^(?! )\P{C}{1,64}(?<! )$/u;
export const NAME_FAULT = 'of 1 to 64 characters without control characters';
/** A legal header value. */
export const API_KEY = /^[\x21-\x7e]+$/;

/**
 * The text of ACCOUNTS_FILE, `{"name": "key"}`, and all its faults. A fault names the account's index, because its
 * "name" may be a misplaced key.
 * @param own the value of DUBBING_API_KEY
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

function faultOf(
  name: string,
  key: unknown,
  own: NamedAccount | null,
  earlier: readonly NamedAccount[],
): string | null {
  if (!NAME.test(name)) return `must have a name ${NAME_FAULT}`;
  if (typeof key !== 'string' || !API_KEY.test(key)) {
    return 'must have a key of visible ASCII characters, without a space or a line break';
  }
  if (name === own?.name) return 'has the name "default", which is reserved for DUBBING_API_KEY';
  // Each name has its own quota, but the service counts per key.
  if (key === own?.key) return 'has the same key as DUBBING_API_KEY';
  return earlier.some((other) => other.key === key) ? 'has the same key as another account' : null;
}

/** The parser's message repeats the text, so it is not shown. */
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
