import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/index.ts';
import { createLog } from '../../src/observability/log.ts';
import { eventually } from '../auth/eventually.ts';
import { makeFolder } from '../auth/folder.ts';
import { makeToken, startTokensGateway, type TokensGateway } from '../auth/tokens-gateway.ts';
import type { GraphAnswer } from '../kit/gateway.ts';

const BALANCE = '{ balance { minutes } }';
const CREATE = 'mutation { deleteStudioProject(id: "nothing") { __typename } }';

function expectRefused(answer: GraphAnswer, message = 'The token is not accepted.'): void {
  expect(answer.errors).toMatchObject([{ message, extensions: { code: 'UNAUTHENTICATED' } }]);
  expect(answer.data).toBeUndefined();
  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toBe('Bearer');
}

const ask = (gateway: TokensGateway, { token }: { readonly token: string }) => gateway.ask(BALANCE, { key: token });

/** Waits until a token is accepted, or until it is not. */
const untilStatus = (gateway: TokensGateway, token: { readonly token: string }, wanted: number) =>
  eventually(
    () => ask(gateway, token),
    ({ status }) => status === wanted,
  );

describe('a token of the gateway’s own', () => {
  it('is accepted if its hash is in the file, in either case', async () => {
    const [web, tv] = [makeToken('web', ['read']), makeToken('tv', ['read'])];
    const shouting = { ...tv, entry: { ...tv.entry, sha256: tv.entry.sha256.toUpperCase() } };
    await using gateway = await startTokensGateway([web, shouting]);
    for (const token of [web, tv]) expect((await ask(gateway, token)).errors).toEqual([]);
  });

  it('is accepted however the scheme is written', async () => {
    const web = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([web]);
    for (const authorization of [`bearer ${web.token}`, `BEARER   ${web.token}  `]) {
      expect((await gateway.ask(BALANCE, { headers: { authorization } })).errors).toEqual([]);
    }
  });

  it('is refused if it is any other, such as one that is nearly right, its hash, or a key of the service', async () => {
    const web = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([web]);
    const { token } = web;
    for (const other of [
      token.slice(0, -1),
      `${token}x`,
      token.toUpperCase(),
      web.entry.sha256,
      'key-of-account-one',
    ]) {
      expectRefused(await ask(gateway, { token: other }));
    }
    expectRefused(
      await gateway.ask(BALANCE),
      'This gateway needs a token of its own, as `Authorization: Bearer <token>`.',
    );
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('reads and writes for the account that its entry names', async () => {
    const [one, two] = [makeToken('one', ['read', 'write']), makeToken('two', ['read', 'write'], 'two')];
    await using gateway = await startTokensGateway([one, two]);
    gateway.sandbox.account('key-of-account-two').balanceMinutes = 7;
    expect((await ask(gateway, two)).data).toEqual({ balance: { minutes: 7 } });
    expect((await ask(gateway, one)).data).not.toEqual({ balance: { minutes: 7 } });
    gateway.sandbox.clearRequests();
    await gateway.ask(CREATE, { key: two.token });
    await gateway.ask(CREATE, { key: one.token });
    expect(gateway.sandbox.requests.map(({ key }) => key)).toEqual(['key-of-account-two', 'key-of-account-one']);
  });

  it('stands in no log, nor does anything that was sent as one', async () => {
    const web = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([web]);
    await ask(gateway, web);
    await ask(gateway, { token: 'something-secret' });
    await gateway.ask(BALANCE, { headers: { authorization: 'Basic something-secret' } });
    const text = JSON.stringify(gateway.logLines);
    for (const secret of [web.token, web.entry.sha256, 'something-secret', 'key-of-account']) {
      expect(text).not.toContain(secret);
    }
  });
});

describe.concurrent('the file of tokens', () => {
  it('counts as it stands, a moment after it was changed', async () => {
    const [before, after] = [makeToken('before', ['read']), makeToken('after', ['read'])];
    await using gateway = await startTokensGateway([before]);
    expectRefused(await ask(gateway, after));
    await gateway.writeTokens([before.entry, after.entry]);
    expect((await untilStatus(gateway, after, 200)).errors).toEqual([]);
    expect((await ask(gateway, before)).errors).toEqual([]);
    await gateway.writeTokens([after.entry]);
    expectRefused(await untilStatus(gateway, before, 401));
    expect((await ask(gateway, after)).errors).toEqual([]);
    expect(gateway.logLines).toContainEqual(
      expect.objectContaining({ level: 'info', msg: 'token file reloaded', tokens: ['after'] }),
    );
  });

  it.for<[string, unknown]>([
    ['broken', '[{"name": "sk-secret'],
    ['faulty', [{ name: 'sk-secret\n', sha256: 'sk-secret', scopes: [] }]],
    ['of an account that there is not', [makeToken('web', ['read'], 'sk-secret').entry]],
  ])('goes on as it was when it has become one that is %s; the log tells why, and no secret', async ([, content]) => {
    const web = makeToken('web', ['read']);
    await using gateway = await startTokensGateway([web]);
    await gateway.writeTokens(content);
    const told = () => gateway.logLines.find(({ level }) => level === 'error');
    const line = await eventually(told, (found) => found !== undefined);
    expect(line).toMatchObject({
      msg: 'token file reload failed, keeping previous',
      err: { message: expect.stringMatching(/^AUTH_TOKENS_FILE is invalid: (must contain|\[0\]\.)/) },
    });
    expect(JSON.stringify(gateway.logLines)).not.toContain('sk-secret');
    expect((await ask(gateway, web)).errors).toEqual([]);
    const after = makeToken('after', ['read']);
    await gateway.writeTokens([after.entry]);
    expect((await untilStatus(gateway, after, 200)).errors).toEqual([]);
    expectRefused(await ask(gateway, web));
  });
});

describe('npm run token', () => {
  const run = (...flags: string[]) =>
    promisify(execFile)(process.execPath, ['src/auth/main.ts', ...flags]).then(
      ({ stdout }) => ({ stdout, stderr: '' }),
      (error: { stdout: string; stderr: string }) => error,
    );

  it('makes a new token and an entry that it is accepted by', async () => {
    const { stdout } = await run('--name', 'web', '--scopes', 'read,write', '--account', 'two');
    const [token = ''] = /^dgw_[\w-]{43}$/m.exec(stdout) ?? [];
    const entry = JSON.parse(/^\{.*\}$/m.exec(stdout)?.[0] ?? '');
    expect(entry).toEqual({ name: 'web', sha256: hash('sha256', token), scopes: ['read', 'write'], account: 'two' });
    await using gateway = await startTokensGateway([{ token, entry }]);
    expect((await ask(gateway, { token })).errors).toEqual([]);
    expect(makeToken('web', ['read']).token).not.toBe(makeToken('web', ['read']).token);
  });

  it('explains itself', async () => {
    const { stdout, stderr } = await run('--help');
    expect([stdout, stderr]).toEqual([expect.stringMatching(/^Usage: npm run token -- --name .*\n$/), '']);
  });

  it('tells all that is wrong with what was asked for, and makes none', async () => {
    const { stdout, stderr } = await run('--scopes', 'read,admin', '--account', '');
    expect(stdout).toBe('');
    for (const fault of [
      '--name must be',
      '--scopes must be one of read, write',
      '--account must be the name of an account',
      'Usage: npm run token -- --name',
    ]) {
      expect(stderr).toContain(fault);
    }
    expect((await run('--nam', 'web')).stderr).toContain("Unknown option '--nam'");
  });
});

describe('the sandbox', () => {
  it('can be tried with tokens, without any account, and knows the keys of those that are set', async () => {
    await using folder = await makeFolder();
    const [web, films] = [makeToken('web', ['read']), makeToken('films', ['read'], 'films')];
    const env = {
      PORT: '0',
      AUTH_MODE: 'tokens',
      AUTH_TOKENS_FILE: await folder.write('tokens', [web.entry, films.entry]),
      ACCOUNTS_FILE: await folder.write('accounts', { films: 'key-of-films' }),
    };
    await using app = await startApp(readConfig(env), { log: createLog({ level: 'silent' }) });
    for (const { token } of [web, films]) {
      const response = await fetch(`${app.url}/graphql?query=${BALANCE}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await response.json()).toEqual({ data: { balance: { minutes: expect.any(Number) } } });
    }
  });
});

describe('the quota of an account that several tokens share', () => {
  it('is not used up for all by one of them', async () => {
    const [wall, web] = [makeToken('wall', ['read']), makeToken('web', ['read'])];
    await using gateway = await startTokensGateway([wall, web], { env: { QUOTA_PER_MINUTE: '60' } });
    const aliases = Array.from({ length: 99 }, (_, number) => `a${number}: artifact(id: "x${number}") { id }`);
    const greedy = await gateway.ask(`{ ${aliases.join(' ')} }`, { key: wall.token });
    expect(greedy.errors).toHaveLength(59);
    expect(new Set(greedy.errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['RATE_LIMITED']));
    expect((await ask(gateway, web)).errors).toEqual([]);
  });
});
