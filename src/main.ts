/**
 * The process: environment in, signals, exit code. The only user of `process`.
 *
 * Exit codes: 0 after a stop by SIGTERM, SIGINT, SIGHUP, SIGQUIT or the end of the npm that started it (also if work
 * was cut off after SHUTDOWN_GRACE_MS); 1 for an invalid configuration, file, folder or address, or after a bug; 128 +
 * n for a second signal before the stop has ended.
 */

import { flushCompileCache } from 'node:module';
import { isatty } from 'node:tty';
import { parseEnv } from 'node:util';
import type { Logger } from 'pino';
import type { App } from './app.ts';
import type { Config } from './config/index.ts';
import type { LogOutput } from './observability/log-output.ts';
import { compileAll } from './process/compile-all.ts';
import { firstStopRequest } from './process/stop-requests.ts';

/** On a terminal the log is readable and shows the address. */
const isForPeople = isatty(1);

if (process.argv[2] === '--compile') await compileAll();
else await main();

async function main(): Promise<void> {
  const isRunByNpm = process.env['npm_lifecycle_event'] !== undefined;
  const stopRequested = firstStopRequest(isRunByNpm);
  const config = await readSettings();
  const { log, output } = await openLog(config);
  dieOfBugs(log, output);
  const app = await start(config, log);
  log.info({ url: app.url, service: config.service.kind, authMode: config.auth.mode }, 'listening');
  if (isForPeople && config.graphiql) output.write(`\nGraphiQL: ${app.url}/graphql\n\n`);
  const { cause } = await stopRequested;
  log.info({ signal: cause }, 'stopping');
  await app[Symbol.asyncDispose]();
  log.info('stopped');
  await output.end();
  process.exit(0);
}

async function readSettings(): Promise<Config> {
  requireFolder();
  const { ConfigError, readConfig } = await import('./config/index.ts');
  await readEnvFile();
  try {
    return readConfig(process.env);
  } catch (error) {
    if (error instanceof ConfigError) return exit(error.message);
    throw error;
  }
}

/** Packages ask for the current folder while they are loaded. */
function requireFolder(): void {
  try {
    process.cwd();
  } catch {
    exit('The gateway cannot start: the folder that it is started in does not exist any more.');
  }
}

/** The settings of `.env`. The environment has priority. */
async function readEnvFile(): Promise<void> {
  const { readTextFile, unreadableBecause } = await import('./config/text-file.ts');
  try {
    for (const [name, text] of Object.entries(parseEnv(readTextFile('.env')))) process.env[name] ??= text;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return;
    exit(`The file .env of ${process.cwd()} cannot be read${unreadableBecause(error)}.`);
  }
}

/** For people on a terminal, for machines otherwise. */
async function openLog(config: Config): Promise<{ readonly log: Logger; readonly output: LogOutput }> {
  const { createLog } = await import('./observability/log.ts');
  const { openLogOutput } = await import('./observability/log-output.ts');
  const { secretsOf } = await import('./config/index.ts');
  const output = openLogOutput((droppedLines) =>
    log.warn({ droppedLines }, 'lines of the log were dropped: nobody read them'),
  );
  const write = isForPeople ? await prettily(output) : output.write;
  const log = createLog({ level: config.logLevel, secrets: secretsOf(config), destination: { write } });
  return { log, output };
}

async function prettily({ write }: LogOutput): Promise<(line: string) => void> {
  const { prettyFactory } = await import('pino-pretty');
  const toText = prettyFactory({ colorize: true, singleLine: true, translateTime: 'SYS:HH:MM:ss.l' });
  return (line) => write(toText(line));
}

async function start(config: Config, log: Logger): Promise<App> {
  const { startApp } = await import('./app.ts');
  const { startFailure } = await import('./process/start-failure.ts');
  // Lets go of node's copy of what is compiled (9 MB).
  flushCompileCache();
  try {
    return await startApp(config, { log });
  } catch (error) {
    const sentence = startFailure(error, config);
    if (sentence !== null) return exit(sentence);
    throw error;
  }
}

/** After an unexpected error the state is unknown: it is logged, and the process ends. */
function dieOfBugs(log: Logger, output: LogOutput): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event);
      const end = () => process.exit(1);
      output.end().then(end, end);
    });
  }
}

function exit(message: string): never {
  console.error(message);
  process.exit(1);
}
