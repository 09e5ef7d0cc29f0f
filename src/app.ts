import type { Logger } from 'pino';
import { schema } from '../schema/index.ts';
import { createAccounts } from './accounts.ts';
import { type Authenticate, authenticateOpen, authenticatePassthrough } from './auth/authenticate.ts';
import type { Viewer } from './auth/viewer.ts';
import type { Config } from './config.ts';
import { contextMaker } from './create-context.ts';
import { createClock } from './live/clock.ts';
import { createScheduler } from './live/scheduler.ts';
import { readExamples } from './server/examples.ts';
import { AUDIO_PATH, type RunningServer, startServer } from './server/http.ts';
import { startAudioStore } from './services/audio-store.ts';
import { createUpstream } from './upstream/index.ts';

export interface App extends AsyncDisposable {
  /** Where the gateway is to be reached. */
  readonly url: string;
  readonly port: number;
}

/** Where the service is, and the key for it; `key` is null where each caller brings its own. */
interface ServiceAddress {
  readonly dubbingUrl: string;
  readonly studioUrl: string;
  readonly key: string | null;
}

/** Puts everything together, and starts it. Disposing of the app stops it gracefully and leaves nothing behind. */
export async function startApp(config: Config, { log }: { readonly log: Logger }): Promise<App> {
  await using started = new AsyncDisposableStack();
  const service = await findService(config, started, log);
  const { upstreamTimeoutMs: timeoutMs, synthesisTimeoutMs } = config;
  const upstream = started.use(createUpstream({ ...service, timeoutMs, synthesisTimeoutMs }));
  const clock = createClock();
  const accounts = started.use(
    createAccounts({
      connect: ({ key, keyIsCallers }) => upstream.forAccount({ key, keyIsCallers, quota: config.quota }),
      schedule: ({ ledger }) => createScheduler({ clock, ledger, limits: config.watching, random: Math.random }),
      clock,
      reading: config.reading,
      log,
      now: Date.now,
    }),
  );
  const audioStore = started.use(await startAudioStore({ ...config.audio, log, now: Date.now }));
  const server: RunningServer = started.use(
    await startServer<Viewer>({
      config,
      log,
      schema,
      authenticate: authenticateBy(config, service.key),
      createContext: contextMaker({ accounts, audioStore, audioUrl: (token) => `${server.url}${AUDIO_PATH}${token}` }),
      findAudio: (token) => audioStore.find(token),
      graphiqlTabs: await readExamples(),
    }),
  );
  const running = started.move();
  return { url: server.url, port: server.port, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** The real service, or the sandbox, which is started for it and stopped with the app. */
async function findService(config: Config, started: AsyncDisposableStack, log: Logger): Promise<ServiceAddress> {
  if (config.service.kind === 'real') return config.service;
  const { startSandbox } = await import('./sandbox/index.ts');
  const { speed, seed } = config.service;
  const sandbox = started.use(await startSandbox({ speed, seed }));
  const { dubbingUrl, studioUrl, keys } = sandbox;
  log.info({ dubbingUrl, studioUrl }, 'sandbox started');
  return { dubbingUrl, studioUrl, key: keys[0] ?? null };
}

function authenticateBy({ auth }: Pick<Config, 'auth'>, key: string | null): Authenticate {
  if (auth.mode === 'passthrough') return authenticatePassthrough();
  // The configuration demands a key for this mode; this is for the type.
  if (key === null) throw new Error('AUTH_MODE=open needs a key.');
  return authenticateOpen(key);
}
