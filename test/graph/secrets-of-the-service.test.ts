import { SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { AUDIENCE, ISSUER } from '../auth/issuer.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { askBy, DOORS, type Door } from '../kit/doors.ts';
import { KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { artifact, listed, readyProject, statusEntry, video } from '../kit/service-bodies.ts';

const SIGNED = 'https://storage.example/f.mp4?X-Amz-Credential=c&X-Amz-Signature=5167ab';
const SIGNATURE = '5167ab';

/** Every text that the service may write as it likes repeats what nobody may see. */
function babble(gateway: TestGateway, secrets: readonly string[]) {
  const leak = `Bearer ${secrets[0]} at ${SIGNED} with ${secrets.join(' ')} ${secrets.map((secret) => encodeURIComponent(secret)).join(' ')} ${secrets.map((secret) => Buffer.from(secret).toString('base64')).join(' ')}`;
  const texts = { name: leak, status: leak, remark: leak, error: null };
  const failed = { ...readyProject({ status: 'error', error_message: leak, name: leak }) };
  gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { name: leak }), { [leak]: leak }] });
  gateway.serviceAnswers('/api/v1/projects/p1', failed);
  gateway.serviceAnswers('/api/v1/projects/p2', { error: 'Forbidden', message: leak }, 403);
  gateway.serviceAnswers('/api/v1/projects/p3', { error: leak }, 400);
  gateway.serviceAnswers(
    '/api/v1/artifacts/a1',
    artifact('a1', { status: 'upload_failed', errorMessage: leak, name: leak, type: leak }),
  );
  gateway.serviceAnswers('/api/v1/artifacts/a2', { error: { message: leak } }, 422);
  gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1', texts));
  gateway.serviceAnswers('/api/v1/projects/s1/videos/v1/status', {
    langs: [statusEntry('fr-FR', { phase: leak, pendingOn: leak })],
  });
  gateway.serviceAnswers('/api/v1/balance', leak);
  gateway.serviceAnswers('/api/v1/voices', { voices: { [leak]: leak } });
  gateway.serviceAnswers('/api/v1/options', { error: 'ValidationError', message: leak }, 400);
  gateway.sandbox.misfortune({
    on: { method: 'POST' },
    times: Number.POSITIVE_INFINITY,
    answer: {
      status: 400,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'ValidationError', message: leak }),
    },
  });
  gateway.sandbox.misfortune({
    on: { method: 'DELETE' },
    times: Number.POSITIVE_INFINITY,
    answer: { status: 409, contentType: 'application/json', body: JSON.stringify({ error: leak }) },
  });
}

const QUERIES = [
  '{ dubbingProjects { nodes { name status rawStatus } } }',
  '{ p1: dubbingProject(id: "p1") { name errorMessage } p2: dubbingProject(id: "p2") { mixingMode } p3: dubbingProject(id: "p3") { mixingMode } }',
  '{ a1: artifact(id: "a1") { name rawType errorMessage } a2: artifact(id: "a2") { name } }',
  '{ video(id: "s1/v1") { name rawStatus remark progress { languages { rawPhase rawPendingOn } } } }',
  '{ balance { minutes } voices { nodes { name } } options { targetLanguages { code } } }',
];
const MUTATIONS = [
  'mutation { deleteDubbingProject(id: "p1") { __typename ... on UserError { message } ... on ValidationError { issues { message } } } }',
  'mutation { createArtifact(input: { name: "n", type: VIDEO, source: { url: "https://a.example/b" } }) { ... on UserError { message } ... on ValidationError { issues { message } } } }',
];
const SUBSCRIPTIONS = [
  'subscription { dubbingProjectUpdated(id: "p1") { project { name errorMessage } } }',
  'subscription { dubbingProjectUpdated(id: "p2") { project { mixingMode } } }',
  'subscription { artifactUpdated(id: "a1") { artifact { name errorMessage } } }',
  'subscription { videoUpdated(id: "s1/v1") { video { name remark } progress { languages { rawPhase } } } }',
];
const isStream = (door: Door) => !['POST', 'GET'].includes(door);

async function everything(url: string, headers: Record<string, string>): Promise<string> {
  const texts: string[] = [];
  for (const door of DOORS) {
    const documents = [
      ...QUERIES,
      ...(door.endsWith('GET') ? [] : MUTATIONS),
      ...(isStream(door) ? SUBSCRIPTIONS : []),
    ];
    for (const query of documents) texts.push((await askBy(door, url, { query }, headers)).text);
  }
  return texts.join('\n');
}

function expectNone(text: string, secrets: readonly string[]) {
  expect(text).toContain('[secret]');
  const leaks = (text.match(new RegExp(`.{80}(?:${[SIGNATURE, ...secrets].join('|')}).{20}`, 'g')) ?? []).slice(0, 5);
  expect(leaks).toEqual([]);
  for (const secret of secrets) {
    expect(text).not.toContain(secret);
    expect(text).not.toContain(Buffer.from(secret).toString('base64').replace(/=+$/, ''));
  }
}

describe('A service whose every answer repeats a key, a token and a signed address', () => {
  it('is told on without them over every door, and so it is in the log: tokens of the gateway', async () => {
    const token = makeToken('reader', ['read', 'write']);
    await using gateway = await startTokensGateway([token], { env: { LOG_LEVEL: 'trace', READ_MAX_AGE_MS: '0' } });
    const secrets = [KEYS[0], KEYS[1], token.token];
    babble(gateway, secrets);
    const authorization = `Bearer ${token.token}`;
    await askBy('POST', gateway.url, { query: '{ __typename }' }, { authorization });
    expectNone(await everything(gateway.url, { authorization }), secrets);
    for (const secret of secrets) expect(JSON.stringify(gateway.logLines)).not.toContain(secret);
    expect(JSON.stringify(gateway.logLines)).not.toContain(SIGNATURE);
  });

  it('is told on without them over every door, and so it is in the log: tokens of an issuer and their secret', async () => {
    const jwtSecret = 'a secret that both sides have, of some length';
    const claims = { scope: 'read write', exp: Math.floor(Date.now() / 1000) + 300 };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .sign(Buffer.from(jwtSecret));
    const env = { AUTH_MODE: 'jwt', JWT_ISSUER: ISSUER, JWT_AUDIENCE: AUDIENCE, JWT_SECRET: jwtSecret };
    await using gateway = await startGateway({ env: { ...env, LOG_LEVEL: 'trace', READ_MAX_AGE_MS: '0' } });
    const secrets = [KEYS[0], token, jwtSecret];
    babble(gateway, secrets);
    const authorization = `Bearer ${token}`;
    await askBy('POST', gateway.url, { query: '{ __typename }' }, { authorization });
    expectNone(await everything(gateway.url, { authorization }), secrets);
    for (const secret of secrets) expect(JSON.stringify(gateway.logLines)).not.toContain(secret);
    expect(JSON.stringify(gateway.logLines)).not.toContain(SIGNATURE);
  });

  it.each(KEYS)(
    'is told on without the key of its caller, in passthrough (%s)',
    async (key) => {
      await using gateway = await startGateway({
        env: { AUTH_MODE: 'passthrough', READ_MAX_AGE_MS: '0', LOG_LEVEL: 'trace' },
      });
      babble(gateway, [key]);
      expectNone(await everything(gateway.url, { authorization: `Bearer ${key}` }), [key]);
      expect(JSON.stringify(gateway.logLines)).not.toContain(key);
      expect(JSON.stringify(gateway.logLines)).not.toContain(SIGNATURE);
    },
    60_000,
  );
});
