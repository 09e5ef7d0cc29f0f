import type { IncomingHttpHeaders } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { OperationCall } from './call.ts';

/** What a server is made of. `Viewer`, who asks, means nothing to it: it hands on what `authenticate` gave. */
export interface ServerParts<Viewer> {
  readonly config: Pick<Config, 'http' | 'auth' | 'graphiql' | 'introspection' | 'shutdownGraceMs'>;
  readonly log: Logger;
  readonly schema: GraphQLSchema;
  /**
   * Who asks, by the headers of a request.
   * @throws UnauthenticatedError, answered with 401.
   */
  authenticate(request: { readonly headers: IncomingHttpHeaders }): Viewer | Promise<Viewer>;
  /** Makes the context of one operation; called after the operation has passed every check. */
  createContext(call: OperationCall<Viewer>): object;
  /** What GraphiQL opens with: the example operations. */
  readonly graphiqlTabs?: readonly GraphiqlTab[];
}

export interface GraphiqlTab {
  readonly query: string;
  readonly variables?: string;
}

export interface Server extends AsyncDisposable {
  /** PUBLIC_URL, or where it listens: without a trailing slash. */
  readonly url: string;
  readonly port: number;
}

/**
 * Listens, and serves until disposed of. Disposing stops gracefully: not ready at once, what runs may finish
 * within `shutdownGraceMs`, then it is cut off.
 */
export function startServer<Viewer>(_parts: ServerParts<Viewer>): Promise<Server> {
  throw new Error('not yet');
}
