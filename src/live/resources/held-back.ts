import type { WatchSharing } from '../../contracts/watch-sharing.ts';

/** Holds news back from the readers of this instance until the other instances have them. */
export class HeldBack {
  readonly #sharing: Pick<WatchSharing, 'publishing'> | null;
  readonly #onReleased: () => void;
  #isHolding = false;

  /** @param onReleased the other instances have them */
  constructor(sharing: Pick<WatchSharing, 'publishing'> | null, onReleased: () => void) {
    this.#sharing = sharing;
    this.#onReleased = onReleased;
  }

  /** While true, `onReleased` is going to be called. */
  get isHolding(): boolean {
    const publishing = this.#sharing?.publishing ?? null;
    if (publishing === null) return false;
    if (!this.#isHolding) void publishing.then(() => this.#release());
    this.#isHolding = true;
    return true;
  }

  #release(): void {
    this.#isHolding = false;
    this.#onReleased();
  }
}
