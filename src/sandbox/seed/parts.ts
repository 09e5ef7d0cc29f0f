import type { AccountStore } from '../account-store.ts';
import type { World } from '../http/endpoint-request.ts';

export interface SeedParts {
  account: AccountStore;
  world: World;
  /** The name in this account. */
  label(name: string): string;
}
