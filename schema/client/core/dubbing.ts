import { Connection, type Observer } from './connection.ts';
import { isUnauthenticated } from './document.ts';
import type { GraphClient } from './graph-client.ts';
import { createLinkChoice, type Transport } from './link-choice.ts';
import type { Outcome } from './outcome.ts';
import { type PutArtifactOptions, putArtifact, type UsableArtifact } from './put-artifact.ts';
import { Requests } from './requests.ts';
import type { Observed, Status } from './status.ts';
import { type JobUpdate, type UntilDoneOptions, untilDone } from './until-done.ts';
import { watch } from './watch.ts';
import { Writer } from './writer.ts';

/** Both stand for no token. */
type MaybeToken = string | null | undefined;

export interface DubbingOptions {
  /** The gateway's endpoint, such as `/graphql` in a page of the same origin. */
  readonly url: string;
  /** Called for each request and each connection, so that an expired token is replaced. Omit it where none is needed. */
  readonly getToken?: (() => MaybeToken | Promise<MaybeToken>) | undefined;
  /** Default: `auto`. */
  readonly transport?: Transport | undefined;
  /** Whether documents are sent by their hash: the gateway then needs them in `TRUSTED_DOCUMENTS`. Default: false. */
  readonly trusted?: boolean | undefined;
}

/** The gateway, for one page or one script. */
export interface Dubbing extends GraphClient {
  /** Whether updates can arrive now. */
  readonly status: Pick<Observed<Status>, 'get' | 'subscribe'>;
  /**
   * Calls its listeners at each `reconnect`. The number grows when the token is another than the one that was accepted:
   * all that was read is of another viewer.
   */
  readonly session: Pick<Observed<number>, 'get' | 'subscribe'>;
  /** The way of operations that are not of the kit, for the links of other clients. */
  readonly requests: Requests;
  readonly connection: Pick<Connection, 'subscribe'>;
  untilDone(ids: readonly string[], options?: UntilDoneOptions): Promise<Map<string, JobUpdate>>;
  putArtifact(file: Blob & { readonly name?: string }, options?: PutArtifactOptions): Promise<Outcome<UsableArtifact>>;
  /**
   * Asks `getToken`, and reads with its token from now on: to be called after a sign-in and after a sign-out. It tries at
   * once, also after a refusal. Without a token after one that was accepted, the status is `refused`.
   */
  reconnect(): void;
  close(): void;
}

/** For an answer that is nothing but the refusal of the token, which comes before any document is looked at. */
const NO_DOCUMENT = { name: '', text: '', hash: '-' };

export function createDubbing({
  url,
  getToken = () => null,
  transport = 'auto',
  trusted = false,
}: DubbingOptions): Dubbing {
  const absolute = absoluteUrl(url);
  const connection: Connection = new Connection({
    url: absolute,
    getToken,
    linkOf: createLinkChoice(transport),
    bodyOf: (document, variables) => requests.bodyOf(document, variables),
    async askRefusal() {
      const { errors } = await requests.sendText(NO_DOCUMENT, {});
      return isUnauthenticated(errors) ? errors?.[0]?.message : undefined;
    },
  });
  const requests = new Requests({ url: absolute, trusted, connection });
  connection.status.subscribe(() => connection.status.get().connection === 'open' && requests.wake());
  const writer = new Writer();
  const dubbing: Dubbing = {
    status: connection.status,
    session: connection.session,
    requests,
    connection,
    query: (document, variables, options) => requests.query(document, variables, options),
    watch: (document, variables, options = {}) =>
      watch(document.field, (observer) => dubbing.subscribe(document, variables, observer), options),
    subscribe: (document, variables, observer) => connection.subscribe(document, variables, observer as Observer),
    untilDone: (ids, options) => untilDone(dubbing, ids, options),
    write: (document, variables, options) =>
      writer.write(document, variables, (sent, content) => requests.send(sent, content, options)),
    putArtifact: (file, options) => putArtifact(dubbing, file, options),
    reconnect: () => connection.reconnect(),
    close: () => connection.close(),
  };
  return dubbing;
}

function absoluteUrl(url: string): string {
  const { location } = globalThis as { location?: { readonly href: string } };
  if (!URL.canParse(url, location?.href)) throw new Error(`The URL ${url} needs an origin outside of a browser.`);
  return new URL(url, location?.href).href;
}
