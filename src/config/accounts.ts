import { DEFAULT_ACCOUNT, type NamedAccount, parseAccounts } from './accounts-file.ts';
import { parseNamedFile, type ReadFile } from './named-file.ts';
import type { Texts } from './settings.ts';

/** The accounts of the settings, and the faults of their file. */
export interface ConfiguredAccounts {
  /** DUBBING_API_KEY is the account `default`. */
  readonly accounts: readonly NamedAccount[];
  readonly faults: readonly string[];
}

export function readAccounts(
  { ACCOUNTS_FILE: path, DUBBING_API_KEY: key }: Texts,
  readFile: ReadFile,
): ConfiguredAccounts {
  const own = key ? { name: DEFAULT_ACCOUNT, key } : null;
  const accounts = own ? [own] : [];
  if (!path) return { accounts, faults: [] };
  const file = parseNamedFile({ setting: 'ACCOUNTS_FILE', path, readFile }, (text) => parseAccounts(text, own));
  return { accounts: 'accounts' in file ? [...accounts, ...file.accounts] : accounts, faults: file.faults };
}
