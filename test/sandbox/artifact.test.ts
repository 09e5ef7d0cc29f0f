import { describe, expect, it } from 'vitest';
import { ARTIFACT_CREATED_MS, ARTIFACT_WORK_MS } from '../../src/sandbox/studio/artifact.ts';
import { type Bench, HOUR, invalid, START, startBench } from './kit.ts';

const create = 'POST /api/v1/artifacts/create';
const octets = { 'content-type': 'application/octet-stream' };

async function prepare(bench: Bench, fileName = 'harbour.mp4') {
  const reply = await bench.studio(`GET /api/v1/artifacts/create?fileName=${encodeURIComponent(fileName)}`);
  return reply.body as { s3Path: string; presignedUploadUrl: string; expiresAt: string };
}

const put = (url: string, body: Buffer, headers: Record<string, string> = octets) =>
  fetch(url, { method: 'PUT', body: new Uint8Array(body), headers });

describe('GET /api/v1/artifacts/create (the presigned step)', () => {
  it('answers s3Path, presignedUploadUrl and an expiresAt that is 24 hours away', async () => {
    await using bench = await startBench();
    expect(await prepare(bench)).toEqual({
      s3Path: expect.stringMatching(/^s3:\/\/[^/]+\/temp\/.+\/harbour\.mp4$/),
      presignedUploadUrl: expect.stringContaining('http://127.0.0.1:'),
      expiresAt: new Date(START + 24 * HOUR).toISOString(),
    });
  });

  it.each(['', '?fileName=', '?fileName=harbour', '?filename=a.mp4', '?fileName=a.mp4&fileName=b.mp4'])(
    'fileName is required, a real file name with extension: %j',
    async (query) => {
      await using bench = await startBench();
      expect(await bench.studio(`GET /api/v1/artifacts/create${query}`)).toMatchObject(
        invalid(expect.stringContaining('fileName')),
      );
    },
  );

  it('takes any name of a file', async () => {
    await using bench = await startBench();
    const name = 'a b+c&d=e#ü/%2F.mp4';
    const { s3Path, presignedUploadUrl } = await prepare(bench, name);
    expect(s3Path.endsWith(`/${name}`)).toBe(true);
    expect((await put(presignedUploadUrl, Buffer.from('x'))).status).toBe(200);
  });
});

describe('PUT to presignedUploadUrl', () => {
  it('a 200 status means success; no key is asked for', async () => {
    await using bench = await startBench();
    const { presignedUploadUrl } = await prepare(bench);
    expect((await put(presignedUploadUrl, Buffer.from('bytes'))).status).toBe(200);
    expect(bench.sandbox.requests.at(-1)).toMatchObject({
      api: 'storage',
      method: 'PUT',
      key: null,
      bodySize: 5,
      status: 200,
    });
  });

  it('may come from a page of any origin', async () => {
    await using bench = await startBench();
    const { presignedUploadUrl } = await prepare(bench);
    const preflight = await fetch(presignedUploadUrl, {
      method: 'OPTIONS',
      headers: { origin: 'http://localhost:5173', 'access-control-request-method': 'PUT' },
    });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET, HEAD, PUT']);
    const uploaded = await put(presignedUploadUrl, Buffer.from('bytes'));
    for (const { headers } of [preflight, uploaded]) expect(headers.get('access-control-allow-origin')).toBe('*');
  });

  it('refuses another content type than application/octet-stream', async () => {
    await using bench = await startBench();
    const { presignedUploadUrl } = await prepare(bench);
    const reply = await put(presignedUploadUrl, Buffer.from('x'), { 'content-type': 'video/mp4' });
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('SignatureDoesNotMatch')]);
  });

  it('refuses a file after expiresAt', async () => {
    await using bench = await startBench();
    const { presignedUploadUrl } = await prepare(bench);
    bench.clock.advance(24 * HOUR + 1);
    const reply = await put(presignedUploadUrl, Buffer.from('x'));
    expect([reply.status, await reply.text()]).toEqual([403, expect.stringContaining('expired')]);
  });

  it('refuses an address that was encoded anew', async () => {
    await using bench = await startBench();
    const { presignedUploadUrl } = await prepare(bench);
    const anew = presignedUploadUrl.replaceAll('%2B', '+');
    expect(anew).not.toBe(presignedUploadUrl);
    expect((await put(anew, Buffer.from('x'))).status).toBe(403);
  });
});

