import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { bodyOf, lineOf, refusal, requestUpload, write, writesSentTo } from '../kit/writing.ts';

describe('requestArtifactUpload', () => {
  it('tells the request that brings the file there, its address to the letter', async () => {
    await using gateway = await startGateway();
    const fileName = 'a b+c&d=e#ü/%2F.mp4';
    const { result } = await requestUpload(gateway, fileName);
    const [request] = writesSentTo(gateway.sandbox);
    expect(lineOf(request!)).toBe('GET /api/v1/artifacts/create');
    expect([request!.api, request!.query]).toEqual(['studio', `fileName=${encodeURIComponent(fileName)}`]);
    expect(result).toEqual({
      __typename: 'ArtifactUpload',
      s3Path: expect.stringMatching(/^s3:\/\/.*\.mp4$/),
      uploadUrl: expect.stringContaining('%2Fq%2B7%3D'),
      method: 'PUT',
      headers: [{ name: 'Content-Type', value: 'application/octet-stream' }],
      expiresAt: expect.stringMatching(/^\d{4}-/),
    });
    const put = await fetch(result.uploadUrl, {
      method: result.method,
      headers: result.headers.map(({ name, value }: { name: string; value: string }) => [name, value]),
      body: 'the file',
    });
    expect(put.status).toBe(200);
    const source = { s3Path: result.s3Path };
    const created = await write(gateway, 'createArtifact', { name: 'Mine', type: 'VIDEO', source });
    expect(created.result.artifact).toMatchObject({ status: 'CREATED', isUsable: false });
  });

  it.each(['', ' ', 'film', 'film.', 'a\r\nX-Evil: 1.mp4', 'a\u0000.mp4', '\ud800.mp4'])(
    'refuses the file name %j at its argument, and sends nothing',
    async (fileName) => {
      await using gateway = await startGateway();
      const { result } = await requestUpload(gateway, fileName);
      expect(result).toMatchObject({ __typename: 'ValidationError', issues: [{ path: ['fileName'] }] });
      expect(gateway.upstreamRequests()).toEqual([]);
    },
  );

  it.each([
    ['ValidationError', 400, { error: 'ValidationError', message: 'Refused' }],
    ['RejectedError', 409, { error: 'ConflictError', message: 'Refused' }],
    // The union has no NotEnabledError.
    ['RejectedError', 403, { error: 'ForbiddenError', message: 'Uploads are not enabled' }],
  ])('answers %s (%i) as the service has it', async (typeName, status, body) => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { path: '/api/v1/artifacts/create' }, answer: refusal(status, body) });
    const { result } = await requestUpload(gateway, 'a.mp4');
    expect(result).toMatchObject({ __typename: typeName, message: body.message });
  });

  it('has no outcome to be unsure of: it changes nothing', async () => {
    await using gateway = await startGateway();
    gateway.sandbox.misfortune({ on: { path: '/api/v1/artifacts/create' }, times: 3, answer: { status: 504 } });
    const { answer } = await requestUpload(gateway, 'a.mp4');
    expect(answer.data).toEqual({ requestArtifactUpload: null });
    expect(answer.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
  });
});

