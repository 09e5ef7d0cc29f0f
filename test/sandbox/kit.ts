import type { AccountStore } from '../../src/sandbox/account-store.ts';
import { createManualClock, type ManualClock } from '../../src/sandbox/clock.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../src/sandbox/index.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
/** 1 June 2026, 12:00: a moment that no test depends on. */
export const START = Date.UTC(2026, 5, 1, 12);

export interface Reply {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a body is whatever came, and the assertions say what it must be
  body: any;
  bytes: Buffer;
}

export interface Ask {
  body?: unknown;
  headers?: Record<string, string>;
  key?: string | null;
}

export interface Bench extends AsyncDisposable {
  sandbox: Sandbox;
  clock: ManualClock;
  account: AccountStore;
  /** Asks the dubbing API: `bench.dubbing('GET /api/v1/balance')`. */
  dubbing(what: string, ask?: Ask): Promise<Reply>;
  studio(what: string, ask?: Ask): Promise<Reply>;
}

/** A sandbox with an empty world whose clock the test moves. */
export async function startBench(options: SandboxOptions = {}): Promise<Bench> {
  const clock = createManualClock(START);
  const sandbox = await startSandbox({ clock, populate: false, keys: ['key-1', 'key-2'], ...options });
  return {
    sandbox,
    clock,
    account: sandbox.account(),
    dubbing: (what, request) => ask(sandbox.dubbingUrl, what, request),
    studio: (what, request) => ask(sandbox.studioUrl, what, request),
    [Symbol.asyncDispose]: () => sandbox[Symbol.asyncDispose](),
  };
}

export async function ask(url: string, what: string, { body, headers = {}, key = 'key-1' }: Ask = {}): Promise<Reply> {
  const [method = 'GET', path = '/'] = what.split(/ (.*)/);
  const isRaw = body instanceof FormData || body instanceof Uint8Array || typeof body === 'string';
  const response = await fetch(url + path, {
    method,
    headers: {
      ...(key === null ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : bytes.toString(),
  };
}

export const newProject = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Harbour',
  source_lang: 'en',
  target_lang: 'fr-FR',
  source_video_url: 'https://videos.example/harbour.mp4?minutes=10',
  ...fields,
});

export const retranslation = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  target_script: [
    { start_ms: 0, end_ms: 1000, text: 'Bonjour.', speaker_id: 1 },
    { start_ms: 1000, end_ms: 3000, text: 'Au revoir.', speaker_id: 2 },
  ],
  target_speakers: [
    { speaker_id: 1, voice_key: '53f154:fr-FR-DeniseNeural', style: 'feminine' },
    { speaker_id: 2, voice_key: 'soundalike', style: 'masculine' },
  ],
  ...fields,
});

export const newVideo = (fields: Record<string, unknown> = {}): Record<string, unknown> => ({
  name: 'Harbour',
  workflowType: 'dubbing',
  sourceArtifactId: 'source',
  sourceLanguage: 'en',
  targetLanguages: ['fr-FR', 'de-DE'],
  ...fields,
});

export const invalid = (message: unknown): object => ({
  status: 400,
  body: { error: 'ValidationError', message },
});
