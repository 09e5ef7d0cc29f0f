import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { AUDIENCE, ISSUER, makeKey, sign, startKeysAddress } from '../auth/issuer.ts';
import { startGateway } from '../kit/gateway.ts';
import { startInterimProxy, type Travel } from '../kit/interim-proxy.ts';
import { speak, wavOf } from '../kit/speech.ts';
import { remove, write } from '../kit/writing.ts';

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </style.css>; rel=preload\r\n\r\n';
const PROCESSING = 'HTTP/1.1 102 Processing\r\n\r\n';

const CASES: readonly (readonly [string, Travel, string])[] = [
  ['a 100', 'as one packet', CONTINUE],
  ['a 100', 'byte by byte', CONTINUE],
  ['a 100', 'with the answer', CONTINUE],
  ['a 100 with headers and without a reason', 'as one packet', 'HTTP/1.1 100 \r\nvia: 1.1 proxy\r\n\r\n'],
  ['a 100 of HTTP/1.0', 'with the answer', 'HTTP/1.0 100 Continue\r\n\r\n'],
  ['a 102', 'byte by byte', PROCESSING],
  ['several of all kinds', 'as one packet', CONTINUE + HINTS + CONTINUE + PROCESSING + CONTINUE],
  ['several of all kinds', 'byte by byte', HINTS + CONTINUE + CONTINUE + PROCESSING],
  ['several of all kinds', 'with the answer', CONTINUE + PROCESSING + HINTS],
];

/** A gateway whose every request to the service passes a proxy that adds interim answers. */
async function startBehindProxy(interim: string, travel: Travel) {
  await using started = new AsyncDisposableStack();
  const store = await mkdtemp(join(tmpdir(), 'interim-test-'));
  started.defer(() => rm(store, { recursive: true }));
  const service = started.use(await startGateway());
  const proxy = started.use(await startInterimProxy(service.sandbox.dubbingUrl, interim, travel));
  const studio = started.use(await startInterimProxy(service.sandbox.studioUrl, interim, travel));
  const gateway = started.use(
    await startGateway({
      env: { DUBBING_API_URL: proxy.url, STUDIO_API_URL: studio.url, READ_MAX_AGE_MS: '0', AUDIO_STORE: store },
    }),
  );
  const all = started.move();
  return { gateway, sandbox: service.sandbox, [Symbol.asyncDispose]: () => all.disposeAsync() };
}

describe.each(CASES)('%s that nobody asked for, %s', (_, travel, interim) => {
  it('is as if it were not there, before each kind of answer', async () => {
    await using world = await startBehindProxy(interim, travel);
    const { gateway, sandbox } = world;
    for (let times = 0; times < 3; times += 1) {
      const { data, errors } = await gateway.ask(
        '{ balance { minutes } dubbingProjects { totalCount } voices(first: 1) { totalCount } }',
      );
      expect(errors).toEqual([]);
      expect(data).toMatchObject({
        balance: { minutes: expect.any(Number) },
        dubbingProjects: { totalCount: expect.any(Number) },
      });
    }
    const created = await write(gateway, 'createDubbingProject', {
      name: 'Behind a proxy',
      sourceLanguage: 'en',
      targetLanguage: 'fr-FR',
      sourceVideoUrl: 'https://media.example.com/a.mp4?minutes=10',
    });
    expect(created.result).toMatchObject({ __typename: 'CreateDubbingProjectPayload', costMinutes: 10 });
    const deleted = await remove(gateway, 'deleteVideo', `${SEEDED.studioProjects.demo}/${SEEDED.videos.dubbingNew}`);
    expect(deleted.result).toMatchObject({ __typename: 'DeletePayload' });
    const spoken = await speak(gateway, { text: 'x'.repeat(1000) }, [
      { name: 'voice.wav', bytes: wavOf('x'.repeat(300_000)) },
    ]);
    expect(spoken.result).toMatchObject({ __typename: 'SynthesizeSpeechPayload', audio: { durationSeconds: 50 } });
    expect(sandbox.requests.filter(({ method }) => method !== 'GET').map(({ method }) => method)).toEqual([
      'POST',
      'DELETE',
      'POST',
    ]);
  });

  it('is as if it were not there before the keys of an issuer', async () => {
    const key = await makeKey('ES256', 'one');
    await using issuer = await startKeysAddress(key);
    await using proxy = await startInterimProxy(issuer.url, interim, travel);
    const env = { AUTH_MODE: 'jwt', JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_JWKS_URL: `${proxy.url}/keys` };
    await using gateway = await startGateway({ env });
    const { errors } = await gateway.ask('{ balance { minutes } }', { key: await sign(key) });
    expect(errors).toEqual([]);
  });
});
