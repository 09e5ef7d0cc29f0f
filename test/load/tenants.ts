/** Several accounts at one service, and tokens of each: whoever has a token of one is to see nothing of another. */
import { createToken } from '../../src/auth/create-token.ts';
import type { AccountStore } from '../../src/sandbox/account-store.ts';
import type { Sandbox } from '../../src/sandbox/index.ts';
import { running } from '../kit/watching.ts';

export interface Trouble {
  /** The word of the misfortune. */
  readonly word: string;
  /** By `performance.now()`. */
  readonly since: number;
  /** Infinite while the service fails. */
  mendedAt: number;
}

/** How long a failure may still reach callers after the service is back: a pause, a timeout, a busy machine. */
const AFTERMATH_MS = 15_000;

/** Whether the service fails for a tenant, or did so a moment ago. */
export const isTroubled = ({ trouble }: Tenant): boolean =>
  trouble !== null && performance.now() < trouble.mendedAt + AFTERMATH_MS;

export interface Tenant {
  readonly name: string;
  readonly key: string;
  readonly store: AccountStore;
  /** The tokens of a caller who may do everything, and of one who may read. */
  readonly writer: string;
  readonly reader: string;
  /** Stands in the name of all that is its. */
  readonly mark: string;
  /** Finds what is another's in an answer. */
  readonly foreign: RegExp;
  /** How the service fails for it, or did last; null if it never did. */
  trouble: Trouble | null;
}

export const TENANT_KEYS = ['key-of-account-one', 'key-of-account-two', 'key-of-account-three'] as const;
const NAMES = ['one', 'two', 'three'] as const;
const markOf = (name: string): string => `owned-by-${name}`;
const A_LOT = 1e9;

/** The contents of AUTH_TOKENS_FILE and ACCOUNTS_FILE. */
export interface TenantFiles {
  readonly tokens: readonly object[];
  readonly accounts: Readonly<Record<string, string>>;
}

export function settle(sandbox: Sandbox): { readonly tenants: readonly Tenant[]; readonly files: TenantFiles } {
  const tokens: object[] = [];
  const accounts: Record<string, string> = {};
  const tenants = NAMES.map((name, index): Tenant => {
    const key = TENANT_KEYS[index] ?? '';
    accounts[name] = key;
    const issue = (scopes: readonly string[]): string => {
      const made = createToken({ name: `${name}-${scopes.join('-')}`, scopes, account: name });
      if ('faults' in made) throw new Error(made.faults.join());
      tokens.push(made.entry);
      return made.token;
    };
    const store = sandbox.account(key);
    furnish(store, markOf(name));
    const others = NAMES.filter((other) => other !== name).map(markOf);
    return {
      name,
      key,
      store,
      writer: issue(['read', 'write']),
      reader: issue(['read']),
      mark: markOf(name),
      foreign: new RegExp(`${others.join('|')}|key-of-account`),
      trouble: null,
    };
  });
  return { tenants, files: { tokens, accounts } };
}

/** Gives all that an account has its mark, and some more that moves when it is moved. */
function furnish(store: AccountStore, mark: string): void {
  for (const thing of [...store.dubbingProjects.values(), ...store.artifacts.values(), ...store.videos.values()]) {
    thing.name = `${thing.name} ${mark}`;
  }
  for (let index = 0; index < MOVED; index += 1) {
    store.putDubbingProject({ id: `p${index}`, name: `Episode ${index} ${mark}`, work: running() });
  }
  store.balanceMinutes = A_LOT;
}

/** How many dubbing projects of each there are that `move` moves. */
const MOVED = 10;

export function move({ store, mark }: Tenant, number: number): void {
  const project = store.dubbingProjects.get(`p${number % MOVED}`);
  if (project) project.name = `Take ${number} ${mark}`;
}

/** Takes away what was made by visitors a while ago. */
export function sweep({ store }: Tenant, olderThan: number): void {
  for (const [id, { name, createdAt }] of store.dubbingProjects) {
    if (name.startsWith('Made') && createdAt < olderThan) store.dubbingProjects.delete(id);
  }
}
