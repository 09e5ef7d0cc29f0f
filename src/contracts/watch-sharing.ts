/** How the instances of the gateway watch together: between `src/live` and `src/cluster`. */

/** A thing that is watched. */
export type WatchedThing = { readonly kind: 'Balance' } | { readonly kind: 'DubbingProjects' } | JobThing;

/** A job, by the service's own ids. */
export type JobThing =
  | { readonly kind: 'DubbingProject'; readonly projectId: string }
  | { readonly kind: 'Video'; readonly projectId: string; readonly videoId: string }
  | { readonly kind: 'Artifact'; readonly artifactId: string };

/** The interest of one instance's readers in a thing. */
export interface Want {
  readonly thing: WatchedThing;
  /** Whether any of them is shown the details. */
  readonly details: boolean;
}

/** Since when each watched thing is as it is, by its text (`wantKey`). Epoch ms. */
export type Ages = Readonly<Record<string, number>>;

/** One address that is asked for watches, as other instances reach it. */
export interface SharedResource {
  /** Absent for details, from which no age is taken. */
  readonly ages?: Ages;
  /** Another instance has seen the state come about: what is new here is not new. */
  restore?(ages: Ages): void;
  /** A reader of another instance waits for a present answer: asks, unless it is being asked. */
  look(): void;
  /** Another instance has asked in vain. `at` is epoch ms. */
  failed(error: Error, at: number): void;
}

/** Who asks for the watches of one account. */
export interface WatchSharing {
  /** Proves to the ledger that this instance polls for the account; undefined if it is alone. */
  readonly lease: string | undefined;
  /**
   * News that this instance has asked for are on their way to the others. Readers here get them once it resolves, so that
   * one who goes to another instance finds nothing older there. Null if there are none; it never rejects.
   */
  readonly publishing: Promise<void> | null;
  /** Another instance polls: this one asks only for readers who wait. */
  readonly isFollowing: boolean;
  /**
   * Waits for the answer of another instance.
   * @returns null if this instance is the one to ask. Else whether an answer came in time; if none did, this instance asks.
   * It rejects with the failure of the other instance, or with the signal's reason.
   */
  elsewhere(address: string, signal: AbortSignal): Promise<boolean> | null;
  /** This instance has asked in vain. */
  failed(address: string, error: Error): void;
  open(address: string, resource: SharedResource): Disposable;
}

/** Equal for the same thing. */
export function wantKey(thing: WatchedThing): string {
  return Object.values(thing).join('\0');
}
