import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';

/**
 * The configuration: the environment in, one frozen object out (behaviour, 6 and 9). Reads nothing by itself,
 * so that two gateways with different settings can run in one process.
 */
export interface Config {
  readonly http: {
    readonly host: string;
    /** 0 lets the system choose one. */
    readonly port: number;
    /** Without a trailing slash; null: the address that is listened on. */
    readonly publicUrl: string | null;
    /** Origins of front ends, beside the gateway's own: "https://app.example.com". */
    readonly allowedOrigins: readonly string[];
  };
  readonly service:
    | { readonly kind: 'sandbox'; readonly speed: number; readonly seed: number }
    | {
        readonly kind: 'real';
        /** Base addresses without a trailing slash; they may carry a path prefix. */
        readonly dubbingUrl: string;
        readonly studioUrl: string;
        /** Null where each caller brings its own (`passthrough`). */
        readonly key: string | null;
      };
  readonly auth: { readonly mode: (typeof AUTH_MODES)[number] };
  /** Requests to the service for one key; 0 = no quota. */
  readonly quota: { readonly perMinute: number; readonly perDay: number };
  readonly reading: { readonly maxAgeMs: number; readonly catalogueMaxAgeMs: number };
  /** How soon, and how late at most, what is watched is asked for again. */
  readonly watching: { readonly minIntervalMs: number; readonly maxIntervalMs: number };
  /** For one try of one request. */
  readonly upstreamTimeoutMs: number;
  /** The same for the synthesis of speech. */
  readonly synthesisTimeoutMs: number;
  /** Where synthesised speech is kept, and for how long. */
  readonly audio: { readonly folder: string; readonly ttlMs: number };
  /** The file of the only documents that run; null: any document does. */
  readonly trustedDocuments: string | null;
  readonly graphiql: boolean;
  readonly introspection: boolean;
  readonly logLevel: (typeof LOG_LEVELS)[number];
  readonly shutdownGraceMs: number;
}

/** The environment holds settings that cannot be used; the message names every one of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const AUTH_MODES = ['open', 'passthrough'] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** What a timer of the platform can wait for; a longer one would fire at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const integer = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d+$/, { error })
    .transform(Number)
    .refine((value) => value >= least && value <= most, { error });
};

const milliseconds = (least: number) => integer(least, LONGEST_TIMER_MS);

const onOff = z
  .enum(['on', 'off', 'true', 'false', '1', '0'], { error: 'must be on or off' })
  .transform((word) => word === 'on' || word === 'true' || word === '1');

const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, {
    error: ({ input }) => `is ${JSON.stringify(input)}, which is none of the words it may be: ${words.join(', ')}`,
  });

const address = z
  .string()
  .refine(isBaseAddress, { error: 'must be an http or https address without credentials, query or fragment' })
  .transform((text) => text.replace(/\/+$/, ''));

const origins = z
  .string()
  .transform((list) => list.split(',').map((origin) => origin.trim()))
  .refine((list) => list.every(isOrigin), {
    error: 'must be origins separated by commas, such as https://app.example.com (no path, and never *)',
  });

/** Every setting, as it is written in the environment. `.env.example` holds the same list with the defaults. */
export const SETTINGS = {
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be an address or a host name, without brackets or a port' })
    .default('127.0.0.1'),
  PORT: integer(0, 65_535).default(4000),
  PUBLIC_URL: address.optional(),
  ALLOWED_ORIGINS: origins.default([]),
  DUBBING_API_URL: address.optional(),
  STUDIO_API_URL: address.optional(),
  DUBBING_API_KEY: z
    .string()
    .regex(/^[\x21-\x7e]+$/, { error: 'must be visible ASCII characters, without a space or a line break' })
    .optional(),
  AUTH_MODE: oneOf(AUTH_MODES).optional(),
  QUOTA_PER_MINUTE: integer(0, 1_000_000).optional(),
  QUOTA_PER_DAY: integer(0, 1_000_000_000).optional(),
  READ_MAX_AGE_MS: milliseconds(0).default(2000),
  CATALOGUE_MAX_AGE_MS: milliseconds(0).default(600_000),
  WATCH_MIN_INTERVAL_MS: milliseconds(50).default(2000),
  WATCH_MAX_INTERVAL_MS: milliseconds(50).default(300_000),
  UPSTREAM_TIMEOUT_MS: milliseconds(100).default(15_000),
  SYNTHESIS_TIMEOUT_MS: milliseconds(100).default(120_000),
  AUDIO_STORE: z.string().optional(),
  AUDIO_TTL_MS: milliseconds(1).default(3_600_000),
  TRUSTED_DOCUMENTS: z.string().optional(),
  GRAPHIQL: onOff.default(true),
  INTROSPECTION: onOff.default(true),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  SHUTDOWN_GRACE_MS: milliseconds(0).default(10_000),
  SANDBOX_SPEED: z
    .string()
    .transform(Number)
    .refine((speed) => speed > 0 && speed <= 100_000, { error: 'must be a number above 0, at most 100000' })
    .default(60),
  SANDBOX_SEED: integer(0, LONGEST_TIMER_MS).default(1),
} as const;

type Settings = z.output<z.ZodObject<typeof SETTINGS>>;

/** Quotas of the service's public documentation, for one key (behaviour, "Facts about the service"). */
const SERVICE_QUOTA = { perMinute: 60, perDay: 1000 } as const;
/** The sandbox's clock runs fast, so a quota in real time would mean nothing there. */
const SANDBOX_QUOTA = { perMinute: 0, perDay: 0 } as const;

