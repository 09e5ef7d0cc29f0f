import { Pool } from 'undici';

// biome-ignore lint/suspicious/noExplicitAny: the answers of ad-hoc queries have no type of their own
export type Data = any;

interface GraphAnswer {
  readonly status: number;
  /** The answer as it came. */
  readonly text: string;
  readonly data: Data;
  /** The codes of its errors. */
  readonly codes: readonly string[];
}

/** Asks by POST, over connections that it keeps. */
export interface GraphClient extends AsyncDisposable {
  ask(query: string, variables?: unknown, options?: { readonly signal?: AbortSignal }): Promise<GraphAnswer>;
  /** A body as it is, which need not be one of GraphQL. */
  post(body: string, options?: { readonly signal?: AbortSignal }): Promise<GraphAnswer>;
}

const CONNECTIONS = 64;

/** @param token what the caller shows, if anything */
export function createGraphClient(url: string, token?: string): GraphClient {
  const pool = new Pool(url, { connections: CONNECTIONS, headersTimeout: 60_000, bodyTimeout: 60_000 });
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };

  async function post(body: string, { signal }: { readonly signal?: AbortSignal } = {}): Promise<GraphAnswer> {
    const request = { path: '/graphql', method: 'POST', headers, body, ...(signal && { signal }) } as const;
    const { statusCode: status, body: answer } = await pool.request(request);
    const text = await answer.text();
    const { data, errors = [] } = JSON.parse(text) as Data;
    return { status, text, data, codes: errors.map(({ extensions }: Data) => String(extensions?.code)) };
  }

  return {
    post,
    ask: (query, variables, options) => post(JSON.stringify({ query, variables }), options),
    [Symbol.asyncDispose]: () => pool.destroy(),
  };
}
