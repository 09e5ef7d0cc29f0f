import type { AccountNames } from './account-names.ts';
import type { Membership } from './membership.ts';
import type { RedisLink } from './redis-link.ts';

/** This instance among all that use the same Redis and prefix: together they are one gateway. */
export interface Cluster {
  /** Another one at each start. */
  readonly instance: string;
  readonly link: RedisLink;
  readonly membership: Membership;
  namesOf(account: { readonly key: string }): AccountNames;
}
