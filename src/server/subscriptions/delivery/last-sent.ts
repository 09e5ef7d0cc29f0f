/** The state that a reader was sent last, for each subject. Mostly there is one subject, and nothing more is kept. */
export class LastSent {
  #subject: string | null = null;
  #visible = '';
  #others: Map<string, string> | undefined;

  isSame(subject: string, visible: string): boolean {
    return visible === (subject === this.#subject ? this.#visible : this.#others?.get(subject));
  }

  show(subject: string, visible: string): void {
    this.#subject ??= subject;
    if (subject === this.#subject) {
      this.#visible = visible;
    } else {
      this.#others ??= new Map();
      this.#others.set(subject, visible);
    }
  }
}
