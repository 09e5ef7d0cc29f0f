import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { makeFolder } from '../auth/folder.ts';
import { AUDIENCE, claims, ISSUER } from '../auth/issuer.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { type Answer, KEYS, startGateway } from '../kit/gateway.ts';
import { running } from '../kit/watching.ts';

const SECRET = 'a secret that both sides have, of some length';
const ACCOUNTS = ['default', 'the second'] as const;

const signFor = (account: string, sub: string) =>
  new SignJWT(claims({ account, sub })).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(SECRET));

/** The answers of one query for each account: by the list, by the project itself, by several at once. */
const QUERIES = [
  '{ dubbingProjects { totalCount nodes { name } } }',
  '{ dubbingProject(id: "1") { name } }',
  '{ dubbingProject(id: "1") { name output { videoUrl } } }',
  '{ nodes(ids: ["DubbingProject:1", "DubbingProject:2"]) { ... on DubbingProject { name } } }',
  'query ($id: ID!) { node(id: $id) { ... on DubbingProject { name } } balance { minutes } }',
];

describe('a thousand clients of two accounts', () => {
  it.for(['0', '60000'])('are each told of their own account only, with a memory of %s ms', async (READ_MAX_AGE_MS) => {
    await using folder = await makeFolder();
    const env = {
      AUTH_MODE: 'jwt',
      JWT_SECRET: SECRET,
      JWT_ISSUER: ISSUER,
      JWT_AUDIENCE: AUDIENCE,
      ACCOUNTS_FILE: await folder.write('accounts.json', { [ACCOUNTS[1]]: KEYS[1] }),
      LOG_LEVEL: 'silent',
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      READ_MAX_AGE_MS,
    };
    await using gateway = await startGateway({ env, sandbox: { populate: false } });
    for (const [index, name] of ACCOUNTS.entries()) {
      const account = gateway.sandbox.account(KEYS[index]);
      account.balanceMinutes = index;
      for (const id of ['1', '2']) account.putDubbingProject({ id, name: `Of ${name}`, work: running() });
    }
    const ask = async (client: number): Promise<void> => {
      const [account, other] = client % 3 === 0 ? ACCOUNTS : ACCOUNTS.toReversed();
      const key = await signFor(account!, `client ${client}`);
      const query = QUERIES[client % QUERIES.length]!;
      const { text, errors } = await gateway.ask(query, { key, variables: { id: 'DubbingProject:1' } });
      expect(errors).toEqual([]);
      expect(text).toContain(`"Of ${account}"`);
      expect(text).not.toContain(`Of ${other}`);
      if (text.includes('minutes')) expect(text).toContain(`"minutes":${ACCOUNTS.indexOf(account!)}`);
    };
    for (let begun = 0; begun < 1000; begun += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => ask(begun + index)));
    }
  });
});

describe('what one account has made', () => {
  it('is not changed by another that knows its id', async () => {
    const [one, two] = [makeToken('one', ['read', 'write']), makeToken('two', ['read', 'write'], 'two')];
    await using gateway = await startTokensGateway([one, two], { sandbox: { populate: false } });
    gateway.sandbox.account(KEYS[0]).putDubbingProject({ id: '1', name: 'Mine' });
    const remove = (key: string) =>
      gateway.ask('mutation { deleteDubbingProject(id: "1") { __typename } }', { key }).then(({ data }) => data);
    expect(await remove(two.token)).not.toEqual({ deleteDubbingProject: { __typename: 'DeletePayload' } });
    const { data } = await gateway.ask('{ dubbingProject(id: "1") { name } }', { key: one.token });
    expect(data).toEqual({ dubbingProject: { name: 'Mine' } });
    expect(await remove(one.token)).toEqual({ deleteDubbingProject: { __typename: 'DeletePayload' } });
  });

  it('is told by the address of an audio to whoever has that, and nobody can guess one', async () => {
    const web = makeToken('web', ['write']);
    await using gateway = await startTokensGateway([web]);
    const form = new FormData();
    const query = `mutation ($files: [File!]!) {
      synthesizeSpeech(input: { text: "Hello.", language: "en-US", referenceAudio: $files }) {
        ... on SynthesizeSpeechPayload { audio { url } }
      }
    }`;
    form.set('operations', JSON.stringify({ query, variables: { files: [null] } }));
    form.set('map', JSON.stringify({ 0: ['variables.files.0'] }));
    form.set('0', new Blob(['RIFF\0\0\0\0WAVEfmt ']), 'voice.wav');
    const response = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'graphql-require-preflight': '1', authorization: `Bearer ${web.token}` },
      body: form,
    });
    const answer = (await response.json()) as Answer;
    expect(answer).toEqual({ data: { synthesizeSpeech: { audio: { url: expect.any(String) } } } });
    const { url } = answer.data.synthesizeSpeech.audio;
    expect((await fetch(url)).status).toBe(200);
    const [, token = ''] = /\/audio\/([^.]+)/.exec(url) ?? [];
    expect(Buffer.from(token, 'base64url').length).toBeGreaterThanOrEqual(16);
    expect((await fetch(url.replace(token, token.split('').toReversed().join('')))).status).toBe(404);
  });
});
