import type { Balance } from '../domain/balance.ts';
import type { BalanceUpdate } from '../domain/update.ts';
import type { AccountReads } from '../loaders/account-reads.ts';
import type { Sight } from './polling.ts';
import type { ReaderFeed } from './reader-feed.ts';
import { balanceTelling } from './telling-account.ts';
import { View } from './view.ts';
import { Watch, type WatchParts } from './watch.ts';

/** What is left on the account. */
export class BalanceWatch extends Watch<Balance> {
  readonly #view = new View(balanceTelling);
  protected readonly views = [this.#view];
  #since: number;

  constructor(parts: WatchParts, reads: Pick<AccountReads, 'balance'>) {
    super(parts, reads.balance);
    this.#since = parts.clock.now();
  }

  open(): ReaderFeed<BalanceUpdate> {
    return this.enter(() => this.#view.open());
  }

  get sights(): readonly Sight[] {
    if (this.read.answer === null) return [];
    return [{ kind: 'balance', phase: 'resting', estimateAt: null, since: this.#since }];
  }

  protected take(_balance: Balance, isNews: boolean): void {
    if (isNews) this.#since = this.parts.clock.now();
  }

  protected publish(): void {
    this.#view.publish({ state: this.read.answer, ...this.standing });
  }
}
