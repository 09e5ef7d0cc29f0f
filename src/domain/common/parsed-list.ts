/** An unreadable item of the service's answer, with its index in the service's list. */
export interface MalformedItem {
  readonly index: number;
  /** The fault and its place in the item, without its content. */
  readonly message: string;
}

/** A list read tolerantly: a malformed item costs itself, never its siblings. */
export interface ParsedList<T> {
  readonly items: readonly T[];
  readonly malformed: readonly MalformedItem[];
}
