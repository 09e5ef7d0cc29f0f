import { createPublicKey, type JsonWebKey } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { SignJWT, UnsecuredJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../auth/folder.ts';
import {
  AUDIENCE,
  claims,
  ISSUER,
  inSeconds,
  type KeysAddress,
  makeKey,
  type SigningKey,
  sign,
  startKeysAddress,
} from '../auth/issuer.ts';
import { type GraphAnswer, KEYS, startGateway, type TestGateway, type TestGatewayOptions } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';

/** Long enough for any algorithm that takes one. */
const SECRET = 'a secret that both sides have, long enough for HS512 and its sixty-four bytes';
const BALANCE = '{ balance { minutes } }';

const settings = { AUTH_MODE: 'jwt', JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE };
const trusting = (address: KeysAddress, options: Pick<TestGatewayOptions, 'clock'> = {}) =>
  startGateway({ ...options, env: { ...settings, JWT_JWKS_URL: address.url } });
const trustingSecret = (options: Pick<TestGatewayOptions, 'clock'> = {}) =>
  startGateway({ ...options, env: { ...settings, JWT_SECRET: SECRET } });

const signWithSecret = (own?: Readonly<Record<string, unknown>>, secret = SECRET, alg = 'HS256') =>
  new SignJWT(claims(own)).setProtectedHeader({ alg }).sign(Buffer.from(secret));

const ask = (gateway: TestGateway, token: string) => gateway.ask(BALANCE, { key: token });

/** A token that is not accepted, for whatever reason; nothing of the reason is told. */
function expectRefused(answer: GraphAnswer, message = 'The token is not accepted.'): void {
  expect(answer.errors).toMatchObject([{ message, extensions: { code: 'UNAUTHENTICATED' } }]);
  expect(answer.data).toBeUndefined();
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
}

const expectAccepted = ({ errors, data }: GraphAnswer) =>
  expect({ errors, data }).toEqual({ errors: [], data: { balance: { minutes: expect.any(Number) } } });

describe('a token signed by the issuer', () => {
  it.for(['RS256', 'ES256', 'EdDSA'])('is accepted with %s', async (algorithm) => {
    const key = await makeKey(algorithm, 'one');
    await using address = await startKeysAddress(await makeKey('RS256', 'other'), key);
    await using gateway = await trusting(address);
    for (let round = 0; round < 3; round += 1) expectAccepted(await ask(gateway, await sign(key)));
    expect(address.asked).toBe(1);
  });

  it('is accepted with HS256 and the secret', async () => {
    await using gateway = await trustingSecret();
    expectAccepted(await ask(gateway, await signWithSecret()));
    expectRefused(await ask(gateway, await signWithSecret({}, SECRET.replace('both', 'some'))));
    for (const algorithm of ['HS384', 'HS512']) {
      expectRefused(await ask(gateway, await signWithSecret({}, SECRET, algorithm)));
    }
  });

  it.for<[string, Record<string, unknown>]>([
    ['of another issuer', { iss: 'https://other.example.com' }],
    ['of nobody', { iss: undefined }],
    ['for another audience', { aud: 'other' }],
    ['for other audiences', { aud: ['other', `${AUDIENCE}2`] }],
    ['for no audience', { aud: undefined }],
    ['that never ends', { exp: undefined }],
    ['that ends at no time', { exp: 'tomorrow' }],
    ['that is not good yet', { nbf: inSeconds(60) }],
  ])('is refused if it is one %s', async ([, own]) => {
    await using gateway = await trustingSecret();
    expectRefused(await ask(gateway, await signWithSecret(own)));
  });

  it('is accepted for several audiences, of which this is one, and from a clock that is a little ahead', async () => {
    await using gateway = await trustingSecret();
    expectAccepted(await ask(gateway, await signWithSecret({ aud: ['other', AUDIENCE], nbf: inSeconds(3) })));
  });

  it('is told to have expired, and only that', async () => {
    await using gateway = await trustingSecret();
    expectRefused(await ask(gateway, await signWithSecret({ exp: inSeconds(-1) })), 'The token has expired.');
    expectRefused(await ask(gateway, await signWithSecret({ exp: inSeconds(-3600) })), 'The token has expired.');
    // Whether it has is nobody's business who did not sign it.
    expectRefused(await ask(gateway, await signWithSecret({ exp: inSeconds(-1) }, `${SECRET}!`)));
  });

  it('is accepted to its end and not a moment longer, though it is known by then', async () => {
    const clock = createHandClock(Date.now());
    await using gateway = await trustingSecret({ clock });
    const exp = inSeconds(60);
    const token = await signWithSecret({ exp });
    expectAccepted(await ask(gateway, token));
    clock.advance(exp * 1000 - 1 - clock.now());
    expectAccepted(await ask(gateway, token));
    clock.advance(1);
    expectRefused(await ask(gateway, token), 'The token has expired.');
  });
});

describe('a token that nobody signed', () => {
  it('is refused, also with the algorithm “none”', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    for (const gateway of [await trusting(address), await trustingSecret()]) {
      await using _gateway = gateway;
      const unsigned = new UnsecuredJWT(claims()).encode();
      const [, payload] = unsigned.split('.');
      const header = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const forged = ['none', 'None', 'NONE', ''].map((alg) => `${header({ alg })}.${payload}.`);
      for (const token of [unsigned, ...forged, 'x', 'a.b.c', '..', `${header({})}.${payload}.AAAA`]) {
        expectRefused(await ask(gateway, token));
      }
    }
  });

  it('is refused if the issuer’s public key was taken for a secret', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    await using gateway = await trusting(address);
    const publicKey = createPublicKey({ key: key.jwk as JsonWebKey, format: 'jwk' });
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(key.jwk),
    ];
    for (const secret of secrets) {
      const header = { alg: 'HS256', kid: 'one' };
      expectRefused(
        await ask(gateway, await new SignJWT(claims()).setProtectedHeader(header).sign(Buffer.from(secret))),
      );
    }
  });

  it('is refused if somebody else signed it with a key of the same name', async () => {
    await using address = await startKeysAddress(await makeKey('RS256', 'one'));
    await using gateway = await trusting(address);
    for (const algorithm of ['RS256', 'ES256', 'EdDSA']) {
      expectRefused(await ask(gateway, await sign(await makeKey(algorithm, 'one'))));
    }
  });

  it('is refused if the issuer signed it by an algorithm that is not used, with a key of its own', async () => {
    const keys = await Promise.all(['PS256', 'RS512', 'ES384'].map((algorithm) => makeKey(algorithm, algorithm)));
    await using address = await startKeysAddress(...keys);
    await using gateway = await trusting(address);
    for (const key of keys) expectRefused(await ask(gateway, await sign(key)));
  });

  it('is refused if it brings its own key', async () => {
    const key = await makeKey('ES256');
    await using address = await startKeysAddress(await makeKey('ES256', 'one'));
    await using gateway = await trusting(address);
    const header = { alg: 'ES256', jwk: key.jwk, jku: 'http://127.0.0.1:1/keys' };
    expectRefused(await ask(gateway, await new SignJWT(claims()).setProtectedHeader(header).sign(key.privateKey)));
  });
});

