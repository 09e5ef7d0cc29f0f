import type { Logger } from 'pino';
import { schema } from '../schema/index.ts';
import { type AccountRegistry, type AccountRegistryParts, createAccountRegistry } from './account-registry.ts';
import { createUploadAdmission } from './auth/admit-upload.ts';
import type { AuthenticateViewer } from './auth/authenticate.ts';
import { createHeldSecrets, type HeldSecrets } from './auth/held-secrets.ts';
import { startAuthentication } from './auth/start.ts';
import type { Viewer } from './auth/viewer.ts';
import { type Clock, createSystemClock } from './clock.ts';
import { healthOf, type NoCluster, openCluster } from './cluster/open-cluster.ts';
import type { StartedCluster } from './cluster/start-cluster.ts';
import { DEFAULT_ACCOUNT, type NamedAccount } from './config/accounts-file.ts';
import { type Config, secretsOf } from './config/index.ts';
import { NO_MEASUREMENTS } from './contracts/measurements.ts';
import { NO_TRACING, type Tracing } from './contracts/tracing.ts';
import { contextMaker } from './create-context.ts';
import { gaugeSources } from './gauge-sources.ts';
import { createScheduler } from './live/schedule/scheduler.ts';
import type { GaugeSources } from './observability/metrics/gauges.ts';
import { createRecorder, type Recorder } from './observability/metrics/recorder.ts';
import type { MetricsServer } from './observability/metrics/server.ts';
import { readExamples } from './server/graphiql/examples.ts';
import { AUDIO_PATH } from './server/http/paths.ts';
import { type RunningServer, startServer } from './server/server.ts';
import { startAudioStore } from './services/audio-store.ts';
import { createUpstream, type Upstream } from './upstream/index.ts';
import type { RequestOptions } from './upstream/request-options.ts';

export interface App extends AsyncDisposable {
  /** The address of the gateway. */
  readonly url: string;
  readonly port: number;
  /** Where `/metrics` is; null if metrics are off. */
  readonly metricsPort: number | null;
}

/** The addresses of the service, and the accounts that the gateway has a key for. */
interface FoundService {
  readonly dubbingUrl: string;
  readonly studioUrl: string;
  readonly accounts: readonly NamedAccount[];
}

/** Accounts of the sandbox, independent of the settings. */
const SANDBOX_KEY = 'sandbox-key';

