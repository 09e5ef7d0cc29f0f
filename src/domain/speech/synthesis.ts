/** Synthesised speech that the gateway keeps. */
export interface Audio {
  /** The address is unguessable and is the only protection. */
  readonly url: string;
  /** ISO timestamp. */
  readonly expiresAt: string;
  readonly contentType: 'audio/wav';
  readonly sizeBytes: number;
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  /**
   * The whole file, read at each call.
   * @throws LimitExceededError if the file is too long
   */
  base64(): Promise<string>;
}
