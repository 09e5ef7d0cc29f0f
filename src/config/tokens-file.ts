import { z } from 'zod';
import { SCOPES } from '../auth/viewer.ts';
import { DEFAULT_ACCOUNT, NAME, NAME_FAULT } from './accounts-file.ts';

const text = (pattern: RegExp, error: string) => z.string({ error }).regex(pattern, { error });

/** The entry of a token of the gateway's own. The token itself is not stored. */
export const tokenEntry = z.strictObject(
  {
    /** Identifies the client for limits. */
    name: text(NAME, `must be a text ${NAME_FAULT}`),
    /** The token's SHA-256 in hexadecimal digits. */
    sha256: text(/^[\da-f]{64}$/i, 'must be the SHA-256 of the token as 64 hexadecimal digits').transform((digits) =>
      digits.toLowerCase(),
    ),
    scopes: z
      .array(z.enum(SCOPES, { error: `must be one of ${SCOPES.join(', ')}` }), { error: 'must be a list' })
      .min(1, { error: 'must have at least one scope' }),
    account: text(NAME, 'must be the name of an account').default(DEFAULT_ACCOUNT),
  },
  // Otherwise a mistyped member would silently be missing, such as the account.
  { error: ({ code }) => (code === 'unrecognized_keys' ? 'has an unknown member' : 'must be an object') },
);

export type TokenEntry = z.output<typeof tokenEntry>;

interface Placed {
  readonly index: number;
  readonly token: TokenEntry;
}

/**
 * The text of AUTH_TOKENS_FILE, and all its faults, each with the path of its entry and never with its value, which may
 * be a misplaced secret.
 * @param accounts the known names; null if unknown
 */
export function parseTokens(
  json: string,
  accounts: ReadonlySet<string> | null,
): { readonly tokens: readonly TokenEntry[]; readonly faults: readonly string[] } {
  const entries = parseList(json);
  if (entries === null) return { tokens: [], faults: ['must contain a JSON list of tokens'] };
  const placed: Placed[] = [];
  const faults: string[] = [];
  for (const [index, entry] of entries.entries()) {
    const { data: token, error } = tokenEntry.safeParse(entry);
    if (token) placed.push({ index, token });
    for (const { path, message } of error?.issues ?? []) faults.push(`${toText([index, ...path])} ${message}`);
  }
  faults.push(...repeats(placed, 'name'), ...repeats(placed, 'sha256'), ...strangers(placed, accounts));
  return { tokens: placed.map(({ token }) => token), faults };
}

function repeats(placed: readonly Placed[], member: 'name' | 'sha256'): string[] {
  return placed.flatMap(({ index, token }) => {
    const first = placed.find((other) => other.token[member] === token[member]);
    return first && first.index < index ? [`[${index}].${member} is the same as in [${first.index}]`] : [];
  });
}

function strangers(placed: readonly Placed[], accounts: ReadonlySet<string> | null): string[] {
  return placed.flatMap(({ index, token }) =>
    accounts === null || accounts.has(token.account)
      ? []
      : [`[${index}].account is not one of the accounts (if omitted, it is "${DEFAULT_ACCOUNT}")`],
  );
}

const toText = (path: readonly PropertyKey[]): string =>
  path.map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`)).join('');

/** The parser's message repeats the text, so it is not shown. */
function parseList(json: string): readonly unknown[] | null {
  try {
    const value: unknown = JSON.parse(json);
    return Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}