describe('POST /api/v1/artifacts/create', () => {
  const body = {
    name: 'Harbour',
    type: 'video',
    url: 'https://files.example/harbour.mp4?bytes=5368709120&seconds=7200',
  };

  it('answers the artifact with status created, its bucket, and company and createdBy with a name', async () => {
    await using bench = await startBench();
    expect((await bench.studio(create, { body })).body).toEqual({
      id: expect.any(String),
      name: 'Harbour',
      type: 'video',
      status: 'created',
      uploadMethod: 'direct_url',
      size: null,
      duration: null,
      errorMessage: null,
      s3Path: expect.not.stringContaining('s3://'),
      s3Bucket: expect.any(String),
      createdAt: new Date(START).toISOString(),
      updatedAt: new Date(START).toISOString(),
      company: { id: expect.any(String), name: expect.any(String) },
      createdBy: { id: expect.any(String), name: expect.any(String) },
    });
  });

  it('goes created, upload_started, upload_completed; size and duration are null until completed; 5 GB is allowed', async () => {
    await using bench = await startBench();
    const { id } = (await bench.studio(create, { body })).body;
    const read = async () => (await bench.studio(`GET /api/v1/artifacts/${id}`)).body;
    expect(await read()).toMatchObject({ status: 'created', size: null, company: { id: expect.any(String) } });
    expect((await read()).company).not.toHaveProperty('name');
    expect(await read()).not.toHaveProperty('s3Bucket');
    bench.clock.advance(ARTIFACT_CREATED_MS);
    expect(await read()).toMatchObject({
      status: 'upload_started',
      size: null,
      duration: null,
      updatedAt: new Date(START + ARTIFACT_CREATED_MS).toISOString(),
    });
    bench.clock.advance(ARTIFACT_WORK_MS);
    expect(await read()).toMatchObject({
      status: 'upload_completed',
      size: 5_368_709_120,
      duration: 7200,
      errorMessage: null,
      updatedAt: new Date(START + ARTIFACT_WORK_MS).toISOString(),
    });
  });

  it('a file above 5 GB ends in upload_failed, with an errorMessage', async () => {
    await using bench = await startBench();
    const url = 'https://files.example/a.mp4?bytes=5368709121';
    const { id } = (await bench.studio(create, { body: { ...body, url } })).body;
    bench.clock.advance(HOUR);
    const failed = (await bench.studio(`GET /api/v1/artifacts/${id}`)).body;
    expect(failed).toMatchObject({
      status: 'upload_failed',
      size: null,
      errorMessage: expect.stringContaining('5 GB'),
    });
  });

  it('with the s3Path of an uploaded file is that file', async () => {
    await using bench = await startBench();
    const { s3Path, presignedUploadUrl } = await prepare(bench);
    await put(presignedUploadUrl, Buffer.alloc(123_456));
    const created = (await bench.studio(create, { body: { name: 'Upload', type: 'video', s3Path } })).body;
    expect(created.uploadMethod).toBe('direct_url');
    expect(s3Path.endsWith(created.s3Path)).toBe(true);
    bench.clock.advance(HOUR);
    expect((await bench.studio(`GET /api/v1/artifacts/${created.id}`)).body).toMatchObject({
      status: 'upload_completed',
      size: 123_456,
      duration: 0.5,
    });
  });

  it('with an s3Path that was given but never uploaded ends in upload_failed', async () => {
    await using bench = await startBench();
    const { s3Path } = await prepare(bench);
    const { id, status } = (await bench.studio(create, { body: { name: 'Upload', type: 'video', s3Path } })).body;
    expect(status).toBe('created');
    bench.clock.advance(HOUR);
    const failed = (await bench.studio(`GET /api/v1/artifacts/${id}`)).body;
    expect(failed).toMatchObject({ status: 'upload_failed', errorMessage: expect.stringContaining('never uploaded') });
  });

  it('duration is always null for type script', async () => {
    await using bench = await startBench();
    const url = 'https://files.example/lines.csv?bytes=900&seconds=5';
    const { id } = (await bench.studio(create, { body: { name: 'Lines', type: 'script', url } })).body;
    bench.clock.advance(HOUR);
    expect((await bench.studio(`GET /api/v1/artifacts/${id}`)).body).toMatchObject({
      status: 'upload_completed',
      size: 900,
      duration: null,
    });
  });

  it('concatenates fragments', async () => {
    await using bench = await startBench();
    const fragments = [
      { url: 'https://files.example/1.mp4?seconds=10', startTime: 0 },
      { s3Path: 's3://demo-bucket/2.mp4', startTime: 10.5 },
    ];
    expect((await bench.studio(create, { body: { name: 'Clips', type: 'video', fragments } })).body).toMatchObject({
      uploadMethod: 'fragments',
      status: 'created',
    });
  });

  it('an external bucket requires storage credentials, also in a fragment', async () => {
    await using bench = await startBench();
    const s3Path = 's3://elsewhere/file.mp4';
    const refused = { status: 403, body: { message: expect.stringContaining('credentials') } };
    expect(await bench.studio(create, { body: { name: 'x', type: 'video', s3Path } })).toMatchObject(refused);
    const fragments = [{ s3Path, startTime: 0 }];
    expect(await bench.studio(create, { body: { name: 'x', type: 'video', fragments } })).toMatchObject(refused);
    bench.account.features.externalBuckets.push('elsewhere');
    const { id } = (await bench.studio(create, { body: { name: 'x', type: 'video', s3Path } })).body;
    bench.clock.advance(HOUR);
    expect((await bench.studio(`GET /api/v1/artifacts/${id}`)).body.status).toBe('upload_completed');
  });

  it.each([
    [{ name: undefined }],
    [{ name: '' }],
    [{ type: undefined }],
    [{ type: 'image' }],
    [{ url: undefined }],
    [{ s3Path: 'temp/a.mp4' }],
    [{ url: undefined, fragments: [] }],
    [{ url: 'file:///etc/passwd' }],
    [{ type: 'script', url: undefined, fragments: [{ url: 'https://a.example/1', startTime: 0 }] }],
    [{ url: undefined, fragments: [{ url: 'https://a.example/1', startTime: -1 }] }],
    [{ url: undefined, fragments: [{ url: 'https://a.example/1' }] }],
    [{ url: undefined, fragments: [{ startTime: 0 }] }],
    [{ url: undefined, fragments: [{ url: 'https://a.example/1', s3Path: 'a', startTime: 0 }] }],
    [{ size: 5 }],
  ])('refuses %j', async (fields) => {
    await using bench = await startBench();
    expect(await bench.studio(create, { body: { ...body, ...fields } })).toMatchObject(invalid(expect.any(String)));
    expect(bench.account.artifacts.size).toBe(0);
  });
});

describe('GET /api/v1/artifacts/{artifactId}', () => {
  it('a missing resource answers {error: Not Found}', async () => {
    await using bench = await startBench();
    expect(await bench.studio('GET /api/v1/artifacts/none')).toMatchObject({
      status: 404,
      body: { error: 'Not Found' },
    });
  });
});
