import { Writable } from 'node:stream';
import { print, type TypedQueryDocumentNode } from 'graphql';
import { startApp } from '../../src/app.ts';
import { type Clock, createSystemClock } from '../../src/clock.ts';
import { readConfig } from '../../src/config/index.ts';
import { createLog } from '../../src/observability/log.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';

export interface GraphError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: Readonly<Record<string, unknown>> & { readonly code: string };
}

// biome-ignore lint/suspicious/noExplicitAny: the answers of ad-hoc queries have no type of their own
export type Answer = any;

export interface GraphAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly data: Answer;
  readonly errors: readonly GraphError[];
  readonly extensions: Answer;
}

export interface AskOptions {
  readonly variables?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The caller's API key, in `passthrough`. */
  readonly key?: string;
  readonly signal?: AbortSignal;
}

/** The whole gateway, listening, on a sandbox that the test can arrange and question. */
export interface TestGateway extends AsyncDisposable {
  readonly url: string;
  /** Where `/metrics` is; null if metrics are off. */
  readonly metricsPort: number | null;
  readonly sandbox: Sandbox;
  /** One operation by POST. */
  ask(query: string, options?: AskOptions): Promise<GraphAnswer>;
  /** One of the example operations, typed. Its errors fail the test. */
  run<Data, Variables>(document: TypedQueryDocumentNode<Data, Variables>, variables: Variables): Promise<Data>;
  /** The requests that the service has received since this was last called, as `GET /api/v1/balance`. */
  upstreamRequests(): string[];
  /** Lets the service answer a path with this body, each time from now on. */
  serviceAnswers(path: string, body: unknown, status?: number): void;
  /** The lines logged so far. */
  readonly logLines: readonly Record<string, Answer>[];
}

export interface TestGatewayOptions {
  /** Settings of the gateway, beside the addresses of the sandbox. */
  readonly env?: Readonly<Record<string, string>>;
  readonly sandbox?: SandboxOptions;
  /** The gateway's clock; default: the system's. The sandbox has its own. */
  readonly clock?: Clock;
}

export const KEYS = ['key-of-account-one', 'key-of-account-two'] as const;

export async function startGateway(options: TestGatewayOptions = {}): Promise<TestGateway> {
  await using started = new AsyncDisposableStack();
  const sandbox = started.use(await startSandbox({ keys: KEYS, ...options.sandbox }));
  const logLines: Record<string, Answer>[] = [];
  const config = readConfig({
    PORT: '0',
    AUTH_MODE: 'open',
    DUBBING_API_URL: sandbox.dubbingUrl,
    STUDIO_API_URL: sandbox.studioUrl,
    DUBBING_API_KEY: KEYS[0],
    LOG_LEVEL: 'debug',
    SHUTDOWN_GRACE_MS: '1000',
    ...options.env,
  });
  const log = createLog({ level: config.logLevel, destination: collect(logLines), secrets: [...KEYS] });
  const { clock = createSystemClock() } = options;
  const app = started.use(await startApp(config, { log, clock }));
  const running = started.move();
  let seen = 0;
  const answers = new Map<string, { status: number; body: string }>();

  return {
    url: app.url,
    metricsPort: app.metricsPort,
    sandbox,
    logLines,
    ask: (query, how) => post(app.url, query, how),
    async run(document, variables) {
      const { data, errors } = await post(app.url, print(document), { variables });
      if (errors.length > 0) throw new Error(`The operation failed: ${JSON.stringify(errors)}`);
      return data;
    },
    upstreamRequests() {
      const requests = sandbox.requests.slice(seen).map(({ method, path }) => `${method} ${path}`);
      seen = sandbox.requests.length;
      return requests;
    },
    serviceAnswers(path, body, status = 200) {
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const known = answers.get(path);
      if (known) {
        Object.assign(known, { status, body: text });
        return;
      }
      const answer = { status, body: text };
      answers.set(path, answer);
      sandbox.misfortune({ on: { path }, times: Number.POSITIVE_INFINITY, answer });
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export async function post(url: string, query: string, options: AskOptions = {}): Promise<GraphAnswer> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
      ...options.headers,
    },
    body: JSON.stringify({ query, variables: options.variables }),
    ...(options.signal ? { signal: options.signal } : {}),
  });
  const text = await response.text();
  const { data, errors = [], extensions } = JSON.parse(text) as Answer;
  return { status: response.status, headers: response.headers, text, data, errors, extensions };
}

/** A destination of the log that keeps each line, parsed. */
function collect(lines: Record<string, Answer>[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      for (const line of chunk.toString().split('\n')) if (line !== '') lines.push(JSON.parse(line));
      done();
    },
  });
}
