import { buildSchema, GraphQLError, type GraphQLSchema } from 'graphql';
import { createSystemClock } from '../../src/clock.ts';
import { RateLimitedError, UnauthenticatedError, UpstreamUnavailableError } from '../../src/errors.ts';
import { createLog } from '../../src/observability/log.ts';
import type { Caller } from '../../src/server/request/caller.ts';
import type { ContextRequest } from '../../src/server/request/operation-request.ts';
import { type ServerParts, startServer } from '../../src/server/server.ts';
import { WATCHED_SDL, type Watched, watch } from './watched.ts';

/** A small graph with everything that the server has to do with, and resolvers that can be watched. */
const SDL = `
  type Query {
    balance: Balance
    hello(name: String = "you", colour: Colour): String
    required: Int!
    broken: String
    down: String
    limited: String
    unfit: Int
    several: [String]
    left: String
    waits: String
    warns: String
    fresh: Boolean
    viewer: String
    things(first: Int, after: String, last: Int, before: String): ThingConnection
    nodes(ids: [ID!]!): [Thing]!
    thing: Thing
  }
  scalar Whatever
  type Mutation { spend(minutes: Int): Int, spendSlowly: Int, spendUnwritably: Whatever }
  type Balance { minutes: Float! }
  enum Colour { RED GREEN }
  type Thing { id: ID! other: Thing others: [Thing!]! name(in: String): String }
  type ThingEdge { cursor: String! node: Thing }
  type ThingConnection { edges: [ThingEdge]! nodes: [Thing]! pageInfo: PageInfo! totalCount: Int! }
  type PageInfo { hasNextPage: Boolean! }
  ${WATCHED_SDL}
`;

interface StandInContext {
  readonly call: ContextRequest<Caller>;
}

type Resolver = (args: Record<string, unknown>, context: StandInContext) => unknown;

export interface StandIn extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  /** The lines of the log so far. */
  readonly lines: Record<string, unknown>[];
  /** How many mutations ran, and how many operations are waiting in `waits`. */
  readonly seen: { spent: number; waiting: ContextRequest<Caller>[]; release: () => void };
  /** The things that subscriptions watch. */
  readonly watched: Watched;
  fetch(init?: RequestInit, search?: string): Promise<Response>;
  /** POSTs an operation as JSON. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>;
}

export async function startStandIn(
  options: Partial<Omit<ServerParts<Caller>, 'config' | 'schema'>> & {
    readonly config?: Partial<ServerParts<Caller>['config']>;
    readonly logLevel?: string;
    readonly secrets?: readonly string[];
  } = {},
): Promise<StandIn> {
  const lines: Record<string, unknown>[] = [];
  const waiting: ContextRequest<Caller>[] = [];
  const gate = Promise.withResolvers<void>();
  const seen = { spent: 0, waiting, release: gate.resolve };
  const schema = createSchema({
    spend: (args) => {
      seen.spent += 1;
      return args['minutes'] ?? 1;
    },
    // As a write does, it goes on when its caller has left.
    spendSlowly: async (_args, { call }) => {
      waiting.push(call);
      await gate.promise;
      seen.spent += 1;
      return 1;
    },
    // JSON knows no such number.
    spendUnwritably: () => {
      seen.spent += 1;
      return 1n;
    },
    waits: async (_args, { call }) => {
      waiting.push(call);
      await Promise.race([gate.promise, new Promise((resolve) => call.signal.addEventListener('abort', resolve))]);
      call.signal.throwIfAborted();
      return 'done';
    },
  });
  const watched = watch(schema);
  const server = await startServer<Caller>({
    clock: createSystemClock(),
    log: createLog({
      level: options.logLevel ?? 'info',
      secrets: options.secrets ?? [],
      destination: { write: (line: string) => lines.push(JSON.parse(line)) },
    }),
    schema,
    authenticate: ({ authorization }) => {
      if (authorization === 'Bearer nobody') throw new UnauthenticatedError('Who are you?');
      return { client: authorization ?? 'anybody', expiresAt: null };
    },
    createContext: (call) => ({
      call,
      reads: {
        scope: call.viewer.client,
        uses: Number.NaN,
        record: () => null,
        forgo: () => {},
        repeat: async () => false,
      },
    }),
    ...options,
    config: {
      http: { host: '127.0.0.1', port: 0, publicUrl: null, allowedOrigins: ['https://app.example.com'] },
      auth: { mode: 'open' },
      service: { kind: 'sandbox' },
      graphiql: false,
      introspection: true,
      trustedDocuments: null,
      shutdownGraceMs: 1000,
      ...options.config,
    },
  });
  const fetchGraphql = (init?: RequestInit, search = '') => fetch(`${server.url}/graphql${search}`, init);
  return {
    url: server.url,
    port: server.port,
    lines,
    seen,
    watched,
    fetch: fetchGraphql,
    post: (body, headers = {}) =>
      fetchGraphql({
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** The secret in what goes wrong must never be seen by a caller. */
export const SECRET = 'http://10.0.0.7/internal <html>';

function createSchema(own: Record<string, Resolver>): GraphQLSchema {
  const schema = buildSchema(SDL);
  const thing = { id: '1', name: 'a', others: [] };
  const resolvers: Record<string, Resolver> = {
    balance: async () => ({ minutes: 12.5 }),
    hello: ({ name }) => `Hello, ${name}!`,
    required: () => null,
    broken: async () => {
      throw new Error(SECRET);
    },
    down: async () => {
      throw new UpstreamUnavailableError({ cause: new Error(SECRET) });
    },
    limited: async () => {
      throw new RateLimitedError(7);
    },
    unfit: () => SECRET,
    several: () => [new Error(SECRET), 'fine', new GraphQLError(SECRET)],
    left: (_args, { call }) => {
      call.onUpstreamRequest();
      call.onUpstreamRequest();
      return call.requestId;
    },
    warns: (_args, { call }) => {
      call.warn({ path: ['warns'], message: 'one was left out' });
      return 'warned';
    },
    fresh: (_args, { call }) => call.noCache,
    viewer: (_args, { call }) => call.viewer.client,
    things: () => ({ edges: [], nodes: [thing], totalCount: 1, pageInfo: { hasNextPage: false } }),
    nodes: () => [thing],
    thing: () => thing,
    ...own,
  };
  for (const type of [schema.getQueryType(), schema.getMutationType()]) {
    for (const field of Object.values(type?.getFields() ?? {})) {
      const resolve = resolvers[field.name];
      if (resolve) field.resolve = (_source, args, context) => resolve(args, context);
    }
  }
  return schema;
}
