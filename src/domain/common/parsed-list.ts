/** An item of the service's answer that could not be read, by its place in the service's list. */
export interface MalformedItem {
  readonly index: number;
  /** What is wrong and where in the item, without any of its content. */
  readonly message: string;
}

/** A list read tolerantly: a malformed item costs itself, never its siblings. */
export interface ParsedList<T> {
  readonly items: readonly T[];
  readonly malformed: readonly MalformedItem[];
}