describe('createArtifact', () => {
  const url = 'https://media.example.com/a.mp4?sig=a%2Bb+c';

  it.each([
    [{ url }, { url }],
    [{ s3Path: 's3://demo-bucket/a b/c.mp4' }, { s3Path: 's3://demo-bucket/a b/c.mp4' }],
    [
      {
        fragments: [
          { location: { url }, startTimeSeconds: 0 },
          { location: { s3Path: 'temp/b.mp4' }, startTimeSeconds: 12.5 },
        ],
      },
      {
        fragments: [
          { url, startTime: 0 },
          { s3Path: 'temp/b.mp4', startTime: 12.5 },
        ],
      },
    ],
  ])('sends the source %j as the service has it', async (source, sent) => {
    await using gateway = await startGateway();
    const input = { name: 'Mine', type: 'VIDEO', source, idempotencyKey: 'once' };
    const { result, answer } = await write(gateway, 'createArtifact', input);
    expect(answer.errors).toEqual([]);
    expect(result.artifact).toMatchObject({ name: 'Mine', status: 'CREATED', isUsable: false });
    const [request, ...others] = writesSentTo(gateway.sandbox);
    expect(others).toEqual([]);
    expect([request!.api, lineOf(request!)]).toEqual(['studio', 'POST /api/v1/artifacts/create']);
    expect(request!.headers).toMatchObject({ 'content-type': 'application/json', 'idempotency-key': 'once' });
    expect(bodyOf(request!)).toEqual({ name: 'Mine', type: 'video', ...sent });
  });

  it.each(['VIDEO', 'AUDIO', 'SCRIPT'])('sends the type %s', async (type) => {
    await using gateway = await startGateway();
    await write(gateway, 'createArtifact', { name: 'Mine', type, source: { url } });
    expect(bodyOf(writesSentTo(gateway.sandbox)[0]!).type).toBe(type.toLowerCase());
  });

  it('answers with the artifact as it was created, who created it included, without asking for more', async () => {
    await using gateway = await startGateway();
    const payload = `artifact { id artifactId name type status rawStatus state isUsable uploadMethod sizeBytes durationSeconds
      errorMessage s3Path s3Bucket company { id name } createdBy { id name } createdAt updatedAt }`;
    const { result, answer } = await write(
      gateway,
      'createArtifact',
      { name: 'Mine', type: 'AUDIO', source: { url } },
      { payload },
    );
    expect(answer.errors).toEqual([]);
    expect(result.artifact).toMatchObject({
      id: `Artifact:${result.artifact.artifactId}`,
      type: 'AUDIO',
      state: 'RUNNING',
      uploadMethod: 'DIRECT_URL',
      sizeBytes: null,
      s3Bucket: expect.any(String),
      company: { name: expect.any(String) },
      createdBy: { name: expect.any(String) },
    });
    expect(gateway.upstreamRequests()).toEqual(['POST /api/v1/artifacts/create']);
  });

  it('names everything that is wrong at once, each at its path, and sends nothing', async () => {
    await using gateway = await startGateway();
    const { result } = await write(gateway, 'createArtifact', {
      name: ' ',
      type: 'SCRIPT',
      source: {
        fragments: [
          { location: { url: 'file:///etc/passwd' }, startTimeSeconds: 1 },
          { location: { s3Path: '' }, startTimeSeconds: -1 },
        ],
      },
      idempotencyKey: 'é',
    });
    expect(result.issues.map(({ path }: { path: string[] }) => path.join('.')).toSorted()).toEqual([
      'idempotencyKey',
      'name',
      'source.fragments',
      'source.fragments.0.location.url',
      'source.fragments.1.location.s3Path',
      'source.fragments.1.startTimeSeconds',
    ]);
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('takes exactly one source, and one place of a fragment', async () => {
    await using gateway = await startGateway();
    const fragments = [{ location: { url, s3Path: 'a' }, startTimeSeconds: 0 }];
    for (const source of [{}, { url, s3Path: 'a' }, { fragments }, { url: null }]) {
      const { answer } = await write(gateway, 'createArtifact', { name: 'Mine', type: 'VIDEO', source });
      expect(answer.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    }
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('answers NotEnabledError for a bucket whose credentials the account does not hold', async () => {
    await using gateway = await startGateway();
    const source = { s3Path: 's3://elsewhere/a.mp4' };
    const { result } = await write(gateway, 'createArtifact', { name: 'Mine', type: 'VIDEO', source });
    expect(result).toEqual({
      __typename: 'NotEnabledError',
      code: 'NOT_ENABLED',
      message: 'Storage credentials for the bucket elsewhere are not configured for this API key',
    });
  });

  it('answers ValidationError, RejectedError and OutcomeUnknownError as the service has it', async () => {
    await using gateway = await startGateway();
    const create = async (name: string) =>
      (await write(gateway, 'createArtifact', { name, type: 'VIDEO', source: { url }, idempotencyKey: 'mine' })).result;
    expect(await create('refused')).toMatchObject({
      __typename: 'ValidationError',
      message: 'Refused by the word refused',
      issues: [{ path: [] }],
    });
    const on = { method: 'POST' };
    gateway.sandbox.misfortune({ on, answer: refusal(409, { error: 'ConflictError', message: 'Used before' }) });
    expect(await create('a')).toEqual({ __typename: 'RejectedError', code: 'REJECTED', message: 'Used before' });
    gateway.sandbox.misfortune({ on, times: 3, answer: { status: 502 } });
    expect(await create('a')).toMatchObject({ __typename: 'OutcomeUnknownError', idempotencyKey: 'mine' });
  });
});
