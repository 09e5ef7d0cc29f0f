import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { type Access, accessFaults, shapeAccess } from './access.ts';
import { readAccounts } from './accounts.ts';
import type { NamedAccount } from './accounts-file.ts';
import type { ReadFile } from './named-file.ts';
import type { RedisSettings } from './redis.ts';
import { SETTINGS, type Settings, type Texts } from './settings.ts';
import { readTextFile } from './text-file.ts';
import { shapeTraces, type TracesConfig } from './traces.ts';
import { readTrustedDocuments, type TrustedTexts } from './trusted-documents.ts';

/**
 * The configuration: the environment in, one frozen object out (BEHAVIOUR.md, "Callers"). It reads only the files that
 * the environment names, so two gateways with different settings can run in one process.
 */
export interface Config {
  readonly http: {
    readonly host: string;
    /** 0 lets the system choose one. */
    readonly port: number;
    /** Without a trailing slash; null: the listening address. */
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
      };
  /** The accounts at the service. */
  readonly accounts: readonly NamedAccount[];
  readonly auth: Access;
  /** Requests to the service for one key; 0 = no quota. */
  readonly quota: { readonly perMinute: number; readonly perDay: number };
  readonly reading: { readonly maxAgeMs: number; readonly catalogueMaxAgeMs: number };
  /** The bounds of the poll interval. */
  readonly watching: { readonly minIntervalMs: number; readonly maxIntervalMs: number };
  /** For one try of one request. */
  readonly upstreamTimeoutMs: number;
  /** The same for the synthesis of speech. */
  readonly synthesisTimeoutMs: number;
  /** The Redis that all instances share; null: nothing of it is loaded. */
  readonly redis: RedisSettings | null;
  /** The folder of synthesised speech, and how long it is kept. */
  readonly audio: AudioConfig;
  /** The only documents that run. Null: all documents run. */
  readonly trustedDocuments: TrustedTexts | null;
  readonly graphiql: boolean;
  readonly introspection: boolean;
  /** Where Prometheus scrapes; null: nothing of it is loaded. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** Where traces go; null: nothing of it is loaded. */
  readonly traces: TracesConfig | null;
  readonly logLevel: Settings['LOG_LEVEL'];
  /** After the request to stop all goes on for so long, so that balancers learn of it. */
  readonly shutdownDelayMs: number;
  /** After that what runs may take so long; then it is cut off. */
  readonly shutdownGraceMs: number;
  /** A socket or stream that is older is closed; 0 = never. */
  readonly maxSocketAgeMs: number;
}

interface AudioConfig {
  readonly folder: string;
  readonly ttlMs: number;
  /** It is in the shared temporary folder: it is used only if it belongs to this user alone. */
  readonly isInSharedFolder: boolean;
}

/** The environment has invalid settings. The message names all of them. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`The configuration cannot be used:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

/** Quotas of the service's public documentation, for one key (INTERFACE.md, "Quota"). */
const SERVICE_QUOTA = { perMinute: 60, perDay: 1000 } as const;
/** The sandbox's clock runs fast, so a quota in real time has no meaning there. */
const SANDBOX_QUOTA = { perMinute: 0, perDay: 0 } as const;

/**
 * Checks the environment and shapes it. An empty variable counts as unset.
 * @throws ConfigError that names every fault at once, also of the files that it names, and never shows a secret.
 */
export function readConfig(
  env: Readonly<Record<string, string | undefined>>,
  readFile: ReadFile = readTextFile,
): Config {
  const texts: Texts = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, env[name]?.trim() || undefined]));
  const parsed = z.object(SETTINGS).safeParse(texts);
  const accounts = readAccounts(texts, readFile);
  const trusted = readTrustedDocuments(texts, readFile);
  const faults = [
    ...(parsed.error?.issues ?? []).map(describe),
    ...serviceFaults(texts),
    ...accounts.faults,
    ...accessFaults(texts, accounts, readFile),
    ...intervalFaults(texts),
    ...portFaults(texts),
    ...trusted.faults,
  ];
  if (!parsed.success || faults.length > 0) throw new ConfigError(faults);
  return shape(parsed.data, accounts.accounts, trusted.texts);
}

/** The secrets that no log line may have. */
export function secretsOf({ accounts, auth, traces, redis }: Config): readonly string[] {
  const signing = auth.mode === 'jwt' && 'secret' in auth.keys ? [auth.keys.secret] : [];
  const ofRedis = redis?.password ? [redis.password] : [];
  return [...accounts.map(({ key }) => key), ...signing, ...ofRedis, ...Object.values(traces?.headers ?? {})];
}

const describe = (issue: { readonly path: readonly PropertyKey[]; readonly message: string }): string =>
  `${String(issue.path[0])} ${issue.message}.`;