export interface AppParts {
  readonly log: Logger;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * The composition root: creates all parts and starts them. Disposing of the app stops it gracefully and leaves nothing
 * behind.
 */
export async function startApp(config: Config, { log, clock = createSystemClock() }: AppParts): Promise<App> {
  await using started = new AsyncDisposableStack();
  const service = await findService(config, started, log);
  const { upstreamTimeoutMs: timeoutMs, synthesisTimeoutMs } = config;
  const { dubbingUrl, studioUrl } = service;
  const tracing = await openTracing(config, log);
  started.use(tracing);
  const recorder = config.metrics === null ? null : createRecorder();
  const measurements = recorder?.measurements ?? NO_MEASUREMENTS;
  const cluster = started.use(await openCluster(config.redis, { log, clock, measurements }));
  const held = createHeldSecrets(secretsOf(config));
  const secrets = () => held.list;
  const upstream = started.use(
    createUpstream({
      ...{ dubbingUrl, studioUrl, timeoutMs, synthesisTimeoutMs, clock, secrets, measurements },
      openLedger: cluster.openLedger,
    }),
  );
  const authentication = started.use(
    await startAuthentication({ access: config.auth, accounts: service.accounts, log, clock }),
  );
  // In the other modes all callers of an account are one client.
  const isShared = config.auth.mode === 'tokens' || config.auth.mode === 'jwt';
  const accounts = started.use(
    openAccounts(config, { upstream, isShared, cluster, clock, log, measurements, tracing }),
  );
  const audioStore = started.use(await startAudioStore({ ...config.audio, log, clock }));
  const server: RunningServer = started.use(
    await startServer<Viewer>({
      config,
      log,
      clock,
      measurements,
      tracing,
      schema,
      authenticate: isShared ? holdingTokens(authentication.authenticate, held) : authentication.authenticate,
      admitUpload: createUploadAdmission({
        ask: (account) => accounts.of(account).reads.service.balance.read(proofOf(log)),
        clock,
      }),
      createContext: contextMaker({
        accounts,
        tracing,
        audioStore,
        audioUrl: (token) => `${server.url}${AUDIO_PATH}${token}`,
      }),
      health: () => ({ ...healthOf(cluster), service: upstream.health(), watches: accounts.watches() }),
      findAudio: (token) => audioStore.find(token),
      giveUp: () => upstream.giveUp(),
      graphiqlTabs: await readExamples(),
    }),
  );
  const sources = gaugeSources({ config, accounts, server, audioStore, cluster });
  const metrics = await startMetrics(config, recorder, { sources, log });
  if (metrics !== null) started.use(metrics);
  const running = started.move();
  return {
    url: server.url,
    port: server.port,
    metricsPort: metrics?.port ?? null,
    async [Symbol.asyncDispose]() {
      // First of all: readers of other instances are not to wait until this one has ended its streams.
      await accounts.retire();
      await running.disposeAsync();
    },
  };
}

interface AccountParts extends Pick<AccountRegistryParts, 'clock' | 'log' | 'measurements' | 'tracing'> {
  readonly upstream: Upstream;
  readonly isShared: boolean;
  readonly cluster: StartedCluster | NoCluster;
}

function openAccounts(config: Config, { upstream, isShared, cluster, ...parts }: AccountParts): AccountRegistry {
  const { quota, watching: limits, reading } = config;
  const { clock } = parts;
  return createAccountRegistry({
    connect: ({ key, keyIsCallers }) => upstream.forAccount({ key, keyIsCallers, quota, isShared }),
    schedule: ({ ledger }, demand) => createScheduler({ clock, ledger, limits, random: Math.random, demand }),
    openFlights: cluster.openFlights,
    share: cluster.link === null ? null : (account, share) => cluster.share(account, share),
    reading,
    ...parts,
  });
}

/** Without an endpoint nothing of OpenTelemetry is loaded. */
async function openTracing({ traces }: Config, log: Logger): Promise<Tracing> {
  if (traces === null) return NO_TRACING;
  const { startTracing } = await import('./observability/traces/start-tracing.ts');
  return startTracing(traces, log);
}

/** Null where no port is set: then nothing of Prometheus is loaded. */
async function startMetrics(
  { metrics }: Config,
  recorder: Recorder | null,
  parts: { readonly sources: GaugeSources; readonly log: Logger },
): Promise<MetricsServer | null> {
  if (metrics === null || recorder === null) return null;
  const { startMetricsServer } = await import('./observability/metrics/server.ts');
  return startMetricsServer({ ...metrics, recorder, ...parts });
}

/** Tokens of the gateway's own, which no words of the service may repeat. In `passthrough` a token is the account's key. */
function holdingTokens(authenticate: AuthenticateViewer, held: HeldSecrets): AuthenticateViewer {
  return async (credentials) => {
    const viewer = await authenticate(credentials);
    held.hold(credentials.authorization);
    return viewer;
  };
}

/** The request that proves a caller's key. */
const proofOf = (log: Logger): RequestOptions => ({
  signal: new AbortController().signal,
  log,
  priority: 'interactive',
  onRequest: () => undefined,
});

/** The real service, or the sandbox, which is started for it and stopped with the app. */
async function findService(config: Config, started: AsyncDisposableStack, log: Logger): Promise<FoundService> {
  if (config.service.kind === 'real') return { ...config.service, accounts: config.accounts };
  const { startSandbox } = await import('./sandbox/index.ts');
  const { speed, seed } = config.service;
  const keys = new Set([SANDBOX_KEY, ...config.accounts.map(({ key }) => key)]);
  const { dubbingUrl, studioUrl } = started.use(await startSandbox({ speed, seed, keys: [...keys] }));
  log.info({ dubbingUrl, studioUrl }, 'sandbox started');
  const hasDefault = config.accounts.some(({ name }) => name === DEFAULT_ACCOUNT);
  // The sandbox needs no key, so that tokens can be tried without one.
  const accounts = hasDefault ? config.accounts : [{ name: DEFAULT_ACCOUNT, key: SANDBOX_KEY }, ...config.accounts];
  return { dubbingUrl, studioUrl, accounts };
}
