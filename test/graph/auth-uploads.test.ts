import { describe, expect, it } from 'vitest';
import { eventually } from '../auth/eventually.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { type Answer, KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { wavOf } from '../kit/speech.ts';
import { begin as beginRequest, UPLOAD_HEADERS } from '../server/upload-bench.ts';

const SPEAK = `mutation ($files: [File!]!) {
  synthesizeSpeech(input: { text: "Hello.", language: "en-US", referenceAudio: $files }) { __typename }
}`;

async function speak(gateway: TestGateway, key: string | undefined, query = SPEAK) {
  const form = new FormData();
  form.set('operations', JSON.stringify({ query, variables: { files: [null] } }));
  form.set('map', JSON.stringify({ 0: ['variables.files.0'] }));
  form.set('0', new Blob([wavOf()]), 'voice.wav');
  const headers = {
    'graphql-require-preflight': '1',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: form });
  const { data, errors = [] } = (await response.json()) as Answer;
  return { status: response.status, data, code: errors[0]?.extensions.code };
}

/** An upload that has begun, and of which no more comes; it tells what it was answered so far. */
function begin({ url }: TestGateway, key: string) {
  const head = `${UPLOAD_HEADERS}content-length: 1000000\r\nauthorization: Bearer ${key}\r\n`;
  const { socket, received: answer } = beginRequest({ port: Number(new URL(url).port) }, head);
  return { answer, [Symbol.dispose]: () => void socket.destroy() };
}
type Begun = ReturnType<typeof begin>;

/** Begins so many, and waits until each was either refused or, as those that go on are not answered, let in. */
async function beginMany(gateway: TestGateway, keys: readonly string[], letIn: number): Promise<readonly Begun[]> {
  const begun = keys.map((key) => begin(gateway, key));
  await eventually(refusedAmong(begun), (refused) => refused.length >= keys.length - letIn);
  return begun;
}

/** Whose answers are there, bodies included: those may come after their heads. */
const refusedAmong = (begun: readonly Begun[]) => () =>
  begun.map((one) => one.answer()).filter((text) => text.includes('"code"'));
const many = (count: number, key: string): string[] => Array(count).fill(key);

describe('the places for uploads', () => {
  it('are not all one client’s, however many it begins', async () => {
    const [greedy, other] = [makeToken('greedy', ['write']), makeToken('other', ['write'])];
    await using gateway = await startTokensGateway([greedy, other]);
    using taken = new DisposableStack();
    const begun = await beginMany(gateway, many(16, greedy.token), 8);
    for (const one of begun) taken.use(one);
    const refused = refusedAmong(begun)();
    expect(refused).toHaveLength(8);
    for (const text of refused) expect(text).toMatch(/^HTTP\/1\.1 429 .*"RATE_LIMITED"/s);
    expect(await speak(gateway, other.token)).toMatchObject({ status: 200, code: undefined });
    expect(await speak(gateway, greedy.token)).toMatchObject({ status: 429, code: 'RATE_LIMITED' });
    taken.dispose();
    expect(
      await eventually(
        () => speak(gateway, greedy.token),
        ({ status }) => status === 200,
      ),
    ).toMatchObject({ status: 200 });
  });

  it('are all anybody’s where nobody is asked', async () => {
    await using gateway = await startGateway();
    const answers = await Promise.all(Array.from({ length: 16 }, () => speak(gateway, undefined)));
    expect(answers.map(({ status }) => status)).toEqual(Array(16).fill(200));
  });
});

describe('in passthrough', () => {
  it('no place is taken by a key that the service does not know', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    using taken = new DisposableStack();
    const invented = Array.from({ length: 32 }, (_, index) => `invented-${index}`);
    const begun = await beginMany(gateway, invented, 0);
    for (const one of begun) taken.use(one);
    for (const one of begun) expect(one.answer()).toMatch(/^HTTP\/1\.1 401 .*"UNAUTHENTICATED"/s);
    expect(await speak(gateway, KEYS[0])).toMatchObject({ status: 200, code: undefined });
  });

  it('a key is proven once, by one read', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    await speak(gateway, KEYS[0]);
    await speak(gateway, KEYS[0]);
    const asked = gateway.upstreamRequests();
    expect(asked.filter((request) => request === 'GET /api/v1/balance')).toHaveLength(1);
    expect(asked.filter((request) => request.startsWith('POST '))).toHaveLength(2);
  });

  it('a failure of the service proves nothing against a key', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    gateway.serviceAnswers('/api/v1/balance', { error: 'Broken' }, 500);
    expect(await speak(gateway, KEYS[0])).toMatchObject({ status: 200, data: { synthesizeSpeech: expect.anything() } });
  });

  it('keys that nobody can prove, since the service fails, share what one client may have', async () => {
    await using gateway = await startGateway({ env: { AUTH_MODE: 'passthrough' } });
    await speak(gateway, KEYS[0]);
    gateway.serviceAnswers('/api/v1/balance', { error: 'Broken' }, 500);
    using taken = new DisposableStack();
    const invented = Array.from({ length: 16 }, (_, index) => `invented-${index}`);
    for (const one of await beginMany(gateway, invented, 8)) taken.use(one);
    expect(await speak(gateway, KEYS[0])).toMatchObject({ status: 200, data: { synthesizeSpeech: expect.anything() } });
  });
});

describe('a token that may not write', () => {
  it('brings no files, whatever it wants with them', async () => {
    const reader = makeToken('reader', ['read']);
    await using gateway = await startTokensGateway([reader]);
    for (const query of [SPEAK, 'query ($files: [File!]) { balance { minutes } }']) {
      expect(await speak(gateway, reader.token, query)).toEqual({ status: 403, data: undefined, code: 'FORBIDDEN' });
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });
});

describe('without a good token', () => {
  it('no file is received', async () => {
    await using gateway = await startTokensGateway([makeToken('web', ['read', 'write'])]);
    using begun = begin(gateway, 'invented');
    await eventually(begun.answer, (text) => text !== '');
    expect(begun.answer()).toMatch(/^HTTP\/1\.1 401 .*www-authenticate: Bearer.*"UNAUTHENTICATED"/s);
    expect((await speak(gateway, undefined)).status).toBe(401);
  });
});
