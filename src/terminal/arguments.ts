import { parseArgs } from 'node:util';

/** Which gateway is watched, and what of it. */
export interface TerminalOptions {
  /** The address of the graph over WebSocket. */
  readonly url: string;
  /** Absent where the gateway asks nobody. */
  readonly token: string | null;
  /** Global ids of jobs, each once; empty for every dubbing project that moves. */
  readonly ids: readonly string[];
}

/** The arguments cannot be used; the message says why and how to write them. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** How the command is written. */
export const USAGE = `Usage: npm run watch -- [--url URL] [--token TOKEN] [id …]

  id       global ids of jobs, such as DubbingProject:1004 or Video:proj_demo/vid_dub_running
           (none: every dubbing project that is in progress)
  --url    the gateway, default http://127.0.0.1:4000/graphql
  --token  default: the environment variable DUBBING_GATEWAY_TOKEN`;

const DEFAULT_URL = 'http://127.0.0.1:4000/graphql';
const GRAPH_PATH = '/graphql';
const SCHEMES: Readonly<Record<string, string>> = { 'http:': 'ws:', 'https:': 'wss:', 'ws:': 'ws:', 'wss:': 'wss:' };

/** @throws UsageError */
export function readArguments(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): TerminalOptions {
  const { values, positionals } = parse(args);
  const token = values.token ?? env['DUBBING_GATEWAY_TOKEN'] ?? '';
  return {
    url: toSocketAddress(values.url ?? DEFAULT_URL),
    token: token === '' ? null : token,
    ids: [...new Set(positionals)],
  };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { url: { type: 'string' }, token: { type: 'string' } },
    });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

function toSocketAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const scheme = url === null ? undefined : SCHEMES[url.protocol];
  if (url === null || scheme === undefined)
    throw new UsageError(`--url is not an http or ws address: ${text}\n\n${USAGE}`);
  url.protocol = scheme;
  if (url.pathname === '/') url.pathname = GRAPH_PATH;
  return url.href;
}
