/** How long an operation matters: until its caller has left, and until what was begun for it has ended. */
export class Lifetime {
  #controller: AbortController | undefined;
  #hasLeft = false;
  #ended: unknown = null;

  /** Aborted when the caller has left before the answer was whole. Created when first read. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#hasLeft) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The caller has left before the answer was whole. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** The caller leaves; what is under way for it is given up. */
  leave(): void {
    this.#hasLeft = true;
    this.#controller?.abort();
  }

  /** The operation runs until the result has settled, which may be after its caller has left. */
  lastsUntil(result: unknown): void {
    this.#ended = result;
  }

  /** Never rejects. */
  async ended(): Promise<void> {
    await Promise.allSettled([this.#ended]);
  }

  /** Lets go of the signal, which is created again if need be: a subscription may be open for days. */
  rest(): void {
    if (!this.#hasLeft) this.#controller = undefined;
  }
}
