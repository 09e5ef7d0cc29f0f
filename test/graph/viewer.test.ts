import { readdirSync, readFileSync } from 'node:fs';
import { NoDeprecatedCustomRule, parse, validate } from 'graphql';
import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { AUDIENCE, claims, ISSUER, inSeconds } from '../auth/issuer.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';

const VIEWER = '{ viewer { name account scopes expiresAt } }';

/** The caller, as it sees itself. It must have cost nothing. */
async function viewerOf(gateway: TestGateway, key?: string) {
  const { data, errors } = await gateway.ask(VIEWER, { ...(key !== undefined && { key }) });
  expect(errors).toEqual([]);
  expect(gateway.upstreamRequests()).toEqual([]);
  return data.viewer;
}

describe('viewer', () => {
  it('is null where nobody signs in, with a token or without', async () => {
    await using gateway = await startGateway();
    expect(await viewerOf(gateway)).toBeNull();
    expect(await viewerOf(gateway, 'whatever')).toBeNull();
  });

  it('has the name, the account and the scopes of a token of the gateway', async () => {
    const [reader, both] = [makeToken('reader', ['read']), makeToken('both', ['write', 'read'], 'two')];
    await using gateway = await startTokensGateway([reader, both]);
    expect(await viewerOf(gateway, reader.token)).toEqual({
      name: 'reader',
      account: 'default',
      scopes: ['read'],
      expiresAt: null,
    });
    expect(await viewerOf(gateway, both.token)).toEqual({
      name: 'both',
      account: 'two',
      scopes: ['read', 'write'],
      expiresAt: null,
    });
  });

  it('has the name and the end of a signed token, each time that of the token that asks', async () => {
    const secret = 'a secret that both sides have, long enough for any algorithm of the family that is used';
    const env = { AUTH_MODE: 'jwt', JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_SECRET: secret };
    await using gateway = await startGateway({ env });
    const tokens = [
      { exp: inSeconds(300), name: undefined, sub: 'user-7', shown: 'user-7' },
      { exp: inSeconds(300), name: 'Ada', sub: 'user-7', shown: 'Ada' },
      { exp: inSeconds(600), name: ['Ada'], sub: '', shown: null },
    ];
    for (const { shown, ...own } of tokens) {
      const signing = new SignJWT(claims(own)).setProtectedHeader({ alg: 'HS256' });
      expect(await viewerOf(gateway, await signing.sign(Buffer.from(secret)))).toEqual({
        name: shown,
        account: 'default',
        scopes: ['read', 'write'],
        expiresAt: new Date(own.exp * 1000).toISOString(),
      });
    }
  });

  it('says nothing of an API key but that it may do everything', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' } });
    expect(await viewerOf(gateway, KEYS[0])).toEqual({
      name: null,
      account: null,
      scopes: ['read', 'write'],
      expiresAt: null,
    });
  });
});

describe('VideoUpdate.progress', () => {
  it('is deprecated with a reason, and no example selects a deprecated field', async () => {
    const folder = new URL('../../schema/operations/', import.meta.url);
    const examples = readdirSync(folder).map((file) => parse(readFileSync(new URL(file, folder), 'utf8')));
    expect(examples.flatMap((document) => validate(schema, document, [NoDeprecatedCustomRule]))).toEqual([]);
    await using gateway = await startGateway();
    const { data } = await gateway.ask(
      '{ __type(name: "VideoUpdate") { fields(includeDeprecated: true) { name isDeprecated deprecationReason } } }',
    );
    const deprecated = data.__type.fields.filter((field: { isDeprecated: boolean }) => field.isDeprecated);
    expect(deprecated).toEqual([
      { name: 'progress', isDeprecated: true, deprecationReason: expect.stringContaining('video { progress }') },
    ]);
  });
});
