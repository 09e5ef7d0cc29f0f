import { type GraphDocument, NoAnswerError, type Result } from './document.ts';
import { type Outcome, type PayloadOf, toOutcome, unknownOutcome } from './outcome.ts';

/** Sends a mutation once. @throws NoAnswerError */
export type SendMutation = <Data, Variables>(
  document: GraphDocument<Data, Variables>,
  variables: Variables,
) => Promise<Result<Data>>;

/** The keys of the writes whose outcome is not known, by their contents. */
export interface Keys {
  get(content: string): string | undefined;
  set(content: string, key: string): unknown;
  delete(content: string): unknown;
}

/**
 * Carries out mutations with one idempotency key for each content, until the outcome of that content is known: a second
 * click while the first is on its way is the same write, and a repeated one after an unknown outcome is not done twice.
 */
export class Writer {
  readonly #keys: Keys;
  readonly #running = new Map<string, Promise<Outcome<unknown>>>();
  readonly #files = new WeakMap<Blob, number>();
  /** Not a whole number: after a reload of the page, no other file has the number of one. */
  #lastFile = Math.random();

  constructor(keys: Keys = new Map<string, string>()) {
    this.#keys = keys;
  }

  write<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    send: SendMutation,
  ): Promise<Outcome<PayloadOf<Data>>> {
    const content = `${document.name} ${this.#contentOf(variables)}`;
    const running = this.#running.get(content);
    if (running !== undefined) return running as Promise<Outcome<PayloadOf<Data>>>;
    const outcome = this.#attempt(content, document, variables, send).finally(() => this.#running.delete(content));
    this.#running.set(content, outcome);
    return outcome;
  }

  async #attempt<Data, Variables>(
    content: string,
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    send: SendMutation,
  ): Promise<Outcome<PayloadOf<Data>>> {
    const key = this.#keys.get(content) ?? randomKey();
    this.#keys.set(content, key);
    const again = () => this.write(document, variables, send);
    const outcome = await send(document, document.takesKey ? withKey(variables, key) : variables).then(
      (result) => toOutcome(document.field, result, again),
      (error: unknown) => {
        if (error instanceof NoAnswerError) return unknownOutcome<PayloadOf<Data>>(error, again);
        throw error;
      },
    );
    if (outcome.kind !== 'unknown') this.#keys.delete(content);
    return outcome;
  }

  /** The same text for the same content, whatever the order of its fields. A file is itself. */
  #contentOf(value: unknown): string {
    if (value instanceof Blob) return `file ${this.#numberOf(value)}`;
    if (Array.isArray(value)) return `[${value.map((item) => this.#contentOf(item)).join()}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const fields = Object.entries(value)
      .filter(([, item]) => item !== undefined)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${fields.map(([name, item]) => `${JSON.stringify(name)}:${this.#contentOf(item)}`).join()}}`;
  }

  #numberOf(file: Blob): number {
    const number = this.#files.get(file) ?? ++this.#lastFile;
    this.#files.set(file, number);
    return number;
  }
}

/** A key that the caller has chosen stays. */
function withKey<Variables>(variables: Variables, key: string): Variables {
  const { input } = variables as { readonly input: { readonly idempotencyKey?: string | null } };
  return { ...variables, input: { ...input, idempotencyKey: input.idempotencyKey ?? key } };
}

/** `crypto.randomUUID` exists only on https and on localhost. */
const randomKey = (): string => crypto.getRandomValues(new BigUint64Array(2)).join('-');
