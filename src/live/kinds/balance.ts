import type { Balance } from '../../domain/balance.ts';
import type { BalanceUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import { type Kind, keepLatest, type Latest, NOTHING_YET, type Watch } from './kind.ts';

const balanceKind: Kind<Balance, never, Latest<Balance>, Balance, BalanceUpdate> = {
  resource: 'balance',
  polled: 'balance',
  name: 'Balance',
  reduce: keepLatest,
  wants: () => null,
  observe: ({ value, since }) => (value === null ? [] : [{ phase: 'idle', estimateAt: null, since }]),
  snapshot: ({ value }) => ({ polled: value, details: null }),
  toUpdate: (about, balance) => ({ of: 'Balance', balance, ...about }),
};

/** The balance of the account. */
export function watchBalance({ balance }: AccountReads): Watch<BalanceUpdate> {
  return { thing: { kind: 'Balance' }, kind: balanceKind, state: NOTHING_YET, polled: balance, details: null };
}
