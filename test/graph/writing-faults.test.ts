import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { refusal, write, writesSentTo } from '../kit/writing.ts';

const { dubbingProjects, studioProjects, artifacts } = SEEDED;
const FAULTS =
  '__typename ... on UserError { code message } ... on ValidationError { issues { path field code message } }';

/** The faults of an input, as `field: CODE`; of a write that succeeds, none. */
async function faultsOf(gateway: TestGateway, mutation: string, input: object) {
  const type = mutation.charAt(0).toUpperCase() + mutation.slice(1);
  const { data, errors } = await gateway.ask(
    `mutation ($input: ${type}Input!) { ${mutation}(input: $input) { ${FAULTS} } }`,
    { variables: { input } },
  );
  expect(errors).toEqual([]);
  const issues: { path: string[]; field: string; code: string }[] = data[mutation].issues ?? [];
  for (const { path, field } of issues) expect(field).toBe(path.join('.'));
  return issues.map(({ field, code }) => `${field}: ${code}`);
}

describe('a ValidationError', () => {
  it('has a text that is no address beside all other faults of the input', async () => {
    await using gateway = await startGateway();
    const input = {
      sourceLanguage: 'xx',
      targetLanguage: 'de-DE',
      sourceVideoUrl: 'holiday.mp4',
      sourceScript: { segments: [{ startMs: -5, endMs: -5, text: ' ' }] },
      idempotencyKey: 'ä',
    };
    expect(await faultsOf(gateway, 'createDubbingProject', input)).toEqual([
      'sourceVideoUrl: MALFORMED',
      'sourceScript.segments.0.startMs: OUT_OF_RANGE',
      'sourceScript.segments.0.endMs: OUT_OF_RANGE',
      'sourceScript.segments.0.text: REQUIRED',
      'idempotencyKey: MALFORMED',
      'sourceLanguage: NOT_ALLOWED',
    ]);
    expect(writesSentTo(gateway.sandbox)).toEqual([]);
  });

  it.each([
    ['', 'REQUIRED'],
    [' \n', 'REQUIRED'],
    ['//media.example.com/a.mp4', 'MALFORMED'],
    ['https://', 'MALFORMED'],
    ['ftp://media.example.com/a.mp4', 'MALFORMED'],
    ['https://media.example.com/a\n.mp4', 'MALFORMED'],
  ])(
    'names the address %j at its path, in every mutation that takes one, as a variable and as a literal',
    async (url, code) => {
      await using gateway = await startGateway();
      const languages = { sourceLanguage: 'en', targetLanguage: 'fr-FR' };
      const project = await faultsOf(gateway, 'createDubbingProject', { ...languages, sourceVideoUrl: url });
      expect(project).toEqual([`sourceVideoUrl: ${code}`]);
      const artifact = { name: 'A', type: 'VIDEO' };
      expect(await faultsOf(gateway, 'createArtifact', { ...artifact, source: { url } })).toEqual([
        `source.url: ${code}`,
      ]);
      const fragments = [{ location: { url }, startTimeSeconds: -1 }];
      expect(await faultsOf(gateway, 'createArtifact', { ...artifact, source: { fragments } })).toEqual([
        `source.fragments.0.location.url: ${code}`,
        'source.fragments.0.startTimeSeconds: OUT_OF_RANGE',
      ]);
      const literal = await gateway.ask(
        `mutation { createArtifact(input: { name: "A", type: VIDEO, source: { url: ${JSON.stringify(url)} } }) { ${FAULTS} } }`,
      );
      expect(literal.data.createArtifact.issues).toMatchObject([{ field: 'source.url', code }]);
    },
  );

  it('gives a code to what another part of the input, a catalogue or the state of an artifact forbids', async () => {
    await using gateway = await startGateway();
    const speaker = { voiceKey: 'no-such-voice', style: 'feminine' };
    const retranslation = {
      id: dubbingProjects.ready,
      targetScript: [
        { startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 7 },
        { startMs: 800, endMs: 900, text: 'Bonsoir.', speakerId: 1 },
      ],
      targetSpeakers: [
        { speakerId: 1, ...speaker },
        { speakerId: 1, ...speaker, voiceKey: 'soundalike' },
      ],
    };
    expect(await faultsOf(gateway, 'retranslateDubbingProject', retranslation)).toEqual([
      'targetScript.1: CONFLICT',
      'targetScript.0.speakerId: NOT_FOUND',
      'targetSpeakers.1.speakerId: CONFLICT',
      'targetSpeakers.0.voiceKey: NOT_FOUND',
    ]);
    const video = {
      projectId: studioProjects.demo,
      name: 'V',
      workflowType: 'DUBBING',
      sourceArtifactId: artifacts.created,
      sourceLanguage: 'english',
      targetLanguages: [],
      idempotencyKey: 'k'.repeat(256),
    };
    expect(await faultsOf(gateway, 'createVideo', video)).toEqual([
      'sourceLanguage: MALFORMED',
      'targetLanguages: TOO_SHORT',
      'idempotencyKey: TOO_LONG',
      'sourceArtifactId: CONFLICT',
    ]);
    expect(await faultsOf(gateway, 'updateVideo', { id: `${studioProjects.demo}/v` })).toEqual([': REQUIRED']);
  });

  it("has the code REFUSED, without a field, for the service's own words", async () => {
    await using gateway = await startGateway();
    const words = refusal(400, { error: 'ValidationError', message: 'That video is too dark' });
    gateway.sandbox.misfortune({ on: { method: 'POST', path: '/api/v1/projects' }, answer: words });
    const input = { sourceLanguage: 'en', targetLanguage: 'fr-FR', sourceVideoUrl: 'https://media.example.com/a.mp4' };
    expect(await faultsOf(gateway, 'createDubbingProject', input)).toEqual([': REFUSED']);
  });
});

