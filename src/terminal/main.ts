import { readArguments, type TerminalOptions, USAGE, UsageError } from './arguments.ts';
import { openScreen } from './screen.ts';
import { initialState, reduce, type TerminalEvent, type TerminalState } from './state.ts';
import { watch } from './watch.ts';

/** Nothing failed: every job is done. */
const ALL_DONE = 0;
const SOME_FAILED = 1;
const BAD_USAGE = 2;

async function run(): Promise<number> {
  if (process.argv.includes('--help')) {
    console.log(USAGE);
    return ALL_DONE;
  }
  let options: TerminalOptions;
  try {
    options = readArguments(process.argv.slice(2), process.env);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    console.error(error.message);
    return BAD_USAGE;
  }
  const stopping = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stopping.abort());
  // The reader of a pipe may leave first, as `head` does.
  process.stdout.on('error', () => stopping.abort());
  return process.stdout.isTTY ? watchOnScreen(options, stopping.signal) : watchAsLines(options, stopping.signal);
}

async function watchOnScreen(options: TerminalOptions, signal: AbortSignal): Promise<number> {
  let state = initialState(Date.now());
  const screen = openScreen(process.stdout, () => state, Date.now);
  try {
    const onEvent = (event: TerminalEvent) => {
      state = reduce(state, event, Date.now());
    };
    return await outcomeOf(
      () => watch({ ...options, signal, onEvent }),
      () => state,
    );
  } finally {
    screen[Symbol.dispose]();
  }
}

/** One line of JSON for each update. */
async function watchAsLines(options: TerminalOptions, signal: AbortSignal): Promise<number> {
  let state = initialState(Date.now());
  const onEvent = (event: TerminalEvent) => {
    const at = Date.now();
    state = reduce(state, event, at);
    process.stdout.write(`${JSON.stringify({ time: new Date(at).toISOString(), ...lineOf(event) })}\n`);
  };
  return outcomeOf(
    () => watch({ ...options, signal, onEvent }),
    () => state,
  );
}

function lineOf(event: TerminalEvent): object {
  switch (event.is) {
    case 'job':
      return {
        event: 'job',
        ...event.job,
        estimatedAt: toIso(event.job.estimatedAt),
        createdAt: toIso(event.job.createdAt),
      };
    case 'connection':
      return { event: 'connection', connection: event.connection };
    case 'budget':
      return { event: 'budget', ...event.budget };
    case 'error':
      return { event: 'error', message: event.message };
  }
}

const toIso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

async function outcomeOf(work: () => Promise<void>, current: () => TerminalState): Promise<number> {
  try {
    await work();
  } catch (error) {
    console.error(messageOf(error, current()));
    return SOME_FAILED;
  }
  const { jobs, errors } = current();
  const hasFailed = [...jobs.values()].some(({ state, isGone }) => isGone || state === 'FAILED');
  return hasFailed || errors.length > 0 ? SOME_FAILED : ALL_DONE;
}

function messageOf(error: unknown, { connection }: TerminalState): string {
  if (connection.is === 'refused') return `The gateway refuses the connection: ${connection.reason}`;
  if (Array.isArray(error)) return error.map(({ message }: { readonly message: string }) => message).join('\n');
  return error instanceof Error ? error.message : 'The connection failed.';
}

// Last, so that everything above is initialised.
process.exitCode = await run();