describe('the keys of the issuer', () => {
  it('may have no names, several of them', async () => {
    const keys = [await makeKey('RS256'), await makeKey('RS256'), await makeKey('RS256')];
    await using address = await startKeysAddress(...keys);
    await using gateway = await trusting(address);
    for (const key of keys) expectAccepted(await ask(gateway, await sign(key)));
    expectRefused(await ask(gateway, await sign(await makeKey('RS256'))));
  });

  it('are looked up anew for a key that is not there, and not for each', async () => {
    const [before, after] = [await makeKey('RS256', 'before'), await makeKey('ES256', 'after')];
    await using address = await startKeysAddress(before);
    await using gateway = await trusting(address);
    expectAccepted(await ask(gateway, await sign(before)));
    address.publish(after, before);
    expectAccepted(await ask(gateway, await sign(after)));
    expectAccepted(await ask(gateway, await sign(before)));
    const stranger = await makeKey('RS256', 'stranger');
    for (let i = 0; i < 20; i += 1) expectRefused(await ask(gateway, await sign(stranger, {}, `stranger-${i}`)));
    expect(address.asked).toBe(2);
  });

  it('that were withdrawn count no more, also for a token that was known', async () => {
    const [before, after] = [await makeKey('RS256', 'before'), await makeKey('RS256', 'after')];
    await using address = await startKeysAddress(before);
    await using gateway = await trusting(address);
    const token = await sign(before);
    expectAccepted(await ask(gateway, token));
    address.publish(after);
    expectAccepted(await ask(gateway, await sign(after)));
    expectRefused(await ask(gateway, token));
  });

  it('go on when their address is out of order; a new one is not accepted then, and costs no stack in the log', async () => {
    const [before, after] = [await makeKey('RS256', 'before'), await makeKey('RS256', 'after')];
    await using address = await startKeysAddress(before);
    await using gateway = await trusting(address);
    expectAccepted(await ask(gateway, await sign(before)));
    await address.close();
    expectAccepted(await ask(gateway, await sign(before)));
    for (const kid of ['after', 'another', 'a third']) expectRefused(await ask(gateway, await sign(after, {}, kid)));
    expectAccepted(await ask(gateway, await sign(before, { sub: 'somebody else' })));
    expect(gateway.logLines.filter(({ level }) => level === 'error' || level === 'warn')).toHaveLength(1);
  });

  it('that are not there cost no stack for each token', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    await address.close();
    await using gateway = await trusting(address);
    for (const sub of ['a', 'b']) expectUnavailable(await ask(gateway, await sign(key, { sub })));
    const failed = gateway.logLines.filter(({ msg }) => msg === 'operation failed');
    expect(failed).toHaveLength(2);
    for (const { err } of failed) expect([err.name, err.stack]).toEqual(['KeysUnavailableError', undefined]);
  });

  it('may begin with a byte order mark', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    address.answer((_, response) => response.end(`\ufeff${JSON.stringify({ keys: [key.jwk] })}`));
    await using gateway = await trusting(address);
    expectAccepted(await ask(gateway, await sign(key)));
  });

  it.for([
    [
      'compressed',
      (keys: string, response: ServerResponse) => response.setHeader('content-encoding', 'gzip').end(gzipSync(keys)),
    ],
    ['changed by a proxy', (keys: string, response: ServerResponse) => response.writeHead(203).end(keys)],
  ] as const)('may come %s', async ([, answer]) => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    address.answer((_, response) => answer(JSON.stringify({ keys: [key.jwk] }), response));
    await using gateway = await trusting(address);
    expectAccepted(await ask(gateway, await sign(key)));
  });

  it('are no reason not to start, and are there as soon as their address is', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    await address.close();
    const clock = createHandClock(Date.now());
    await using gateway = await trusting(address, { clock });
    const token = await sign(key);
    expectUnavailable(await ask(gateway, token));
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ level: 'error', msg: 'refresh of signing keys failed' }),
    );
    await address.open();
    clock.advance(1_000);
    expectAccepted(await ask(gateway, token));
  });

  it('are asked for once at a time, and not again and again', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    address.answer((_request, response) => response.writeHead(503).end());
    const clock = createHandClock(Date.now());
    await using gateway = await trusting(address, { clock });
    const token = await sign(key);
    // One at the start, and one a second.
    for (let seconds = 0; seconds < 3; seconds += 1) {
      for (let round = 0; round < 5; round += 1) {
        for (const answer of await Promise.all([ask(gateway, token), ask(gateway, token)])) expectUnavailable(answer);
      }
      expect(address.asked).toBeLessThanOrEqual(1 + seconds);
      clock.advance(1_000);
    }
    expect(address.asked).toBeGreaterThan(1);
  });

  it.for<[string, (address: KeysAddress, elsewhere: KeysAddress, key: SigningKey) => void]>([
    [
      'redirects',
      (address, elsewhere) =>
        address.answer((_, response) => response.writeHead(302, { location: elsewhere.url }).end()),
    ],
    ['tells something else', (address) => address.answer((_, response) => response.end('<html>'))],
    ['tells no keys', (address) => address.answer((_, response) => response.end('{"keys": 7}'))],
    ['fails', (address) => address.answer((_, response) => response.writeHead(500).end('{"keys": []}'))],
    ['breaks off', (address) => address.answer((_, response) => response.write('{', () => response.destroy()))],
    [
      'tells more than any issuer has to tell',
      (address, _elsewhere, { jwk }) =>
        address.answer((_, response) => response.end(JSON.stringify({ keys: [jwk] }) + ' '.repeat(256 * 1024))),
    ],
    [
      'tells little that becomes much',
      (address) =>
        address.answer((_, response) =>
          response.setHeader('content-encoding', 'gzip').end(gzipSync(' '.repeat(32 * 1024 * 1024))),
        ),
    ],
    [
      'tells without end',
      (address) =>
        address.answer((_, response) => {
          const more = (): void => void (response.writable && response.write(' '.repeat(65_536), more));
          more();
        }),
    ],
  ])('are not taken from an address that %s', async ([, misbehave]) => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress();
    await using elsewhere = await startKeysAddress(key);
    misbehave(address, elsewhere, key);
    await using gateway = await trusting(address);
    expectUnavailable(await ask(gateway, await sign(key)));
    expect(elsewhere.asked).toBe(0);
  });

  it('are not waited for longer than some seconds', async () => {
    const key = await makeKey('RS256', 'one');
    await using address = await startKeysAddress(key);
    address.answer(() => undefined);
    const clock = createHandClock(Date.now());
    await using gateway = await trusting(address, { clock });
    const answer = ask(gateway, await sign(key));
    await expect.poll(() => gateway.logLines.length + address.asked).toBeGreaterThan(0);
    clock.advance(5_000);
    expectUnavailable(await answer);
  });
});

