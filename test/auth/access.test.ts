import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig, secretsOf } from '../../src/config/index.ts';

const SERVICE = { DUBBING_API_URL: 'https://api.example.com', STUDIO_API_URL: 'https://studio.example.com' };
const TOKENS = { ...SERVICE, DUBBING_API_KEY: 'the-key', AUTH_MODE: 'tokens', AUTH_TOKENS_FILE: 'tokens.json' };
const JWT = {
  ...SERVICE,
  DUBBING_API_KEY: 'the-key',
  AUTH_MODE: 'jwt',
  JWT_SECRET: 's'.repeat(32),
  JWT_ISSUER: 'https://issuer.example.com',
  JWT_AUDIENCE: 'dubbing',
};
const HASH = 'a'.repeat(64);
const OTHER_HASH = 'b'.repeat(64);

/** The files of a configuration; any other file cannot be read. */
const reader = (files: Readonly<Record<string, unknown>>) => (path: string) => {
  const content = files[path];
  if (content === undefined) throw Object.assign(new Error('no such file, open secret'), { code: 'ENOENT' });
  return typeof content === 'string' ? content : JSON.stringify(content);
};

function faultsOf(env: Record<string, string>, files: Readonly<Record<string, unknown>> = {}): readonly string[] {
  try {
    readConfig(env, reader(files));
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
  return [];
}

const without = (env: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)));

describe('accounts', () => {
  it('are the service’s key, by the name “default”, and those of the file', () => {
    const env = { ...TOKENS, ACCOUNTS_FILE: 'accounts.json' };
    const files = { 'accounts.json': { web: 'key-1', 'Les films, 2': 'key-2' }, 'tokens.json': [] };
    expect(readConfig(env, reader(files)).accounts).toEqual([
      { name: 'default', key: 'the-key' },
      { name: 'web', key: 'key-1' },
      { name: 'Les films, 2', key: 'key-2' },
    ]);
    expect(
      readConfig({ ACCOUNTS_FILE: 'a', AUTH_MODE: 'open' }, reader({ a: '{"__proto__": "key"}' })).accounts,
    ).toEqual([{ name: '__proto__', key: 'key' }]);
  });

  it('may be the file’s alone', () => {
    const env = { ...without(TOKENS, 'DUBBING_API_KEY'), ACCOUNTS_FILE: 'a' };
    expect(faultsOf(env, { a: { web: 'key-1' }, 'tokens.json': [] })).toEqual([]);
    expect(faultsOf({ ...env, AUTH_MODE: 'open' }, { a: { default: 'key-1' } })).toEqual([]);
    expect(faultsOf({ ...env, AUTH_MODE: 'open' }, { a: { web: 'key-1' } })).toEqual([
      expect.stringMatching(/^DUBBING_API_KEY must be set for AUTH_MODE=open/),
    ]);
  });

  it('are refused with all that is wrong with them, and no key is ever shown', () => {
    const env = { ...TOKENS, ACCOUNTS_FILE: 'a' };
    const accounts = {
      'sk-secret\tat the wrong place': 'default',
      'no-text': 7,
      empty: '',
      broken: 'secret\nx',
      default: 'sk-secret',
      copy: 'the-key',
      one: 'sk-secret-1',
      two: 'sk-secret-1',
    };
    const faults = faultsOf(env, { a: accounts, 'tokens.json': [] });
    expect(faults).toEqual([
      'ACCOUNTS_FILE account 1 must have a name of 1 to 64 characters without control characters.',
      expect.stringMatching(/^ACCOUNTS_FILE account 2 must have a key of visible ASCII/),
      expect.stringMatching(/^ACCOUNTS_FILE account 3 must have a key of visible ASCII/),
      expect.stringMatching(/^ACCOUNTS_FILE account 4 must have a key of visible ASCII/),
      'ACCOUNTS_FILE account 5 has the name "default", which is reserved for DUBBING_API_KEY.',
      'ACCOUNTS_FILE account 6 has the same key as DUBBING_API_KEY.',
      'ACCOUNTS_FILE account 8 has the same key as another account.',
    ]);
    expect(faults.join()).not.toMatch(/secret|the-key/);
  });

  it.for(['', 'sk-secret', '[]', 'null', '"sk-secret"', '{"a": "sk-secret"'])('are no accounts in %j', (text) => {
    const faults = faultsOf({ ...TOKENS, ACCOUNTS_FILE: 'a' }, { a: text, 'tokens.json': [] });
    expect(faults).toEqual(['ACCOUNTS_FILE must contain a JSON object, {"name": "key"}.']);
  });

  it('are in a file that can be read; what that lacks is not told twice', () => {
    const env = { ...without(TOKENS, 'DUBBING_API_KEY'), ACCOUNTS_FILE: 'not/there' };
    expect(faultsOf(env, { 'tokens.json': [{ name: 'a', sha256: HASH, scopes: ['read'], account: 'web' }] })).toEqual([
      'ACCOUNTS_FILE is "not/there", which cannot be read (ENOENT).',
    ]);
    expect(faultsOf({ ...env, AUTH_MODE: 'open' })).toHaveLength(1);
  });

  it.for(['tokens', 'jwt'])('are needed with a real service and AUTH_MODE=%s, and there without one', (mode) => {
    const env = without({ ...TOKENS, ...JWT, AUTH_MODE: mode }, 'DUBBING_API_KEY');
    const files = { 'tokens.json': [{ name: 'a', sha256: HASH, scopes: ['read'] }] };
    expect(faultsOf(env, files)).toEqual([expect.stringMatching(/^DUBBING_API_KEY or ACCOUNTS_FILE must be set/)]);
    expect(faultsOf(without(env, ...Object.keys(SERVICE)), files)).toEqual([]);
  });
});