describe('a date that is none', () => {
  it('is BAD_USER_INPUT in the filter of a query, since it is no form that is sent', async () => {
    await using gateway = await startGateway();
    const document = 'query ($after: DateTime) { dubbingProjects(filter: { createdAfter: $after }) { totalCount } }';
    const { errors } = await gateway.ask(document, { variables: { after: 'soon' } });
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(gateway.sandbox.requests).toEqual([]);
  });
});

describe('an address or a date', () => {
  it('names the standard that it follows', async () => {
    await using gateway = await startGateway();
    const { data } = await gateway.ask(
      '{ url: __type(name: "URL") { specifiedByURL } date: __type(name: "DateTime") { specifiedByURL } }',
    );
    expect(data.url.specifiedByURL).toMatch(/^https:\/\/url\.spec\.whatwg\.org/);
    expect(data.date.specifiedByURL).toMatch(/rfc3339/);
  });
});

describe('RATE_LIMITED', () => {
  it('says for how many seconds to wait in its message too', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({
      on: { path: '/api/v1/balance' },
      answer: { ...refusal(429, {}), headers: { 'retry-after': '42' } },
    });
    const { errors } = await gateway.ask('{ balance { minutes } }');
    expect(errors[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 42 });
    expect(errors[0]?.message).toContain('42 seconds');
  });
});

describe('the code of a refusal', () => {
  const input = { sourceLanguage: 'en', targetLanguage: 'fr-FR', sourceVideoUrl: 'https://media.example.com/a.mp4' };

  it.each<[number, { error: string; message?: string }, string, string]>([
    [
      402,
      { error: 'InsufficientBalanceError', message: 'Not enough minutes on the balance: 12 needed' },
      'RejectedError',
      'INSUFFICIENT_BALANCE',
    ],
    [400, { error: 'insufficient_credits' }, 'RejectedError', 'INSUFFICIENT_BALANCE'],
    [
      400,
      { error: 'ValidationError', message: "You don't have enough remaining minutes" },
      'RejectedError',
      'INSUFFICIENT_BALANCE',
    ],
    [
      422,
      { error: 'Unprocessable', message: 'The cost exceeds your available minutes' },
      'RejectedError',
      'INSUFFICIENT_BALANCE',
    ],
    [400, { error: 'BadRequest', message: 'Your balance is too low' }, 'RejectedError', 'INSUFFICIENT_BALANCE'],
    [400, { error: 'BadRequest', message: 'The video exceeds 60 minutes' }, 'RejectedError', 'REJECTED'],
    [400, { error: 'BadRequest', message: 'Not enough speech was found in the video' }, 'RejectedError', 'REJECTED'],
    [
      409,
      { error: 'ConflictError', message: 'Idempotency-Key was used before with another request' },
      'RejectedError',
      'IDEMPOTENCY_CONFLICT',
    ],
    [
      422,
      { error: 'idempotency_error', message: 'Keys for idempotent requests can only be used with the same parameters' },
      'RejectedError',
      'IDEMPOTENCY_CONFLICT',
    ],
    [400, { error: 'IdempotencyKeyReused' }, 'RejectedError', 'IDEMPOTENCY_CONFLICT'],
    [400, { error: 'BadRequest', message: 'Idempotency-Key is malformed' }, 'RejectedError', 'REJECTED'],
    [409, { error: 'Conflict', message: 'The project is not ready' }, 'RejectedError', 'REJECTED'],
  ])('of %i %j is that of a %s, %s', async (status, body, type, code) => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: refusal(status, body) });
    const { result } = await write(gateway, 'createDubbingProject', input);
    expect(result).toMatchObject({ __typename: type, code, message: body.message ?? body.error });
  });

  it('is IN_PROGRESS with the key, where the first try is still at work', async () => {
    await using gateway = await startGateway({ env: { UPSTREAM_TIMEOUT_MS: '200' } });
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: { kind: 'silence' } });
    const words = { error: 'Conflict', message: 'A request with this Idempotency-Key is in progress' };
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer: refusal(409, words) });
    const { result } = await write(gateway, 'createDubbingProject', { ...input, idempotencyKey: 'k-1' });
    expect(result).toMatchObject({ __typename: 'OutcomeUnknownError', code: 'IN_PROGRESS', idempotencyKey: 'k-1' });
  });
});
