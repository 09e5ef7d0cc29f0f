import { z } from 'zod';

/** The Redis that makes any number of instances one gateway. */
export interface RedisSettings {
  readonly host: string;
  readonly port: number;
  readonly username: string | null;
  readonly password: string | null;
  readonly database: number;
  /** `rediss://` */
  readonly tls: boolean;
  /** The beginning of every key and channel. */
  readonly prefix: string;
  /** A command that is not answered in this time shows that Redis hangs. */
  readonly timeoutMs: number;
}

type RedisAddress = Omit<RedisSettings, 'prefix' | 'timeoutMs'>;

const DEFAULT_PORT = 6379;
const FORM = 'redis://[user:password@]host[:port][/database], or rediss:// for TLS';

/** The message never shows the value, which may hold a password. */
export const redisAddress = z.string().transform((text, context): RedisAddress => {
  const address = parseAddress(text);
  if (address !== null) return address;
  context.addIssue({ code: 'custom', message: `must be ${FORM}` });
  return z.NEVER;
});

/** Braces would be a hash tag, and a glob character would match other keys. */
export const redisPrefix = z.string().regex(/^[\w.:-]{1,64}$/, {
  error: 'must have 1 to 64 letters, digits, or characters of . : _ -',
});

function parseAddress(text: string): RedisAddress | null {
  const url = URL.parse(text);
  const [, database] = /^(?:\/(\d{1,4})?)?$/.exec(url?.pathname ?? '-') ?? [null, null];
  if (url === null || database === null || !/^rediss?:$/.test(url.protocol)) return null;
  if (url.hostname === '' || /[?#\s]/.test(text)) return null;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === null || password === null) return null;
  return {
    // ioredis takes an IPv6 address without its brackets.
    host: url.hostname.replace(/^\[(.*)\]$/, '$1'),
    port: url.port === '' ? DEFAULT_PORT : Number(url.port),
    username: username || null,
    password: password || null,
    database: Number(database ?? 0),
    tls: url.protocol === 'rediss:',
  };
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}
