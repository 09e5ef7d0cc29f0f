import { type DestinationStream, type Logger, pino } from 'pino';
import { describeError } from './describe-error.ts';

/**
 * The log of the process: one JSON line for each event, on stdout unless another destination is given.
 *
 * No line holds a secret. Headers and keys are censored where they are logged by name; of an error only known
 * members are taken (`describeError`); and each of `secrets` (the service's key) is blotted out of the finished line
 * wherever else it stands, such as in the message of a library's error.
 */
export function createLog(options: {
  /** A level of pino, or `silent`. */
  readonly level: string;
  readonly destination?: DestinationStream;
  readonly secrets?: readonly string[];
}): Logger {
  const settings = {
    level: options.level,
    redact: { paths: SECRET_PATHS, censor: CENSORED },
    serializers: { err: describeError },
    hooks: { streamWrite: blotter(options.secrets ?? []) },
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

const CENSORED = '[secret]';

const SECRET_PATHS = ['authorization', 'key', 'token', 'headers.authorization', 'headers.cookie'];

/** A shorter "secret" could match ordinary words. */
const SHORTEST_SECRET = 6;

/** Replaces each secret in a JSON line, in its JSON form. Longest first, because one may contain another. */
function blotter(secrets: readonly string[]): (line: string) => string {
  const written = secrets
    .map((secret) => JSON.stringify(secret).slice(1, -1))
    .filter((secret) => secret.length >= SHORTEST_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return (line) => written.reduce((text, secret) => text.replaceAll(secret, CENSORED), line);
}
