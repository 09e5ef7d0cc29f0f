import type { Balance } from '../../domain/balance.ts';
import type { BalanceUpdate } from '../../domain/update.ts';
import { balanceUpdates } from '../updates/account-updates.ts';
import type { Kind, Watched } from './kind.ts';
import { NEW_REPLICA } from './replica.ts';

interface State extends Watched<never> {
  readonly balance: Balance | null;
}

/** The balance of the account. */
export const balanceKind: Kind<Balance, never, State, Balance, null, BalanceUpdate> = {
  resource: 'balance',
  name: 'Balance',
  format: balanceUpdates,
  reduce(state, event) {
    if (event.is === 'restored') return { ...state, since: event.since };
    if (event.is !== 'polled' || !event.isNews) return state;
    return { ...state, balance: event.value, since: event.at };
  },
  wants: () => null,
  observe({ balance, since }) {
    return balance === null ? [] : [{ kind: 'balance', phase: 'idle', estimateAt: null, since }];
  },
  snapshot: ({ balance }) => ({ polled: balance, details: null, isKnownByDetails: false, isGone: false }),
};

export const newBalance: State = { balance: null, since: 0, details: NEW_REPLICA };