function expectUnavailable({ status, errors, data }: GraphAnswer): void {
  expect(errors).toMatchObject([
    {
      message: 'The signing keys for tokens cannot be fetched at the moment. Try again later.',
      extensions: { code: 'UPSTREAM_UNAVAILABLE', requestId: expect.any(String) },
    },
  ]);
  expect(data).toBeUndefined();
  expect(status).toBe(503);
}

describe('the account of a token', () => {
  it('is what it says, or the one without a name; another is forbidden', async () => {
    await using folder = await makeFolder();
    const env = { ...settings, JWT_SECRET: SECRET, ACCOUNTS_FILE: await folder.write('accounts', { two: KEYS[1] }) };
    await using gateway = await startGateway({ env });
    const query = '{ dubbingProjects(first: 1) { nodes { name } } balance { minutes } }';
    gateway.sandbox.account(KEYS[1]).putDubbingProject({ id: '9', name: 'Of two', createdAt: Date.now() + 60_000 });
    const nameFor = async (account?: unknown) => {
      const answer = await gateway.ask(query, { key: await signWithSecret({ account }) });
      expect(answer.errors).toEqual([]);
      return answer.data.dubbingProjects.nodes[0].name;
    };
    expect(await nameFor('two')).toBe('Of two');
    expect(await nameFor('default')).not.toBe('Of two');
    expect(await nameFor()).toBe(await nameFor('default'));
    expect(await nameFor(null)).toBe(await nameFor('default'));
    for (const account of ['three', '', 'toString', '__proto__', 2, ['two'], KEYS[1]]) {
      const { status, errors } = await ask(gateway, await signWithSecret({ account }));
      expect(errors).toMatchObject([
        {
          message: 'The token is for an account that this gateway does not have.',
          extensions: { code: 'FORBIDDEN' },
        },
      ]);
      expect(status).toBe(403);
    }
  });
});

