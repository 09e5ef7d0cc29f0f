/**
 * The process: environment in, signals, exit code. The only user of `process`.
 *
 * Exit codes: 0 after a stop by SIGTERM or SIGINT (also where what still ran after SHUTDOWN_GRACE_MS was cut off);
 * 1 where the configuration or the address cannot be used, or after a bug; 128 + n where a second signal came
 * before the first had been obeyed.
 */
import { existsSync } from 'node:fs';
import type { DestinationStream, Logger } from 'pino';
import type { App } from './app.ts';
import type { Config } from './config/index.ts';

const SIGNALS = { SIGINT: 2, SIGTERM: 15 } as const;

await main();

async function main(): Promise<void> {
  const config = await readSettings();
  const log = await openLog(config);
  dieOfBugs(log);
  let app: App | undefined;
  stopOnSignals(() => app, log);
  app = await start(config, log);
  log.info({ url: app.url, service: config.service.kind, authMode: config.auth.mode }, 'listening');
  if (process.stdout.isTTY && config.graphiql) console.log(`\nGraphiQL: ${app.url}/graphql\n`);
}

async function readSettings(): Promise<Config> {
  const { ConfigError, readConfig } = await import('./config/index.ts');
  // What the environment holds already comes before what the file says.
  if (existsSync('.env')) process.loadEnvFile('.env');
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return exit(error.message);
    throw error;
  }
}

/** For people on a terminal, for machines otherwise. */
async function openLog(config: Config): Promise<Logger> {
  const { createLog } = await import('./observability/log.ts');
  const { secretsOf } = await import('./config/index.ts');
  // Whoever reads the log may leave before the gateway does (`npm start | tee log` and Ctrl-C): the rest of it goes
  // nowhere, and nothing waits for it. pino's own way of writing would try again for ever, while the process exits.
  process.stdout.on('error', () => undefined);
  const destination = process.stdout.isTTY ? await prettily() : process.stdout;
  return createLog({ level: config.logLevel, secrets: secretsOf(config), destination });
}

async function prettily(): Promise<DestinationStream> {
  const { default: pretty } = await import('pino-pretty');
  return pretty({ colorize: true, singleLine: true, translateTime: 'SYS:HH:MM:ss.l', destination: process.stdout });
}

async function start(config: Config, log: Logger): Promise<App> {
  const { startApp } = await import('./app.ts');
  const { UnusableDocumentsError } = await import('./server/documents/open-documents.ts');
  const { UnusableFolderError } = await import('./services/audio-store.ts');
  try {
    return await startApp(config, { log });
  } catch (error) {
    const isTold = error instanceof UnusableFolderError || error instanceof UnusableDocumentsError;
    const sentence = isTold ? error.message : tellOfAddress(error, config);
    if (sentence) return exit(sentence);
    throw error;
  }
}

/** What the system says of the address that is to be listened on, as a sentence that tells what to do. */
function tellOfAddress(error: unknown, { http: { host, port } }: Config): string | null {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return null;
  if (error.syscall !== 'listen' && error.syscall !== 'getaddrinfo') return null;
  if (error.code === 'EADDRINUSE')
    return `Port ${port} of ${host} is in use by another program. Set PORT to a free port.`;
  if (error.code === 'EACCES') return `This user may not listen on port ${port}. Set PORT to a port above 1023.`;
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return `${host} is not an address of this machine. Set HOST to an address of it.`;
  return null;
}

/** After what nobody expected nothing is certain: it is told, and the process ends. */
function dieOfBugs(log: Logger): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      process.exit(1);
    });
  }
}

/** What is sent to the whole group comes twice: npm passes on what it gets itself. Within this it is meant once. */
const ECHO_MS = 1_000;

/** The first signal stops gracefully; another one, or one before there is anything to stop, at once. */
function stopOnSignals(running: () => App | undefined, log: Logger): void {
  let stoppingSince: number | null = null;
  for (const [signal, number] of Object.entries(SIGNALS)) {
    process.on(signal, async () => {
      const app = running();
      const isAnother = stoppingSince !== null && performance.now() - stoppingSince > ECHO_MS;
      if (isAnother || !app) process.exit(128 + number);
      if (stoppingSince !== null) return;
      stoppingSince = performance.now();
      log.info({ signal }, 'stopping');
      await app[Symbol.asyncDispose]();
      log.info('stopped');
      process.exit(0);
    });
  }
}

function exit(message: string): never {
  console.error(message);
  process.exit(1);
}
