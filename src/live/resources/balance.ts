import type { Balance } from '../../domain/balance.ts';
import type { BalanceUpdate } from '../../domain/update.ts';
import type { AccountReads } from '../../loaders/account-reads.ts';
import type { Observation } from '../schedule/polling.ts';
import { balanceTelling } from '../updates/account-updates.ts';
import type { BaseFeed } from '../updates/base-feed.ts';
import { Topic } from '../updates/topic.ts';
import { PolledResource, type PolledResourceParts } from './polled-resource.ts';

/** What is left on the account. */
export class BalanceResource extends PolledResource<Balance> {
  readonly #view = new Topic(balanceTelling);
  protected readonly views = [this.#view];
  #since: number;

  constructor(parts: PolledResourceParts, reads: Pick<AccountReads, 'balance'>) {
    super(parts, reads.balance);
    this.#since = parts.clock.now();
  }

  open(): BaseFeed<BalanceUpdate> {
    return this.enter(() => this.#view.open());
  }

  get sights(): readonly Observation[] {
    if (this.read.value === null) return [];
    return [{ kind: 'balance', phase: 'resting', estimateAt: null, since: this.#since }];
  }

  protected take(_balance: Balance, isNews: boolean): void {
    if (isNews) this.#since = this.parts.clock.now();
  }

  protected publish(): void {
    this.#view.publish({ state: this.read.value, ...this.standing });
  }
}
