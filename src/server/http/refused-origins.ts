import type { Logger } from 'pino';
import type { Clock } from '../../clock.ts';

/** Anybody can name an origin, so that no more than these are logged in an hour. */
const MOST_ORIGINS = 50;
const FORGOTTEN_MS = 60 * 60_000;
const LONGEST_ORIGIN = 200;

/** Says once an hour of each origin that its pages were refused, and what is to be set: a browser says only "CORS". */
export function logRefusedOrigins(log: Logger, clock: Pick<Clock, 'now'>): (origin: string) => void {
  const logged = new Set<string>();
  let since = clock.now();
  return (named) => {
    if (clock.now() - since > FORGOTTEN_MS) {
      logged.clear();
      since = clock.now();
    }
    const origin = named.slice(0, LONGEST_ORIGIN);
    if (logged.size >= MOST_ORIGINS || logged.has(origin)) return;
    logged.add(origin);
    log.warn(
      { origin },
      'a page of this origin was refused: add its origin to ALLOWED_ORIGINS if it may use the gateway',
    );
  };
}
