import { type Want, wantKey } from '../../contracts/watch-sharing.ts';
import { quietly } from '../quietly.ts';
import type { WatchStore } from './watch-store.ts';

export interface OwnWantsParts {
  readonly store: Pick<WatchStore, 'want'>;
  /** The interests of the readers of this instance. */
  readonly wants: () => Iterable<Want>;
  /** Whether another instance may hear of them now. */
  readonly isSending: () => boolean;
  /** The instance stops: what its readers have wanted is wanted on, since they come back elsewhere. */
  readonly isLeaving: () => boolean;
}

/** The wants of this instance's readers, as the other instances know them. Changes of one turn of the event loop are one. */
export class OwnWants {
  readonly #parts: OwnWantsParts;
  #sent: ReadonlyMap<string, Want> | null = null;
  readonly #looks = new Set<string>();
  #isDue = false;

  constructor(parts: OwnWantsParts) {
    this.#parts = parts;
  }

  /** A reader has come or gone. */
  changed(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() => {
      this.#isDue = false;
      if (this.#hasNews()) this.renew();
    });
  }

  /** Somebody waits for the answer of this address. */
  look(address: string): void {
    this.#looks.add(address);
    this.changed();
  }

  /** The others know nothing of this instance. */
  resend(): void {
    this.#sent = null;
    this.changed();
  }

  /** Says that the wants go on, with what has changed. */
  renew(): void {
    if (!this.#parts.isSending()) return;
    const wants = this.#current();
    const previous = this.#sent ?? new Map<string, Want>();
    const added = [...wants].filter(([key, want]) => previous.get(key)?.details !== want.details);
    const gone = [...previous.keys()].filter((key) => !wants.has(key));
    const hasChanged = this.#sent === null || added.length > 0 || gone.length > 0;
    const looks = [...this.#looks];
    this.#looks.clear();
    this.#sent = wants;
    const change = { added: added.map(([, want]) => want), gone, looks };
    void quietly(this.#parts.store.want(hasChanged ? [...wants.values()] : null, change));
  }

  #hasNews(): boolean {
    if (this.#sent === null || this.#looks.size > 0) return true;
    const wants = this.#current();
    const sent = this.#sent;
    return wants.size !== sent.size || [...wants].some(([key, { details }]) => sent.get(key)?.details !== details);
  }

  #current(): ReadonlyMap<string, Want> {
    const { isLeaving } = this.#parts;
    const wants = new Map<string, Want>(isLeaving() ? (this.#sent ?? []) : []);
    // Several selections of all projects are one want.
    for (const want of this.#parts.wants()) wants.set(wantKey(want.thing), want);
    return wants;
  }
}