describe('the file of tokens', () => {
  it('is taken as it should be', () => {
    const files = {
      'tokens.json': [
        { name: 'web', sha256: HASH.toUpperCase(), scopes: ['read', 'write'] },
        { name: 'The TV at home', sha256: OTHER_HASH, scopes: ['read'], account: 'default' },
      ],
    };
    expect(readConfig(TOKENS, reader(files)).auth).toEqual({ mode: 'tokens', file: 'tokens.json' });
  });

  it('is refused with all that is wrong with it, each at its path, and nothing of it is ever shown', () => {
    const tokens = [
      null,
      {},
      { name: 'a\nb', sha256: 'sk-secret', scopes: [], account: 'sk-secret' },
      { name: 'web', sha256: HASH, scopes: ['read', 'sk-secret'], acount: 'web' },
      { name: 'tv', sha256: HASH, scopes: ['read'] },
      { name: 'tv', sha256: HASH.toUpperCase(), scopes: 'read' },
      { name: 'tv', sha256: HASH, scopes: ['write'], account: 'sk-secret' },
    ];
    const faults = faultsOf(TOKENS, { 'tokens.json': tokens });
    expect(faults.map((fault) => fault.replace(/^AUTH_TOKENS_FILE /, ''))).toEqual([
      '[0] must be an object.',
      expect.stringMatching(/^\[1\]\.name must be a text of 1 to 64/),
      expect.stringMatching(/^\[1\]\.sha256 must be the SHA-256 of the token/),
      '[1].scopes must be a list.',
      expect.stringMatching(/^\[2\]\.name must be/),
      expect.stringMatching(/^\[2\]\.sha256 must be/),
      '[2].scopes must have at least one scope.',
      '[3].scopes[1] must be one of read, write.',
      '[3] has an unknown member.',
      '[5].scopes must be a list.',
      '[6].name is the same as in [4].',
      '[6].sha256 is the same as in [4].',
      '[6].account is not one of the accounts (if omitted, it is "default").',
    ]);
    expect(faults.join()).not.toMatch(/secret|aaaa/i);
  });

  it.for(['', 'sk-secret', '{}', '{"name": "a"}', '[{]'])('holds no tokens in %j', (text) => {
    expect(faultsOf(TOKENS, { 'tokens.json': text })).toEqual(['AUTH_TOKENS_FILE must contain a JSON list of tokens.']);
  });

  it('is there, and can be read', () => {
    expect(faultsOf(TOKENS)).toEqual(['AUTH_TOKENS_FILE is "tokens.json", which cannot be read (ENOENT).']);
    expect(faultsOf(without(TOKENS, 'AUTH_TOKENS_FILE'))).toEqual([
      'AUTH_TOKENS_FILE must be set for AUTH_MODE=tokens.',
    ]);
  });

  it('needs an account for those who name none', () => {
    const env = { ...without(TOKENS, 'DUBBING_API_KEY'), ACCOUNTS_FILE: 'a' };
    const files = { a: { web: 'key-1' }, 'tokens.json': [{ name: 'a', sha256: HASH, scopes: ['read'] }] };
    expect(faultsOf(env, files)).toEqual([
      expect.stringMatching(/^AUTH_TOKENS_FILE \[0\]\.account is not one of the accounts/),
    ]);
  });
});

