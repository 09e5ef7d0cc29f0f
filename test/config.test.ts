import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, secretsOf } from '../src/config/index.ts';
import { SETTINGS } from '../src/config/settings.ts';

const REAL = {
  DUBBING_API_URL: 'https://api.example.com',
  STUDIO_API_URL: 'https://studio.example.com/base/',
  DUBBING_API_KEY: 'the-key',
  AUTH_MODE: 'open',
};

function faultsOf(env: Record<string, string>, readFile?: (path: string) => string): readonly string[] {
  try {
    readConfig(env, readFile);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

describe('the address of Redis', () => {
  const redisOf = (REDIS_URL: string) => readConfig({ REDIS_URL }).redis;

  it('has a user, a password, a port and a database, or the defaults', () => {
    expect(redisOf('redis://cache.example.com')).toEqual({
      ...{ host: 'cache.example.com', port: 6379, username: null, password: null, database: 0, tls: false },
      prefix: 'dubbing-gateway',
      timeoutMs: 500,
    });
    expect(redisOf('rediss://gate:p%40ss@[::1]:6380/3')).toMatchObject({
      ...{ host: '::1', port: 6380, username: 'gate', password: 'p@ss', database: 3, tls: true },
    });
    expect(redisOf('redis://:word@127.0.0.1/')).toMatchObject({ username: null, password: 'word', database: 0 });
  });

  it.each([
    'cache.example.com:6379',
    'http://cache.example.com',
    'redis://',
    'redis://host/name',
    'redis://host/1/2',
    'redis://host?db=1',
    'redis://host:99999',
    'redis://user:secret%ff@host',
    'redis://host#x',
  ])('is refused as %s, with all other faults', (REDIS_URL) => {
    expect(faultsOf({ REDIS_URL, PORT: 'x' })).toEqual([
      expect.stringMatching(/^PORT/),
      expect.stringMatching(/^REDIS_URL must be redis:\/\/.*rediss:/),
    ]);
    expect(faultsOf({ REDIS_URL }).join()).not.toContain('secret');
  });

  it('keeps its password out of the log, and has a prefix without special characters', () => {
    expect(secretsOf(readConfig({ REDIS_URL: 'redis://:pass-word@host' }))).toContain('pass-word');
    for (const REDIS_PREFIX of ['{a}', 'a*', 'a b', 'x'.repeat(65)]) {
      expect(faultsOf({ REDIS_PREFIX })).toEqual([expect.stringMatching(/^REDIS_PREFIX must have/)]);
    }
  });

  it('comes with the longest time that a command may take', () => {
    expect(readConfig({ REDIS_URL: 'redis://host', REDIS_TIMEOUT_MS: '100' }).redis?.timeoutMs).toBe(100);
    for (const REDIS_TIMEOUT_MS of ['99', '5001', '1s']) {
      expect(faultsOf({ REDIS_TIMEOUT_MS })).toEqual([expect.stringMatching(/^REDIS_TIMEOUT_MS must be/)]);
    }
  });
});

describe('the configuration', () => {
  it('is the sandbox without a setting', () => {
    expect(readConfig({})).toEqual({
      http: { host: '127.0.0.1', port: 4000, publicUrl: null, allowedOrigins: [] },
      service: { kind: 'sandbox', speed: 60, seed: 1 },
      accounts: [],
      auth: { mode: 'open' },
      quota: { perMinute: 0, perDay: 0 },
      reading: { maxAgeMs: 2000, catalogueMaxAgeMs: 600_000 },
      watching: { minIntervalMs: 2000, maxIntervalMs: 300_000 },
      upstreamTimeoutMs: 15_000,
      synthesisTimeoutMs: 120_000,
      redis: null,
      audio: { folder: expect.stringContaining(tmpdir()), ttlMs: 3_600_000, isInSharedFolder: true },
      trustedDocuments: null,
      graphiql: true,
      introspection: true,
      metrics: null,
      traces: null,
      logLevel: 'info',
      shutdownDelayMs: 0,
      shutdownGraceMs: 10_000,
      maxSocketAgeMs: 0,
    });
  });

  it('is a service with two addresses', () => {
    expect(readConfig(REAL)).toMatchObject({
      service: {
        kind: 'real',
        dubbingUrl: 'https://api.example.com',
        studioUrl: 'https://studio.example.com/base',
      },
      accounts: [{ name: 'default', key: 'the-key' }],
      quota: { perMinute: 60, perDay: 1000 },
    });
    const { DUBBING_API_KEY: _key, ...keyless } = REAL;
    expect(readConfig({ ...keyless, AUTH_MODE: 'passthrough', HOST: '0.0.0.0' })).toMatchObject({
      accounts: [],
      auth: { mode: 'passthrough' },
    });
  });

  it('takes every setting', () => {
    const config = readConfig({
      ...REAL,
      AUTH_MODE: 'passthrough',
      HOST: '::1',
      PORT: '0',
      PUBLIC_URL: 'https://dub.example.com/graph/',
      ALLOWED_ORIGINS: 'https://a.example.com, http://localhost:3000',
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '7',
      READ_MAX_AGE_MS: '0',
      CATALOGUE_MAX_AGE_MS: '0',
      WATCH_MIN_INTERVAL_MS: '50',
      WATCH_MAX_INTERVAL_MS: '50',
      UPSTREAM_TIMEOUT_MS: '100',
      SYNTHESIS_TIMEOUT_MS: '100',
      AUDIO_STORE: '/var/audio',
      AUDIO_TTL_MS: '1',
      GRAPHIQL: 'off',
      INTROSPECTION: 'false',
      LOG_LEVEL: 'silent',
      SHUTDOWN_GRACE_MS: '0',
    });
    expect(config).toMatchObject({
      http: {
        host: '::1',
        port: 0,
        publicUrl: 'https://dub.example.com/graph',
        allowedOrigins: ['https://a.example.com', 'http://localhost:3000'],
      },
      quota: { perMinute: 0, perDay: 7 },
      reading: { maxAgeMs: 0, catalogueMaxAgeMs: 0 },
      watching: { minIntervalMs: 50, maxIntervalMs: 50 },
      upstreamTimeoutMs: 100,
      synthesisTimeoutMs: 100,
      audio: { folder: '/var/audio', ttlMs: 1, isInSharedFolder: false },
      graphiql: false,
      introspection: false,
      logLevel: 'silent',
      shutdownGraceMs: 0,
    });
    expect(readConfig({ SANDBOX_SPEED: '0.5', SANDBOX_SEED: '0' }).service).toEqual({
      kind: 'sandbox',
      speed: 0.5,
      seed: 0,
    });
  });

  it('takes an empty setting for none', () => {
    const empty = Object.fromEntries(Object.keys(SETTINGS).map((name) => [name, ' ']));
    expect(readConfig(empty)).toEqual(readConfig({}));
  });

  it('cannot be changed', () => {
    const config = readConfig({});
    expect(() => Object.assign(config.http, { port: 1 })).toThrow(TypeError);
    expect(() => Object.assign(config, { graphiql: false })).toThrow(TypeError);
  });

  it('names every fault at once, in one message', () => {
    const env = {
      HOST: 'two words',
      PORT: '65536',
      PUBLIC_URL: 'dub.example.com',
      ALLOWED_ORIGINS: '*',
      DUBBING_API_URL: 'https://user:pass@api.example.com',
      DUBBING_API_KEY: 'se cret',
      AUTH_MODE: 'closed',
      JWT_JWKS_URL: 'http://issuer.example.com/keys',
      JWT_SECRET: 'short',
      QUOTA_PER_MINUTE: '-1',
      QUOTA_PER_DAY: '1.5',
      READ_MAX_AGE_MS: '2s',
      CATALOGUE_MAX_AGE_MS: '1e9',
      WATCH_MIN_INTERVAL_MS: '49',
      WATCH_MAX_INTERVAL_MS: '2147483648',
      UPSTREAM_TIMEOUT_MS: '99',
      SYNTHESIS_TIMEOUT_MS: '99',
      AUDIO_TTL_MS: '0',
      GRAPHIQL: 'maybe',
      INTROSPECTION: 'yes!',
      LOG_LEVEL: 'loud',
      SHUTDOWN_GRACE_MS: '99999999999',
      SANDBOX_SPEED: '0',
      SANDBOX_SEED: 'x',
    };
    const faults = faultsOf(env);
    for (const name of [...Object.keys(env), 'STUDIO_API_URL']) {
      expect(faults.filter((fault) => fault.startsWith(`${name} `))).toHaveLength(1);
    }
    expect(new ConfigError(faults).message.split('\n')).toHaveLength(faults.length + 1);
    expect(faults.join()).toContain('AUTH_MODE is "closed", but must be one of open, passthrough, tokens, jwt.');
  });

  it.for(['se cret', 'secret\nx', 'sécret', 'secret\u0000'])('never shows a key, such as %j', (key) => {
    const faults = faultsOf({ ...REAL, DUBBING_API_KEY: key });
    expect(faults).toEqual([expect.stringMatching(/^DUBBING_API_KEY must be visible ASCII/)]);
    expect(faults.join()).not.toContain('cret');
    expect(faultsOf({ ...REAL, DUBBING_API_URL: 'ftp://secret@x' }).join()).not.toContain('secret');
  });

  it.for([
    'ftp://x',
    'api.example.com',
    'http://',
    'https://x?y',
    'https://x?',
    'https://x#',
    'https://u@x',
    'http://a b',
  ])('takes no address like %s', (address) => {
    for (const name of ['DUBBING_API_URL', 'STUDIO_API_URL', 'PUBLIC_URL']) {
      expect(faultsOf({ ...REAL, [name]: address })).toEqual([expect.stringMatching(`^${name} must be an http`)]);
    }
  });

  it.for([
    '*',
    'null',
    'https://a.example.com/',
    'https://a.example.com/x',
    'a.example.com',
    'https://a.example.com,',
    'HTTPS://A.example.com',
  ])('takes no origin like %s', (origin) => {
    expect(faultsOf({ ALLOWED_ORIGINS: origin })).toEqual([expect.stringMatching(/^ALLOWED_ORIGINS must/)]);
  });

  it('wants a port for the metrics that is not its own, a default included', () => {
    const expected = [expect.stringMatching(/^METRICS_PORT is \d+, and so is PORT/)];
    expect(faultsOf({ METRICS_PORT: '4000' })).toEqual(expected);
    expect(faultsOf({ PORT: '8080', METRICS_PORT: '8080' })).toEqual(expected);
    expect(faultsOf({ PORT: '0', METRICS_PORT: '0' })).toEqual([]);
    expect(faultsOf({ METRICS_PORT: '4000', METRICS_HOST: '127.0.0.2' })).toEqual([]);
  });

  it('wants no pause between watches whose least is above its most, a default included', () => {
    const expected = [expect.stringMatching(/^WATCH_MIN_INTERVAL_MS is \d+, and must not be above/)];
    expect(faultsOf({ WATCH_MIN_INTERVAL_MS: '300001' })).toEqual(expected);
    expect(faultsOf({ WATCH_MAX_INTERVAL_MS: '1999' })).toEqual(expected);
    expect(faultsOf({ WATCH_MIN_INTERVAL_MS: '9', WATCH_MAX_INTERVAL_MS: '1999' })).toHaveLength(1);
    expect(faultsOf({ WATCH_MIN_INTERVAL_MS: '60', WATCH_MAX_INTERVAL_MS: '60' })).toEqual([]);
  });

  it('shows nothing of the graph where only trusted documents run', () => {
    const [hash, text] = [createHash('sha256').update('{ balance }').digest('hex'), '{ balance }'];
    const env = { TRUSTED_DOCUMENTS: 'documents.json', GRAPHIQL: 'on', INTROSPECTION: 'on' };
    for (const key of [hash, hash.toUpperCase(), `sha256:${hash}`]) {
      expect(readConfig(env, () => JSON.stringify({ [key]: text }))).toMatchObject({
        trustedDocuments: new Map([[hash, text]]),
        graphiql: false,
        introspection: false,
      });
    }
  });

  it('names every fault of the file of trusted documents', () => {
    const faultsOfFile = (json: string) =>
      faultsOf({ TRUSTED_DOCUMENTS: 'documents.json' }, () => json).map((fault) =>
        fault.replace(/^TRUSTED_DOCUMENTS /, ''),
      );
    const [some, other] = ['a'.repeat(64), 'b'.repeat(64)];
    expect(faultsOf({ TRUSTED_DOCUMENTS: '/nowhere/documents.json' })).toEqual([
      'TRUSTED_DOCUMENTS is "/nowhere/documents.json", which cannot be read (ENOENT).',
    ]);
    for (const json of ['{', '[]', '"x"', 'null'])
      expect(faultsOfFile(json)).toEqual([expect.stringMatching(/^must contain/)]);
    expect(faultsOfFile('{}')).toEqual(['contains no document.']);
    expect(faultsOfFile(JSON.stringify({ [some]: '{ balance }', [other]: 5, nine: '{ balance }' }))).toEqual([
      expect.stringMatching(new RegExp(`^has at the key ${some} a text with the SHA-256 [0-9a-f]{64}\\.$`)),
      `has no text at the key ${other}.`,
      'has the key "nine", which is not a SHA-256 in hex.',
    ]);
  });

  it('wants both addresses or neither', () => {
    expect(faultsOf({ ...REAL, STUDIO_API_URL: '' })).toEqual([expect.stringMatching(/^STUDIO_API_URL is missing/)]);
    expect(faultsOf({ ...REAL, DUBBING_API_URL: '' })).toEqual([expect.stringMatching(/^DUBBING_API_URL is missing/)]);
  });

  it('wants to be told who may use a real service', () => {
    expect(faultsOf({ ...REAL, AUTH_MODE: '' })).toEqual([expect.stringMatching(/^AUTH_MODE must be set/)]);
    expect(faultsOf({ ...REAL, DUBBING_API_KEY: '' })).toEqual([expect.stringMatching(/^DUBBING_API_KEY must be set/)]);
  });

  it.for(['127.0.0.1', '127.8.9.10', 'localhost', 'LocalHost', '::1', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
    'lets everybody use a real service’s key on %s',
    (HOST) => {
      expect(faultsOf({ ...REAL, HOST })).toEqual([]);
    },
  );

  it.for([
    '0.0.0.0',
    '::',
    '10.0.0.1',
    '128.0.0.1',
    '127.0.0.1.example.com',
    'localhost.example.com',
    'gateway',
    '::ffff:10.0.0.1',
  ])('lets nobody use a real service’s key openly on %s', (HOST) => {
    expect(faultsOf({ ...REAL, HOST })).toEqual([
      expect.stringMatching(/^AUTH_MODE=open is allowed only on a loopback address/),
    ]);
    expect(faultsOf({ ...REAL, HOST, AUTH_MODE: 'passthrough' })).toEqual([]);
    expect(faultsOf({ HOST })).toEqual([]);
  });

  it.for(['https://dub.example.com', 'http://10.0.0.1:4000', 'http://[2001:db8::1]'])(
    'lets nobody use a real service’s key openly behind a proxy at %s',
    (PUBLIC_URL) => {
      expect(faultsOf({ ...REAL, PUBLIC_URL })).toEqual([
        'AUTH_MODE=open is allowed only on a loopback address, because any caller could use the API key. Change PUBLIC_URL or AUTH_MODE.',
      ]);
      expect(faultsOf({ ...REAL, HOST: '::', PUBLIC_URL })).toEqual([
        expect.stringMatching('Change HOST or PUBLIC_URL or AUTH_MODE.$'),
      ]);
      expect(faultsOf({ ...REAL, PUBLIC_URL, AUTH_MODE: 'passthrough' })).toEqual([]);
      expect(faultsOf({ PUBLIC_URL })).toEqual([]);
    },
  );

  it.for(['http://localhost:8080', 'http://127.0.0.1', 'https://[::1]:4000/path'])(
    'lets everybody use a real service’s key at %s',
    (PUBLIC_URL) => {
      expect(faultsOf({ ...REAL, PUBLIC_URL })).toEqual([]);
    },
  );

  it('reads the standard settings of OpenTelemetry, and shows no header in a fault', () => {
    const settings = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example.com:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Basic%20c2VjcmV0, x-tenant=a',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_TRACES_SAMPLER_ARG: '.5',
    };
    expect(readConfig(settings).traces).toEqual({
      endpoint: 'http://collector.example.com:4318',
      headers: { authorization: 'Basic c2VjcmV0', 'x-tenant': 'a' },
      protocol: 'http/json',
      serviceName: 'dubbing-gateway',
      sampler: 'parentbased_traceidratio',
      ratio: 0.5,
    });
    expect(faultsOf({ ...settings, OTEL_EXPORTER_OTLP_HEADERS: 'the-secret' })).toEqual([
      'OTEL_EXPORTER_OTLP_HEADERS must be name=value pairs, separated by commas and percent-encoded.',
    ]);
    for (const ratio of ['1.1', '-1', 'all', 'Infinity']) {
      expect(faultsOf({ OTEL_TRACES_SAMPLER_ARG: ratio })).toEqual([
        'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1.',
      ]);
    }
  });

  it('is written out in .env.example, each setting with its default', () => {
    const text = readFileSync(new URL('../.env.example', import.meta.url), 'utf8');
    const lines = text.split('\n').flatMap((line) => {
      const [, name, value] = /^([A-Z_]+)=(.*)$/.exec(line) ?? [];
      return name === undefined ? [] : [[name, value ?? ''] as const];
    });
    expect(lines.map(([name]) => name).toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    expect(readConfig(Object.fromEntries(lines))).toEqual(readConfig({}));
    for (const [name, value] of lines) {
      // A setting with a default shows it, one without is left open.
      expect([name, value !== '']).toEqual([
        name,
        'defaultValue' in SETTINGS[name as keyof typeof SETTINGS].def && name !== 'ALLOWED_ORIGINS',
      ]);
    }
  });
});
