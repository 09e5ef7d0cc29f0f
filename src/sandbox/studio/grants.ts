export const BUCKET = 'sandbox-media';
export interface Upload {
  size: number;
  characters: number;
  at: number;
}

/** A place that was given out for one file. */
export interface Grant {
  expiresAt: number;
  upload: Upload | null;
}

/** The places given out, and what was put there. */
export interface Grants {
  /** By path and query exactly as they were given: a link that was encoded anew is another link, as with a signature. */
  readonly byTarget: Map<string, Grant>;
  /** By account and path without the bucket. */
  readonly byPath: Map<string, Grant>;
}

export function createGrants(): Grants {
  return { byTarget: new Map(), byPath: new Map() };
}

export const grantKey = (account: { number: number }, path: string): string => `${account.number} ${path}`;
