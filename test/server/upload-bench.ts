import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { createSystemClock } from '../../src/clock.ts';
import { UploadedFile } from '../../src/domain/speech/uploaded-file.ts';
import { UnauthenticatedError } from '../../src/errors.ts';
import { createLog } from '../../src/observability/log.ts';
import type { Caller } from '../../src/server/request/caller.ts';
import { type ServerParts, startServer } from '../../src/server/server.ts';

/** A server whose graph takes files and tells what it got. */
export interface UploadBench extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly lines: readonly Record<string, unknown>[];
  /** How many mutations have begun, and whether the caller of the last one has left. */
  readonly runs: { begun: number; isLeft: () => boolean };
  /** While it is set, each mutation waits for it before it looks at its files. */
  hold: Promise<void> | undefined;
  /** Sends a body and its headers; the header that guards against foreign pages is there unless it is overwritten. */
  post(body: Uint8Array<ArrayBuffer> | FormData, headers?: Record<string, string | undefined>): Promise<Response>;
  /** Names of all files that lie in the spool, of all requests. */
  spooled(): Promise<string[]>;
  /** The whole path of the folder that all spools are in. */
  readonly spoolFolder: string;
}

export interface Received {
  readonly fileName: string;
  readonly sizeBytes: number;
  readonly sha256: string | null;
  readonly isTooLarge: boolean;
  readonly isReceived: boolean;
  /** The end of its path, and its permissions. */
  readonly name: string;
  readonly mode: string | null;
}

const SDL = `
  scalar File
  input Nested { files: [File] more: Nested note: String }
  type Received {
    fileName: String! sizeBytes: Float! sha256: String isTooLarge: Boolean! isReceived: Boolean! name: String! mode: String
  }
  type Query { hello: String! }
  type Mutation { receive(file: File, files: [File], input: Nested): [Received!]! fail(file: File): String }
`;

export const RECEIVE = `mutation ($file: File, $files: [File], $input: Nested) {
  receive(file: $file, files: $files, input: $input) {
    fileName sizeBytes sha256 isTooLarge isReceived name mode
  }
}`;

export async function startUploadBench(
  options: Pick<Partial<ServerParts<Caller>>, 'pace' | 'spoolRoom' | 'spoolFolder' | 'timeouts'> = {},
): Promise<UploadBench> {
  await using started = new AsyncDisposableStack();
  const spoolFolder = await mkdtemp(join(tmpdir(), 'upload-bench-'));
  started.defer(() => rm(spoolFolder, { recursive: true, force: true }));
  const lines: Record<string, unknown>[] = [];
  const bench = { hold: undefined as Promise<void> | undefined, runs: { begun: 0, isLeft: () => false } };
  const server = started.use(
    await startServer<Caller>({
      clock: createSystemClock(),
      log: createLog({
        level: 'debug',
        secrets: [],
        destination: { write: (line: string) => lines.push(JSON.parse(line)) },
      }),
      schema: createSchema(bench),
      authenticate: async ({ authorization }) => {
        if (authorization === 'Bearer nobody') throw new UnauthenticatedError('Who are you?');
        return { client: 'anybody', expiresAt: null };
      },
      createContext: ({ signal }) => {
        bench.runs.isLeft = () => signal.aborted;
        return { reads: null };
      },
      config: {
        http: { host: '127.0.0.1', port: 0, publicUrl: null, allowedOrigins: [] },
        auth: { mode: 'open' },
        graphiql: false,
        introspection: true,
        trustedDocuments: null,
        service: { kind: 'sandbox' as const },
        shutdownGraceMs: 1000,
      },
      spoolFolder,
      ...options,
    }),
  );
  const running = started.move();
  return Object.assign(bench, {
    url: server.url,
    port: server.port,
    lines,
    spoolFolder,
    post: (body: Uint8Array<ArrayBuffer> | FormData, headers: Record<string, string | undefined> = {}) => {
      const all = Object.entries({ 'graphql-require-preflight': '1', ...headers });
      const given = all.flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]));
      return fetch(`${server.url}/graphql`, { method: 'POST', headers: given, body });
    },
    spooled: () => filesUnder(spoolFolder),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  });
}

/** Folders may go while they are looked into. */
async function filesUnder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const paths = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesUnder(path) : [path];
  });
  return (await Promise.all(paths)).flat();
}

function createSchema(bench: Pick<UploadBench, 'hold' | 'runs'>): GraphQLSchema {
  const schema = buildSchema(SDL);
  const file = schema.getType('File');
  const fields = schema.getMutationType()?.getFields();
  if (!file || !('parseValue' in file) || !fields) throw new Error('The schema has changed.');
  file.parseValue = (value: unknown) => {
    if (value instanceof UploadedFile) return value;
    throw new Error('no file');
  };
  fields['receive']!.resolve = async (_source, args) => {
    bench.runs.begun += 1;
    await bench.hold;
    return Promise.all(filesIn(args).map(look));
  };
  fields['fail']!.resolve = () => {
    throw new Error('a bug');
  };
  return schema;
}

function filesIn(value: unknown): UploadedFile[] {
  if (value instanceof UploadedFile) return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(filesIn) : [];
}

async function look({ fileName, path, sizeBytes, isTooLarge, isReceived }: UploadedFile): Promise<Received> {
  const told = { fileName, sizeBytes, isTooLarge, isReceived, name: basename(path) };
  if (!isReceived) return { ...told, sha256: null, mode: null };
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { ...told, sha256: hash.digest('hex'), mode: ((await stat(path)).mode & 0o777).toString(8) };
}

export const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export const BOUNDARY = 'a-boundary-of-the-test';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** One part of a form, as it is sent. */
export const field = (name: string, value: unknown, more = ''): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${typeof value === 'string' ? value : JSON.stringify(value)}\r\n`,
  );
export const fileHead = (name: string, fileName = `${name}.wav`): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"; filename="${fileName}"\r\ncontent-type: audio/wav\r\n\r\n`,
  );
export const file = (name: string, bytes: Uint8Array | string, fileName?: string): Buffer =>
  Buffer.concat([fileHead(name, fileName), Buffer.from(bytes as string), Buffer.from('\r\n')]);
export const END = Buffer.from(`--${BOUNDARY}--\r\n`);

/** A connection on which a request is begun by hand. */
export function begin(
  { port }: Pick<UploadBench, 'port'>,
  more: string,
  target = '/graphql',
): { socket: Socket; received: () => string; closed: Promise<void> } {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1');
  let text = '';
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  socket.on('data', (chunk: string) => {
    text += chunk;
  });
  socket.on('error', () => {});
  socket.on('close', () => resolve());
  socket.write(`POST ${target} HTTP/1.1\r\nhost: x\r\n${more}\r\n`);
  return { socket, received: () => text, closed };
}

export const UPLOAD_HEADERS = `content-type: ${MULTIPART}\r\ngraphql-require-preflight: 1\r\n`;

/** Waits for something that comes about by itself. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 2));
}