describe('signed tokens', () => {
  it('are signed with a secret, or with what stands at an address', () => {
    const { JWT_ISSUER: issuer, JWT_AUDIENCE: audience, JWT_SECRET: secret } = JWT;
    expect(readConfig(JWT).auth).toEqual({ mode: 'jwt', keys: { secret }, issuer, audience });
    const jwksUrl = 'https://issuer.example.com/keys?p=1';
    const env = { ...without(JWT, 'JWT_SECRET'), JWT_JWKS_URL: jwksUrl };
    expect(readConfig(env).auth).toEqual({ mode: 'jwt', keys: { jwksUrl }, issuer, audience });
  });

  it('are not signed with both, nor with neither', () => {
    const expected = [
      expect.stringMatching(/^Either JWT_JWKS_URL or JWT_SECRET must be set for AUTH_MODE=jwt, not both/),
    ];
    expect(faultsOf({ ...JWT, JWT_JWKS_URL: 'https://issuer.example.com/keys' })).toEqual(expected);
    expect(faultsOf(without(JWT, 'JWT_SECRET'))).toEqual(expected);
  });

  it('are of an issuer, for an audience', () => {
    expect(faultsOf(without(JWT, 'JWT_ISSUER', 'JWT_AUDIENCE'))).toEqual([
      'JWT_ISSUER must be set for AUTH_MODE=jwt.',
      'JWT_AUDIENCE must be set for AUTH_MODE=jwt.',
    ]);
  });

  it('are not signed with a secret that can be guessed', () => {
    const faults = faultsOf({ ...JWT, JWT_SECRET: 'sk-secret'.padEnd(31, 'x') });
    expect(faults).toEqual(['JWT_SECRET must have at least 32 bytes.']);
    expect(faultsOf({ ...JWT, JWT_SECRET: 'ü'.repeat(16) })).toEqual([]);
  });

  it.for([
    'http://issuer.example.com/keys',
    'http://10.0.0.1/keys',
    'https://user:pass@issuer.example.com/keys',
    'https://issuer.example.com/keys#x',
    'ftp://localhost/keys',
    'issuer.example.com/keys',
    'https://',
  ])('are not signed with what comes from %s', (JWT_JWKS_URL) => {
    const env = { ...without(JWT, 'JWT_SECRET'), JWT_JWKS_URL };
    expect(faultsOf(env)).toEqual([expect.stringMatching(/^JWT_JWKS_URL must be an https address/)]);
  });

  it.for(['http://127.0.0.1:9000/keys', 'http://localhost/keys', 'http://[::1]/keys'])(
    'may be signed with what comes from this machine: %s',
    (JWT_JWKS_URL) => expect(faultsOf({ ...without(JWT, 'JWT_SECRET'), JWT_JWKS_URL })).toEqual([]),
  );
});

describe('the mode', () => {
  it('is not forgotten where something is set that only counts with one', () => {
    const { JWT_SECRET } = JWT;
    expect(faultsOf({ JWT_SECRET, AUTH_TOKENS_FILE: 't' })).toEqual([
      'AUTH_MODE must be set: without it the sandbox is open, and nothing comes of AUTH_TOKENS_FILE, JWT_SECRET.',
    ]);
    expect(faultsOf({ JWT_SECRET, AUTH_MODE: 'open' })).toEqual([]);
  });

  it('tells what it lacks beside all other faults', () => {
    const faults = faultsOf(
      { ...without(JWT, 'JWT_ISSUER'), PORT: 'x', ACCOUNTS_FILE: 'a', JWT_SECRET: 'short' },
      { a: '' },
    );
    expect(faults.map((fault) => fault.split(' ', 1)[0])).toEqual([
      'PORT',
      'JWT_SECRET',
      'ACCOUNTS_FILE',
      'JWT_ISSUER',
    ]);
  });
});

describe('the secrets of a configuration', () => {
  it('are all keys, and the secret that tokens are signed with', () => {
    const env = { ...JWT, ACCOUNTS_FILE: 'a' };
    expect(secretsOf(readConfig(env, reader({ a: { web: 'key-1' } })))).toEqual(['the-key', 'key-1', 's'.repeat(32)]);
    expect(secretsOf(readConfig({}))).toEqual([]);
  });
});
