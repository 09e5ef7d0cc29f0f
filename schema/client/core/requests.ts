import type { Connection } from './connection.ts';
import {
  type GraphDocument,
  GraphError,
  isUnauthenticated,
  NoAnswerError,
  type OperationText,
  type Result,
} from './document.ts';
import { extractFiles, toFormData } from './files.ts';
import type { RequestBody } from './link.ts';
import { retrying } from './retrying.ts';
import { type HttpRequest, type SendOptions, send } from './send.ts';

export interface RequestsOptions {
  readonly url: string;
  /** Whether documents are sent by their hash, without their text. */
  readonly trusted: boolean;
  /** It has the token, and learns from each answer, and from none. */
  readonly connection: Pick<Connection, 'getToken' | 'accept' | 'doubt'>;
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
  bodyOf({ name, text, hash }: OperationText, variables: unknown): RequestBody {
    if (!this.#options.trusted) return { query: text, operationName: name, variables };
    if (hash === '') throw new Error(`The document ${name} has no hash: generate it with the hash as __meta__.hash.`);
    // graphql-transport-ws wants a text, if only an empty one.
    return {
      query: '',
      operationName: name,
      variables,
      extensions: { persistedQuery: { version: 1, sha256Hash: hash } },
    };
  }

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
    const token = await this.#options.connection.getToken();
    const hasFiles = files.size > 0;
    const request: HttpRequest = {
      method: 'POST',
      headers: {
        accept: 'application/graphql-response+json, application/json',
        ...(hasFiles ? { 'graphql-require-preflight': '1' } : { 'content-type': 'application/json' }),
        ...(token !== null && { authorization: `Bearer ${token}` }),
      },
      body: hasFiles ? toFormData(body, files) : JSON.stringify(body),
    };
    try {
      const { status, text } = await send(this.#options.url, request, options);
      const result = parseResult(text);
      if (result === null) throw new NoAnswerError(`The gateway answered with status ${status}.`);
      if (!isUnauthenticated(result.errors)) this.#options.connection.accept(token);
      return result;
    } catch (error) {
      if (!options?.signal?.aborted) this.#options.connection.doubt();
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
