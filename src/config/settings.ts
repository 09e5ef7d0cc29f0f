import { z } from 'zod';
import { redisAddress, redisPrefix } from './redis.ts';
import {
  address,
  apiKey,
  headerPairs,
  integer,
  keysAddress,
  LONGEST_TIMER_MS,
  milliseconds,
  oneOf,
  onOff,
  origins,
  ratio,
  signingSecret,
} from './setting.ts';

export const AUTH_MODES = ['open', 'passthrough', 'tokens', 'jwt'] as const;
const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;
const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

const hostName = z
  .string()
  .regex(/^[\w.:-]+$/, { error: 'must be an address or a host name, without brackets or a port' });

/** Every setting in its form in the environment. `.env.example` has the same list with the defaults. */
export const SETTINGS = {
  HOST: hostName.default('127.0.0.1'),
  PORT: integer(0, 65_535).default(4000),
  PUBLIC_URL: address.optional(),
  ALLOWED_ORIGINS: origins.default([]),
  DUBBING_API_URL: address.optional(),
  STUDIO_API_URL: address.optional(),
  DUBBING_API_KEY: apiKey.optional(),
  ACCOUNTS_FILE: z.string().optional(),
  AUTH_MODE: oneOf(AUTH_MODES).optional(),
  AUTH_TOKENS_FILE: z.string().optional(),
  JWT_JWKS_URL: keysAddress.optional(),
  JWT_SECRET: signingSecret.optional(),
  JWT_ISSUER: z.string().optional(),
  JWT_AUDIENCE: z.string().optional(),
  QUOTA_PER_MINUTE: integer(0, 1_000_000).optional(),
  QUOTA_PER_DAY: integer(0, 1_000_000_000).optional(),
  READ_MAX_AGE_MS: milliseconds(0).default(2000),
  CATALOGUE_MAX_AGE_MS: milliseconds(0).default(600_000),
  WATCH_MIN_INTERVAL_MS: milliseconds(50).default(2000),
  WATCH_MAX_INTERVAL_MS: milliseconds(50).default(300_000),
  UPSTREAM_TIMEOUT_MS: milliseconds(100).default(15_000),
  SYNTHESIS_TIMEOUT_MS: milliseconds(100).default(120_000),
  REDIS_URL: redisAddress.optional(),
  REDIS_PREFIX: redisPrefix.default('dubbing-gateway'),
  REDIS_TIMEOUT_MS: integer(100, 5_000).default(500),
  AUDIO_STORE: z.string().optional(),
  AUDIO_TTL_MS: milliseconds(1).default(3_600_000),
  TRUSTED_DOCUMENTS: z.string().optional(),
  GRAPHIQL: onOff.default(true),
  INTROSPECTION: onOff.default(true),
  LOG_LEVEL: oneOf(LOG_LEVELS).default('info'),
  METRICS_PORT: integer(0, 65_535).optional(),
  METRICS_HOST: hostName.default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: oneOf(['http/protobuf', 'http/json']).default('http/protobuf'),
  OTEL_SERVICE_NAME: z.string().default('dubbing-gateway'),
  OTEL_TRACES_SAMPLER: oneOf(SAMPLERS).default('parentbased_traceidratio'),
  OTEL_TRACES_SAMPLER_ARG: ratio.default(0.01),
  SHUTDOWN_DELAY_MS: milliseconds(0).default(0),
  SHUTDOWN_GRACE_MS: milliseconds(0).default(10_000),
  MAX_SOCKET_AGE_MS: milliseconds(0).default(0),
  SANDBOX_SPEED: z
    .string()
    .transform(Number)
    .refine((speed) => speed > 0 && speed <= 100_000, { error: 'must be a number above 0, at most 100000' })
    .default(60),
  SANDBOX_SEED: integer(0, LONGEST_TIMER_MS).default(1),
} as const;

export type Settings = z.output<z.ZodObject<typeof SETTINGS>>;

/** The raw texts of the settings, without empty ones. */
export type Texts = { readonly [Name in keyof typeof SETTINGS]?: string | undefined };