/**
 * Checks the environment and shapes it. An empty variable counts as unset.
 * @throws ConfigError that names every fault at once, and never shows a secret.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const texts = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = z.object(SETTINGS).safeParse(texts);
  const faults = [...(parsed.error?.issues ?? []).map(describe), ...crossFaults(texts), ...intervalFaults(texts)];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return shape(parsed.data);
}

function intervalFaults(texts: Readonly<Record<string, string | undefined>>): string[] {
  const { WATCH_MIN_INTERVAL_MS: least, WATCH_MAX_INTERVAL_MS: most } = SETTINGS;
  const [shortest, longest] = [
    least.safeParse(texts['WATCH_MIN_INTERVAL_MS']),
    most.safeParse(texts['WATCH_MAX_INTERVAL_MS']),
  ];
  if (!shortest.success || !longest.success || shortest.data <= longest.data) return [];
  return [`WATCH_MIN_INTERVAL_MS is ${shortest.data}, and must not be above WATCH_MAX_INTERVAL_MS, ${longest.data}.`];
}

const describe = (issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string =>
  `${String(issue.path[0])} ${issue.message}.`;

/** The rules that bind several settings. They read the texts, so that they are told beside the faults of single ones. */
function crossFaults(texts: Readonly<Record<string, string | undefined>>): string[] {
  const { DUBBING_API_URL: dubbing, STUDIO_API_URL: studio, DUBBING_API_KEY: key, AUTH_MODE: mode, HOST: host } = texts;
  if (!dubbing && !studio) return [];
  const faults: string[] = [];
  if (!dubbing || !studio) {
    const missing = dubbing ? 'STUDIO_API_URL' : 'DUBBING_API_URL';
    faults.push(`${missing} is missing: the service has two addresses. Set both, or neither for the sandbox.`);
  }
  if (!mode) faults.push(`AUTH_MODE must be set with a real service, to one of ${AUTH_MODES.join(', ')}.`);
  if (mode === 'open' && host && !isLoopback(host)) {
    faults.push(
      'AUTH_MODE may be open only on a loopback address: anybody could use the key. Change HOST or AUTH_MODE.',
    );
  }
  if (mode === 'open' && !key) faults.push('DUBBING_API_KEY must be set with AUTH_MODE=open and a real service.');
  return faults;
}

function shape(settings: Settings): Config {
  const service = serviceOf(settings);
  const quota = service.kind === 'real' ? SERVICE_QUOTA : SANDBOX_QUOTA;
  return deepFreeze({
    http: {
      host: settings.HOST,
      port: settings.PORT,
      publicUrl: settings.PUBLIC_URL ?? null,
      allowedOrigins: settings.ALLOWED_ORIGINS,
    },
    service,
    auth: { mode: settings.AUTH_MODE ?? 'open' },
    quota: {
      perMinute: settings.QUOTA_PER_MINUTE ?? quota.perMinute,
      perDay: settings.QUOTA_PER_DAY ?? quota.perDay,
    },
    reading: { maxAgeMs: settings.READ_MAX_AGE_MS, catalogueMaxAgeMs: settings.CATALOGUE_MAX_AGE_MS },
    watching: { minIntervalMs: settings.WATCH_MIN_INTERVAL_MS, maxIntervalMs: settings.WATCH_MAX_INTERVAL_MS },
    upstreamTimeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    synthesisTimeoutMs: settings.SYNTHESIS_TIMEOUT_MS,
    audio: {
      // The temporary folder is everybody's: another user's gateway could not write into ours, nor we into its.
      folder: settings.AUDIO_STORE ?? join(tmpdir(), `dubbing-gateway-${userInfo().uid}`, 'audio'),
      ttlMs: settings.AUDIO_TTL_MS,
    },
    trustedDocuments: settings.TRUSTED_DOCUMENTS ?? null,
    // Who may run known documents only has no use for what helps to write others.
    graphiql: settings.GRAPHIQL && settings.TRUSTED_DOCUMENTS === undefined,
    introspection: settings.INTROSPECTION && settings.TRUSTED_DOCUMENTS === undefined,
    logLevel: settings.LOG_LEVEL,
    shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
  });
}

function serviceOf(settings: Settings): Config['service'] {
  const { DUBBING_API_URL: dubbingUrl, STUDIO_API_URL: studioUrl, DUBBING_API_KEY: key } = settings;
  return dubbingUrl !== undefined && studioUrl !== undefined
    ? { kind: 'real', dubbingUrl, studioUrl, key: key ?? null }
    : { kind: 'sandbox', speed: settings.SANDBOX_SPEED, seed: settings.SANDBOX_SEED };
}

function isBaseAddress(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || !isHttp(url)) return false;
  return url.username === '' && url.password === '' && !/[?#\s]/.test(text);
}

function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && isHttp(url) && url.origin === text;
}

const isHttp = (url: URL): boolean => url.protocol === 'http:' || url.protocol === 'https:';

/** 127.0.0.0/8, ::1 (also as IPv4 mapped into IPv6) and the name `localhost`. */
function isLoopback(host: string): boolean {
  if (host.toLowerCase() === 'localhost') return true;
  const loopback = new BlockList();
  loopback.addSubnet('127.0.0.0', 8, 'ipv4');
  loopback.addAddress('::1', 'ipv6');
  if (isIPv4(host)) return loopback.check(host, 'ipv4');
  return isIPv6(host) && loopback.check(host, 'ipv6');
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
