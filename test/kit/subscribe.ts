import { WebSocket } from 'ws';
import type { Answer, GraphError } from './gateway.ts';

export const TRANSPORTS = ['WebSocket', 'SSE'] as const;
export type Transport = (typeof TRANSPORTS)[number];

/** One message of a stream. */
export interface StreamAnswer {
  readonly data: Answer;
  readonly errors: readonly GraphError[];
  readonly extensions: Answer;
}

/** How a stream has ended: as the protocol has it, or because the connection is gone. */
export type StreamEnd =
  | { readonly how: 'complete' }
  | { readonly how: 'closed'; readonly code: number | null; readonly reason: string };

/** One subscription, as its client sees it. No message is lost, whenever it is taken. */
export interface Stream extends AsyncDisposable {
  /** The next message. It fails when none comes in time, and when the stream has ended. */
  next(): Promise<StreamAnswer>;
  /** The field of the next message, which must have no errors. */
  update(): Promise<Answer>;
  /** Takes updates until one is as wanted, and gives that. */
  updateWhere(isWanted: (update: Answer) => boolean): Promise<Answer>;
  /** All that is still to come, and how it ends. */
  rest(): Promise<{ readonly answers: readonly StreamAnswer[]; readonly end: StreamEnd }>;
  /** The messages that have come and were not taken. */
  readonly untaken: readonly StreamAnswer[];
  /** The heartbeats so far: comments, or pings. */
  heartbeats(): number;
  /** Leaves as a client does that has seen enough. */
  close(): void;
}

export interface SubscribeOptions {
  readonly transport?: Transport;
  readonly variables?: unknown;
  /** The caller's token or key, for `connection_init` or the header. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long any wait may take. */
  readonly deadlineMs?: number;
}

const DEADLINE_MS = 30_000;

/** Subscribes over a connection of its own. */
export function subscribe(
  { url }: { readonly url: string },
  query: string,
  { transport = 'SSE', ...options }: SubscribeOptions = {},
): Stream {
  const inbox = createInbox(query, options.deadlineMs ?? DEADLINE_MS);
  const leave = transport === 'SSE' ? readSse(url, query, options, inbox) : readSocket(url, query, options, inbox);
  return { ...inbox.stream, close: leave, [Symbol.asyncDispose]: async () => leave() };
}

interface Inbox {
  readonly stream: Omit<Stream, 'close' | typeof Symbol.asyncDispose>;
  put(message: Partial<StreamAnswer>): void;
  beat(): void;
  end(end: StreamEnd): void;
}

/** Keeps what has come for whoever takes it. */
function createInbox(query: string, deadlineMs: number): Inbox {
  const untaken: StreamAnswer[] = [];
  let end: StreamEnd | null = null;
  let heartbeats = 0;
  let wake = Promise.withResolvers<void>();

  const changed = (): void => {
    wake.resolve();
    wake = Promise.withResolvers();
  };
  const told = () => `${query.replace(/\s+/g, ' ').slice(0, 80)}…`;

  /** Waits until something holds, which each message and the end may bring about. */
  async function until<T>(find: () => T | undefined, what: string): Promise<T> {
    const { promise, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`No ${what} came within ${deadlineMs} ms: ${told()}`)), deadlineMs);
    try {
      for (;;) {
        const found = find();
        if (found !== undefined) return found;
        await Promise.race([wake.promise, promise]);
      }
    } finally {
      clearTimeout(timer);
    }
  }

  async function next(): Promise<StreamAnswer> {
    const taken = await until(() => untaken.shift() ?? end ?? undefined, 'message');
    if ('how' in taken) throw new Error(`The stream has ended (${JSON.stringify(taken)}): ${told()}`);
    return taken;
  }

  async function update(): Promise<Answer> {
    const { data, errors } = await next();
    if (errors.length > 0) throw new Error(`The stream told an error: ${JSON.stringify(errors)}`);
    return Object.values(data)[0];
  }

  const stream: Inbox['stream'] = {
    next,
    update,
    async updateWhere(isWanted) {
      for (;;) {
        const found = await update();
        if (isWanted(found)) return found;
      }
    },
    async rest() {
      const how = await until(() => end ?? undefined, 'end');
      return { answers: untaken.splice(0), end: how };
    },
    untaken,
    heartbeats: () => heartbeats,
  };
  return {
    stream,
    put({ data = null, errors = [], extensions }) {
      untaken.push({ data, errors, extensions });
      changed();
    },
    beat() {
      heartbeats += 1;
    },
    end(how) {
      end ??= how;
      changed();
    },
  };
}

/** `graphql-transport-ws`, one operation to a socket. */
function readSocket(url: string, query: string, { variables, key, headers }: SubscribeOptions, inbox: Inbox) {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: headers ?? {},
  });
  const send = (message: object): void => socket.send(JSON.stringify(message));
  socket.on('open', () =>
    send({ type: 'connection_init', ...(key === undefined ? {} : { payload: { authorization: `Bearer ${key}` } }) }),
  );
  socket.on('ping', inbox.beat);
  socket.on('message', (raw) => {
    const { type, payload } = JSON.parse(String(raw));
    if (type === 'connection_ack') send({ id: '1', type: 'subscribe', payload: { query, variables } });
    if (type === 'next') inbox.put(payload);
    if (type === 'error') inbox.put({ errors: payload });
    if (type === 'ping') send({ type: 'pong' });
    if (type !== 'error' && type !== 'complete') return;
    inbox.end({ how: 'complete' });
    socket.close();
  });
  socket.on('error', (error) => inbox.end({ how: 'closed', code: null, reason: String(error) }));
  socket.on('close', (code, reason) => inbox.end({ how: 'closed', code, reason: String(reason) }));
  return () => {
    if (socket.readyState === WebSocket.OPEN) send({ id: '1', type: 'complete' });
    socket.close();
  };
}

/** Server-sent events, as graphql-sse's distinct connections have them. */
function readSse(url: string, query: string, { variables, key, headers }: SubscribeOptions, inbox: Inbox) {
  const leaving = new AbortController();
  const read = async (): Promise<StreamEnd> => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body: JSON.stringify({ query, variables }),
      signal: leaving.signal,
    });
    if (!response.headers.get('content-type')?.startsWith('text/event-stream')) {
      inbox.put((await response.json()) as Partial<StreamAnswer>);
      return { how: 'complete' };
    }
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const events = (text + chunk).split('\n\n');
      text = events.pop() ?? '';
      for (const event of events) if (takeEvent(event, inbox)) return { how: 'complete' };
    }
    return { how: 'closed', code: null, reason: 'The answer ended without `complete`.' };
  };
  read().then(inbox.end, (error: unknown) => inbox.end({ how: 'closed', code: null, reason: String(error) }));
  return () => leaving.abort();
}

/** @returns whether it was the last one */
function takeEvent(event: string, inbox: Inbox): boolean {
  const fields = event.split('\n').map((line) => /^([^:]*):? ?(.*)$/.exec(line) ?? []);
  const named = (name: string) => fields.filter(([, field]) => field === name).map(([, , value = '']) => value);
  if (fields.some(([, field]) => field === '')) inbox.beat();
  const [type] = named('event');
  if (type === 'next') inbox.put(JSON.parse(named('data').join('\n')));
  return type === 'complete';
}