describe('who has no token', () => {
  it('is told what is needed', async () => {
    await using gateway = await trustingSecret();
    const message = 'This gateway needs a token of its issuer (a JWT), as `Authorization: Bearer <token>`.';
    expectRefused(await gateway.ask(BALANCE), message);
    for (const authorization of ['', 'Bearer', 'Bearer ', 'Basic dTpw', 'Bearer a b']) {
      expectRefused(await gateway.ask(BALANCE, { headers: { authorization } }), message);
    }
  });

  it.for(['jwt', 'tokens', 'passthrough'])(
    'is told that a token is too long, which no token of anybody is (%s)',
    async (mode) => {
      await using folder = await makeFolder();
      const tokens = await folder.write('tokens', [{ name: 'web', sha256: '0'.repeat(64), scopes: ['read'] }]);
      const env = { ...settings, AUTH_MODE: mode, JWT_SECRET: SECRET, AUTH_TOKENS_FILE: tokens };
      await using gateway = await startGateway({ env });
      const authorization = `Bearer ${'x'.repeat(12_000)}`;
      const answer = await gateway.ask(BALANCE, { headers: { authorization } });
      expectRefused(answer, 'The token is too long: it may have 8192 characters.');
    },
  );

  it('cannot ask about the graph either', async () => {
    await using gateway = await trustingSecret();
    expect((await gateway.ask('{ __schema { queryType { name } } }')).status).toBe(401);
    expect((await fetch(`${gateway.url}/graphql?query={__typename}`)).status).toBe(401);
  });
});

describe('the log', () => {
  it('has no token and no secret, and tells whoever runs the gateway why one is not accepted', async () => {
    await using gateway = await trustingSecret();
    const tokens = [
      await signWithSecret(),
      await signWithSecret({ iss: 'https://other.example.com' }),
      await signWithSecret({}, `${SECRET}!`),
      'no-token-at-all',
    ];
    for (const token of tokens) await ask(gateway, token);
    const text = JSON.stringify(gateway.logLines);
    for (const token of tokens) for (const part of [token, ...token.split('.')]) expect(text).not.toContain(part);
    expect(text).not.toContain(SECRET);
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({
        level: 'debug',
        msg: 'token rejected',
        err: expect.objectContaining({
          code: 'ERR_JWT_CLAIM_VALIDATION_FAILED',
          message: 'unexpected "iss" claim value',
        }),
      }),
    );
  });
});
