/** The operations of one socket, by their ids. Mostly there is one, and only others take a map. */
export class OpenOperations<Operation extends { readonly id: string }> {
  #first: Operation | null = null;
  #others: Map<string, Operation> | null = null;

  get size(): number {
    return (this.#first === null ? 0 : 1) + (this.#others?.size ?? 0);
  }

  get(id: string): Operation | undefined {
    return this.#first?.id === id ? this.#first : this.#others?.get(id);
  }

  /** To be called where none has its id. */
  add(operation: Operation): void {
    if (this.#first === null) {
      this.#first = operation;
      return;
    }
    this.#others ??= new Map();
    this.#others.set(operation.id, operation);
  }

  delete(id: string): void {
    if (this.#first?.id === id) this.#first = null;
    else this.#others?.delete(id);
    if (this.#others?.size === 0) this.#others = null;
  }

  clear(): void {
    this.#first = null;
    this.#others = null;
  }

  *[Symbol.iterator](): Iterator<Operation> {
    if (this.#first !== null) yield this.#first;
    if (this.#others !== null) yield* this.#others.values();
  }
}
