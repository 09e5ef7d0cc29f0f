/** Synthesised speech, as long as the gateway keeps it. */
export interface Audio {
  /** The address is the secret: whoever knows it may fetch the file. */
  readonly url: string;
  /** ISO timestamp. */
  readonly expiresAt: string;
  readonly contentType: 'audio/wav';
  readonly sizeBytes: number;
  readonly durationSeconds: number;
  readonly sampleRateHz: number;
  /**
   * The whole file; read when it is asked for.
   * @throws LimitExceededError where it is not short
   */
  base64(): Promise<string>;
}
