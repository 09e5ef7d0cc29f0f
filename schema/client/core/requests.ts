import { type GraphDocument, GraphError, NoAnswerError, type OperationText, type Result } from './document.ts';
import { extractFiles, toFormData } from './files.ts';
import type { RequestBody } from './link.ts';
import { retrying } from './retrying.ts';
import { type HttpRequest, type SendOptions, send } from './send.ts';

export interface RequestsOptions {
  readonly url: string;
  readonly getToken: () => Promise<string | null>;
  /** Whether documents are sent by their hash, without their text. */
  readonly trusted: boolean;
  /** Called when a request got no answer of a gateway. */
  readonly onNoAnswer: () => void;
}

/** Queries and mutations, over HTTP. */
export class Requests {
  readonly #options: RequestsOptions;

  readonly #pauses = new Set<() => void>();

  constructor(options: RequestsOptions) {
    this.#options = options;
  }

  /** The gateway can be reached again: what waits to be repeated is repeated at once. */
  wake(): void {
    for (const end of this.#pauses) end();
  }

  /** Repeats what got no answer. Not for mutations. */
  retry<Value>(run: () => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    return retrying(run, { signal, pauses: this.#pauses });
  }

  /** @throws if the gateway wants a hash, and the document has none */
  readonly bodyOf = ({ name, text, hash }: OperationText, variables: unknown): RequestBody => {
    if (!this.#options.trusted) return { query: text, operationName: name, variables };
    if (hash === '') throw new Error(`The document ${name} has no hash: generate it with the hash as __meta__.hash.`);
    // graphql-transport-ws wants a text, if only an empty one.
    return {
      query: '',
      operationName: name,
      variables,
      extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
    };
  };

  /**
   * Sends an operation once.
   * @throws NoAnswerError if no answer of a gateway came
   */
  send<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    options?: SendOptions,
  ): Promise<Result<Data>> {
    return this.sendText(document, variables, options) as Promise<Result<Data>>;
  }

  /** The same for a document without types. */
  async sendText(document: OperationText, content: unknown, options?: SendOptions): Promise<Result> {
    const { variables, files } = extractFiles(content);
    const body = this.bodyOf(document, variables);
    const token = await this.#options.getToken();
    const common: Record<string, string> = { accept: 'application/graphql-response+json, application/json' };
    if (token !== null) common['authorization'] = `Bearer ${token}`;
    const request: HttpRequest =
      files.size === 0
        ? {
            method: 'POST',
            headers: { ...common, 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }
        : {
            method: 'POST',
            headers: { ...common, 'graphql-require-preflight': '1' },
            body: toFormData(body, files),
          };
    try {
      const { status, text } = await send(this.#options.url, request, options);
      const result = parseResult(text);
      if (result === null) throw new NoAnswerError(`The gateway answered with status ${status}.`);
      return result;
    } catch (error) {
      if (!options?.signal?.aborted) this.#options.onNoAnswer();
      throw error;
    }
  }

  /**
   * Reads. While no gateway answers, for example in a restart, it is asked again for some minutes.
   * @throws NoAnswerError, and GraphError if there is no data at all
   */
  async query<Data, Variables>(
    document: GraphDocument<Data, Variables>,
    variables: Variables,
    options: SendOptions = {},
  ): Promise<Result<Data>> {
    const result = await this.retry(() => this.send(document, variables, options), options.signal);
    if (result.data === undefined || result.data === null) throw new GraphError(result.errors ?? []);
    return result;
  }
}

/** Null for the page of a proxy. */
function parseResult(text: string): Result | null {
  try {
    const value: unknown = JSON.parse(text);
    const isResult = typeof value === 'object' && value !== null && ('data' in value || 'errors' in value);
    return isResult ? (value as Result) : null;
  } catch {
    return null;
  }
}
