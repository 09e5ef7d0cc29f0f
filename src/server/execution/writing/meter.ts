/** Counts what an answer depends on beside the objects that are written, and what it costs. */
export interface Meter {
  /** Grows with each read and with each warning. */
  readonly uses: number;
  /** The values that were charged so far. */
  readonly charged: number;
  /** @throws LimitExceededError */
  charge(values: number): void;
  /** A text of the answer has so many characters; short ones are not reported. @throws LimitExceededError */
  wrote(characters: number): void;
}

/** As many of these as an answer may have values are not too large. */
const SHORT_CHARACTERS = 64;

/** An answer that is too large ends before it fills the memory. */
export function measured(text: string, meter: Meter): string {
  if (text.length > SHORT_CHARACTERS) meter.wrote(text.length);
  return text;
}
