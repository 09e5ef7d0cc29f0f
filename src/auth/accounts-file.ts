/** An account at the service, by the gateway's own name for it. */
export interface NamedAccount {
  readonly name: string;
  /** The API key. Never to be logged or answered. */
  readonly key: string;
}

/** The account of a token that names none. */
export const DEFAULT_ACCOUNT = 'default';

export const ACCOUNT_NAME = /^[\w.-]{1,64}$/;
/** As it can be sent in a header. */
const KEY = /^[\x21-\x7e]+$/;

/** The text of ACCOUNTS_FILE, `{"name": "key"}`, and all that is wrong with it: never with a key. */
export function parseAccounts(text: string): {
  readonly accounts: readonly NamedAccount[];
  readonly faults: readonly string[];
} {
  const value = parseObject(text);
  if (value === null) return { accounts: [], faults: ['must hold a JSON object, {"name": "key"}'] };
  const accounts: NamedAccount[] = [];
  const faults: string[] = [];
  for (const [index, [name, key]] of Object.entries(value).entries()) {
    // A name that is none may be a key at the wrong place.
    if (!ACCOUNT_NAME.test(name))
      faults.push(`account ${index + 1} must have a name of 1 to 64 letters, digits, ".", "_" or "-"`);
    else if (typeof key !== 'string' || !KEY.test(key)) {
      faults.push(`account "${name}" must have a key of visible ASCII characters, without a space or a line break`);
    } else accounts.push({ name, key });
  }
  return { accounts, faults };
}

/** Two names for one account would each have the quota of it: two counts of what the service counts once. */
export function sameAccounts(accounts: readonly NamedAccount[]): readonly string[] {
  return accounts.flatMap(({ name, key }, index) => {
    const before = accounts.slice(0, index).find((other) => other.name === name || other.key === key);
    if (before === undefined) return [];
    return before.name === name
      ? [`account "${name}" is there twice`]
      : [`accounts "${before.name}" and "${name}" have the same key`];
  });
}

/** The parser's own message repeats the text, so it is not told. */
function parseObject(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
