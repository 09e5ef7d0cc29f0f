import { NoAnswerError } from './document.ts';

export interface SendOptions {
  readonly signal?: AbortSignal | undefined;
  /** Called while a file is uploaded, with the share that is sent: 0 to 1. Outside of browsers only at its begin and end. */
  readonly onProgress?: ((share: number) => void) | undefined;
}

/** Where the context of an operation of Apollo Client or urql has its SendOptions. */
export const SEND_OPTIONS = 'dubbingSendOptions';

export interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | FormData | Blob;
}

export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** The part of XMLHttpRequest that is used. `fetch` reports no progress of an upload. */
interface UploadRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  send(body: unknown): void;
  abort(): void;
}

/** @throws NoAnswerError if no answer came, or the caller has aborted */
export function send(url: string, request: HttpRequest, options: SendOptions = {}): Promise<HttpAnswer> {
  const { XMLHttpRequest } = globalThis as { XMLHttpRequest?: new () => UploadRequest };
  // The text of an operation has no progress.
  const { onProgress, ...rest } = options;
  if (!onProgress || typeof request.body === 'string') return sendByFetch(url, request, rest);
  onProgress(0);
  return XMLHttpRequest
    ? sendWithProgress(new XMLHttpRequest(), url, request, options)
    : sendByFetch(url, request, options);
}

async function sendByFetch(
  url: string,
  request: HttpRequest,
  { signal, onProgress }: SendOptions,
): Promise<HttpAnswer> {
  try {
    const response = await fetch(url, { ...request, ...(signal && { signal }) });
    const text = await response.text();
    onProgress?.(1);
    return { status: response.status, text };
  } catch (error) {
    throw new NoAnswerError(error instanceof Error ? error.message : String(error));
  }
}

function sendWithProgress(
  xhr: UploadRequest,
  url: string,
  { method, headers, body }: HttpRequest,
  { signal, onProgress }: SendOptions,
): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (message: string) => () => reject(new NoAnswerError(message));
    xhr.open(method, url);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    xhr.onload = () => resolve({ status: xhr.status, text: xhr.responseText });
    xhr.onerror = fail('The connection failed.');
    xhr.onabort = fail('The upload was aborted.');
    signal?.addEventListener('abort', () => xhr.abort(), { once: true });
    if (signal?.aborted) fail('The upload was aborted.')();
    else xhr.send(body);
  });
}