/**
 * Rules over several settings read the raw texts, so that they are reported together with the faults of single ones.
 */
function serviceFaults({ DUBBING_API_URL: dubbing, STUDIO_API_URL: studio }: Texts): string[] {
  if (Boolean(dubbing) === Boolean(studio)) return [];
  const missing = dubbing ? 'STUDIO_API_URL' : 'DUBBING_API_URL';
  return [`${missing} is missing: the service has two addresses. Set both, or neither for the sandbox.`];
}

function intervalFaults(texts: Texts): string[] {
  const least = SETTINGS.WATCH_MIN_INTERVAL_MS.safeParse(texts.WATCH_MIN_INTERVAL_MS);
  const most = SETTINGS.WATCH_MAX_INTERVAL_MS.safeParse(texts.WATCH_MAX_INTERVAL_MS);
  if (!least.success || !most.success || least.data <= most.data) return [];
  return [`WATCH_MIN_INTERVAL_MS is ${least.data}, and must not be above WATCH_MAX_INTERVAL_MS, ${most.data}.`];
}

function portFaults(texts: Texts): string[] {
  const port = SETTINGS.PORT.safeParse(texts.PORT).data;
  const isSameHost =
    SETTINGS.HOST.safeParse(texts.HOST).data === SETTINGS.METRICS_HOST.safeParse(texts.METRICS_HOST).data;
  if (port === 0 || !isSameHost || texts.METRICS_PORT === undefined) return [];
  if (SETTINGS.METRICS_PORT.safeParse(texts.METRICS_PORT).data !== port) return [];
  return [`METRICS_PORT is ${port}, and so is PORT. Each needs a port of its own.`];
}

function shape(settings: Settings, accounts: Config['accounts'], trustedDocuments: Config['trustedDocuments']): Config {
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
    accounts,
    auth: shapeAccess(settings),
    quota: {
      perMinute: settings.QUOTA_PER_MINUTE ?? quota.perMinute,
      perDay: settings.QUOTA_PER_DAY ?? quota.perDay,
    },
    reading: { maxAgeMs: settings.READ_MAX_AGE_MS, catalogueMaxAgeMs: settings.CATALOGUE_MAX_AGE_MS },
    watching: { minIntervalMs: settings.WATCH_MIN_INTERVAL_MS, maxIntervalMs: settings.WATCH_MAX_INTERVAL_MS },
    upstreamTimeoutMs: settings.UPSTREAM_TIMEOUT_MS,
    synthesisTimeoutMs: settings.SYNTHESIS_TIMEOUT_MS,
    redis: redisOf(settings),
    audio: audioOf(settings),
    trustedDocuments,
    // Trusted documents turn off everything that helps to write others.
    graphiql: settings.GRAPHIQL && trustedDocuments === null,
    introspection: settings.INTROSPECTION && trustedDocuments === null,
    metrics: settings.METRICS_PORT === undefined ? null : { host: settings.METRICS_HOST, port: settings.METRICS_PORT },
    traces: shapeTraces(settings),
    logLevel: settings.LOG_LEVEL,
    shutdownDelayMs: settings.SHUTDOWN_DELAY_MS,
    shutdownGraceMs: settings.SHUTDOWN_GRACE_MS,
    maxSocketAgeMs: settings.MAX_SOCKET_AGE_MS,
  });
}

function redisOf({ REDIS_URL: address, REDIS_PREFIX: prefix, REDIS_TIMEOUT_MS: timeoutMs }: Settings): Config['redis'] {
  return address === undefined ? null : { ...address, prefix, timeoutMs };
}

function serviceOf(settings: Settings): Config['service'] {
  const { DUBBING_API_URL: dubbingUrl, STUDIO_API_URL: studioUrl } = settings;
  return dubbingUrl !== undefined && studioUrl !== undefined
    ? { kind: 'real', dubbingUrl, studioUrl }
    : { kind: 'sandbox', speed: settings.SANDBOX_SPEED, seed: settings.SANDBOX_SEED };
}

function audioOf({ AUDIO_STORE: chosen, AUDIO_TTL_MS: ttlMs }: Settings): AudioConfig {
  if (chosen !== undefined) return { folder: chosen, ttlMs, isInSharedFolder: false };
  // The user's number is a part of the name, because gateways of two users cannot share a folder. A user may have no
  // name.
  return {
    folder: join(tmpdir(), `dubbing-gateway-${process.getuid?.() ?? 'user'}`, 'audio'),
    ttlMs,
    isInSharedFolder: true,
  };
}

function deepFreeze<Value extends object>(value: Value): Value {
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) deepFreeze(part);
  return Object.freeze(value);
}
