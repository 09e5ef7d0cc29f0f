/** Several instances of the gateway before one service that counts. */
import { type App, startApp } from '../../../src/app.ts';
import { readConfig } from '../../../src/config/index.ts';
import { createLog } from '../../../src/observability/log.ts';
import { type Sandbox, startSandbox } from '../../../src/sandbox/index.ts';
import { type AskOptions, type GraphAnswer, post } from '../../kit/gateway.ts';
import { startedTogether } from '../../kit/started-together.ts';
import { type Stream, type SubscribeOptions, subscribe } from '../../kit/subscribe.ts';
import { type StartedProgram, startGatewayProgram } from '../../process/started-program.ts';

const KEY = 'key-of-the-only-account';
/** A Redis that a busy machine gives no time for a moment does not count as lost, where a test does not make it hang. */
const PATIENT_MS = '3000';

interface Instance extends AsyncDisposable {
  readonly url: string;
  ask(query: string, options?: AskOptions): Promise<GraphAnswer>;
  subscribe(query: string, options?: SubscribeOptions): Stream;
  health(): Promise<Health>;
}

export interface InstanceInProcess extends Instance {
  readonly logLines: readonly LogLine[];
}

/** An instance that can be killed (`child.kill('SIGKILL')`) or stopped for a while (SIGSTOP, SIGCONT). */
interface InstanceProcess extends Instance {
  readonly program: StartedProgram;
}

interface LogLine extends Readonly<Record<string, unknown>> {
  readonly level: string;
  readonly msg: string;
}

interface Health {
  readonly instance: string;
  readonly redis: 'off' | 'connected' | 'alone';
  readonly instances: number;
  readonly watches: number;
}

export interface InstanceOptions {
  readonly service: Pick<Sandbox, 'dubbingUrl' | 'studioUrl'>;
  readonly redisUrl?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** The service that all instances ask; its `requests` are all that it was asked. */
export const startCountedService = (options: Parameters<typeof startSandbox>[0] = {}): Promise<Sandbox> =>
  startSandbox({ keys: [KEY], ...options });

const settingsOf = ({ service, redisUrl, env }: InstanceOptions): Readonly<Record<string, string>> => ({
  PORT: '0',
  AUTH_MODE: 'open',
  DUBBING_API_URL: service.dubbingUrl,
  STUDIO_API_URL: service.studioUrl,
  DUBBING_API_KEY: KEY,
  QUOTA_PER_MINUTE: '0',
  QUOTA_PER_DAY: '0',
  LOG_LEVEL: 'debug',
  SHUTDOWN_GRACE_MS: '1000',
  ...(redisUrl !== undefined && { REDIS_URL: redisUrl, REDIS_TIMEOUT_MS: PATIENT_MS }),
  ...env,
});

/** In this process. */
export async function startInstance(options: InstanceOptions): Promise<InstanceInProcess> {
  const config = readConfig(settingsOf(options));
  const logLines: LogLine[] = [];
  const destination = { write: (line: string) => void logLines.push(JSON.parse(line)) };
  const app: App = await startApp(config, { log: createLog({ level: config.logLevel, destination }) });
  return { ...doorsOf(app.url), logLines, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

/** Several in this process, at once. Disposing of the list stops them all. */
export async function startInstances(
  count: number,
  options: InstanceOptions,
): Promise<readonly InstanceInProcess[] & AsyncDisposable> {
  await using started = new AsyncDisposableStack();
  const starting = Array.from({ length: count }, () => startInstance(options));
  const instances = await startedTogether(starting, started);
  const running = started.move();
  return Object.assign(instances, { [Symbol.asyncDispose]: () => running.disposeAsync() });
}

/** As a process of its own. Disposing kills it. */
export async function startInstanceProcess(options: InstanceOptions): Promise<InstanceProcess> {
  const program = startGatewayProgram(settingsOf(options));
  const { url } = await program.line('listening');
  return { ...doorsOf(String(url)), program, [Symbol.asyncDispose]: () => program[Symbol.asyncDispose]() };
}

const doorsOf = (url: string): Omit<Instance, typeof Symbol.asyncDispose> => ({
  url,
  ask: (query, options) => post(url, query, options),
  subscribe: (query, options) => subscribe({ url }, query, options),
  health: async () => (await fetch(`${url}/health`)).json() as Promise<Health>,
});
