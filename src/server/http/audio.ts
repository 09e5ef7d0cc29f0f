import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname } from 'node:path';
import send from 'send';
import type { Clock } from '../../clock.ts';
import type { Cors } from './cors.ts';
import { answerJson, NOT_SNIFFED } from './respond.ts';

type Headers = Readonly<Record<string, string>>;

/** A file of speech that is still kept. The file at `path` never changes; it may be gone once it has expired. */
interface FoundAudio {
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly expiresAtMs: number;
}

/** Null for what has expired, and for any text that stands for no file. */
export type FindAudio = (token: string) => Promise<FoundAudio | null>;

/** Answers a request to `/audio/<token>`. */
export type AnswerAudio = (
  request: IncomingMessage,
  response: ServerResponse,
  token: string,
  headers: Headers,
) => Promise<void>;

const METHODS = 'GET, HEAD';
/** Serves speech as players ask for it: whole, by Range, by HEAD, or only if it is not known yet. */
export function createAudioAnswer(parts: {
  readonly find: FindAudio;
  readonly cors: Cors;
  readonly clock: Clock;
  /** For a listener who takes nothing in. */
  readonly stalledMs: number;
}): AnswerAudio {
  const { find, cors, clock, stalledMs } = parts;
  return async (request, response, token, common) => {
    const headers = { ...common, ...NOT_SNIFFED, ...cors.headersFor(request.headers), vary: 'origin' };
    if (request.method === 'OPTIONS') {
      response.writeHead(204, { ...headers, ...cors.preflightHeadersFor(request.headers, METHODS) }).end();
      return;
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return answerJson(response, 405, { error: 'Method not allowed.' }, { ...headers, allow: `${METHODS}, OPTIONS` });
    }
    const audio = await find(token);
    if (audio === null) return answerJson(response, 404, NOT_THERE, headers);
    response.setTimeout(stalledMs);
    await sendFile(request, response, audio, headers, clock.wallTime());
  };
}

const NOT_THERE = { error: 'There is no audio at this address, or it has expired.' } as const;

/** Ends once the answer has gone out, or its reader has left. A file that expires meanwhile is sent to its end. */
function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  audio: FoundAudio,
  headers: Headers,
  wallTime: number,
): Promise<void> {
  return new Promise((resolve, reject) => {
    response.once('close', resolve);
    // `send` takes this for a wish to be sent all of it. It speaks to caches on the way, and the fetch of browsers adds
    // it to each condition that a page sets.
    delete request.headers['cache-control'];
    response.setHeaders(new Map(Object.entries({ ...headers, ...audioHeaders(audio, wallTime) })));
    // `send` decodes what it is given as a part of an address, and has rules for dots in all that is not its root.
    const name = encodeURIComponent(basename(audio.path));
    send(request, name, { root: dirname(audio.path), index: false, cacheControl: false })
      .on('error', (error: unknown) => {
        if (!refuse(response, error, headers)) reject(error);
      })
      .pipe(response);
  });
}

function audioHeaders({ sizeBytes, expiresAtMs }: FoundAudio, wallTime: number): Headers {
  const secondsLeft = Math.max(0, Math.floor((expiresAtMs - wallTime) / 1000));
  return {
    'content-type': 'audio/wav',
    'content-disposition': 'inline; filename="speech.wav"',
    'cache-control': `private, max-age=${secondsLeft}, immutable`,
    // A strong one, so that a player may resume by it (If-Range): the bytes at an address never change.
    etag: `"${sizeBytes.toString(36)}-${expiresAtMs.toString(36)}"`,
    // Front ends live at other origins, and may isolate themselves (COEP): whoever knows the address may play it.
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Answers a refusal of `send`: a Range beyond the end, a condition that fails, a file that has just expired. */
function refuse(response: ServerResponse, error: unknown, headers: Headers): boolean {
  if (response.headersSent) {
    response.destroy();
    return true;
  }
  for (const name of response.getHeaderNames()) response.removeHeader(name);
  const { status, contentRange } = readRefusal(error);
  const message = REFUSALS[status];
  if (message === undefined) return false;
  const range = contentRange === undefined ? {} : { 'content-range': contentRange };
  answerJson(response, status, { error: message }, { ...headers, ...range });
  return true;
}

const REFUSALS: Readonly<Record<number, string>> = {
  404: NOT_THERE.error,
  412: 'The audio does not match the condition.',
  416: 'The range begins after the end of the audio.',
};

function readRefusal(error: unknown): { readonly status: number; readonly contentRange: string | undefined } {
  const status = property(error, 'status');
  const contentRange = property(property(error, 'headers'), 'Content-Range');
  return {
    status: typeof status === 'number' ? status : 500,
    contentRange: typeof contentRange === 'string' ? contentRange : undefined,
  };
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
