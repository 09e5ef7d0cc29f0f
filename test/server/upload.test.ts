import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BOUNDARY,
  begin,
  END,
  field,
  file,
  MULTIPART,
  RECEIVE,
  type Received,
  sha256,
  startUploadBench,
  UPLOAD_HEADERS,
  type UploadBench,
  until,
} from './upload-bench.ts';

const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, index) => (index * 7) % 256));
const operations = (variables: unknown = { file: null }) => field('operations', { query: RECEIVE, variables });
const map = (value: unknown = { 0: ['variables.file'] }) => field('map', value);

describe('a multipart request', () => {
  let bench: UploadBench;
  beforeAll(async () => {
    bench = await startUploadBench();
  });
  afterAll(() => bench[Symbol.asyncDispose]());

  const send = (parts: readonly Uint8Array[], headers = {}) =>
    bench.post(Buffer.concat(parts), { 'content-type': MULTIPART, ...headers });
  const receive = async (parts: readonly Uint8Array[], headers = {}): Promise<Received[]> => {
    const response = await send(parts, headers);
    const { data, errors } = (await response.json()) as { data: { receive: Received[] }; errors: unknown };
    expect(errors).toBeUndefined();
    return data.receive;
  };
  const refusal = async (response: Response) => {
    const answer = (await response.json()) as { data?: unknown; errors: { extensions: { code: string } }[] };
    expect(answer.data).toBeUndefined();
    return [response.status, answer.errors.map(({ extensions }) => extensions.code)];
  };

  it.for(['first', 'again'])('brings a file to its place, to the byte (%s)', async () => {
    const [got] = await receive([operations(), map(), file('0', bytes, 'Ünïcode 🐟.wav'), END]);
    expect(got).toMatchObject({ fileName: 'Ünïcode 🐟.wav', sizeBytes: 100_000, sha256: sha256(bytes) });
    expect(got).toMatchObject({ isTooLarge: false, isReceived: true });
  });

  it.for(['""', ''])('takes a part with the empty file name %j for a file, to the byte', async (name) => {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="0"; filename=${name}\r\ncontent-type: audio/wav\r\n\r\n`;
    const [got] = await receive([operations(), map(), Buffer.from(head), bytes, Buffer.from('\r\n'), END]);
    expect(got).toMatchObject({ fileName: '', sizeBytes: 100_000, sha256: sha256(bytes) });
  });

  it.for([
    ['an extended name that is empty', "; filename*=UTF-8''", 'audio/wav'],
    ['no name, but the type of a file', '', 'audio/wav'],
    ['blanks around a name that is empty', ` ;  filename =  ""  ;x="${' '.repeat(10_000)}"`, 'text/plain'],
  ] as const)('takes a part for a file that has %s', async ([, parameters, type]) => {
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="0"${parameters}\r\ncontent-type: ${type}\r\n\r\n`;
    const [got] = await receive([operations(), map(), Buffer.from(head), bytes, Buffer.from('\r\n'), END]);
    expect(got).toMatchObject({ fileName: '', sizeBytes: 100_000, sha256: sha256(bytes) });
  });

  it('cuts a long file name, and keeps the end that says what it is', async () => {
    const [got] = await receive([operations(), map(), file('0', bytes, `${'é'.repeat(3000)}.wav`), END]);
    expect(got!.fileName).toBe(`${'é'.repeat(251)}.wav`);
  });

  it('goes on after the spool was cleaned away', async () => {
    await receive([operations(), map(), file('0', bytes), END]);
    for (const name of await readdir(bench.spoolFolder)) await rm(join(bench.spoolFolder, name), { recursive: true });
    const [got] = await receive([operations(), map(), file('0', bytes), END]);
    expect(got).toMatchObject({ sizeBytes: 100_000 });
  });

  it('brings several files to lists and inputs, each to its own place', async () => {
    const got = await receive([
      operations({ files: [null, null], input: { note: 'n', more: { files: [null] } } }),
      map({ b: ['variables.files.1'], a: ['variables.files.0'], c: ['variables.input.more.files.0'] }),
      file('a', 'one'),
      file('c', 'three'),
      file('b', ''),
      END,
    ]);
    expect(got.map(({ fileName, sizeBytes }) => [fileName, sizeBytes])).toEqual([
      ['a.wav', 3],
      ['b.wav', 0],
      ['c.wav', 5],
    ]);
  });

  it('is what the form of a browser sends', async () => {
    const form = new FormData();
    form.set('operations', JSON.stringify({ query: RECEIVE, variables: { file: null } }));
    form.set('map', JSON.stringify({ 0: ['variables.file'] }));
    form.set('0', new Blob([bytes], { type: 'audio/wav' }), 'speech.wav');
    const response = await bench.post(form);
    const { data } = (await response.json()) as { data: { receive: Received[] } };
    expect(data.receive).toMatchObject([{ fileName: 'speech.wav', sha256: sha256(bytes) }]);
  });

  it('may have no files', async () => {
    const response = await send([field('operations', { query: '{ __typename }' }), map({}), END]);
    expect(await response.json()).toEqual({ data: { __typename: 'Query' } });
  });

  it('has its files in a private place, under names of the gateway, and leaves none of them', async () => {
    const [got] = await receive([operations(), map(), file('0', 'x', '../../../etc/passwd'), END]);
    expect(got).toMatchObject({ name: '0', mode: '600', fileName: 'passwd' });
    await until(async () => (await bench.spooled()).length === 0);
  });

  it.for([
    ['the other header', { 'graphql-require-preflight': undefined, 'apollo-require-preflight': 'x' }],
    ['any value', { 'graphql-require-preflight': '' }],
    ['odd case', { 'content-type': `Multipart/Form-DATA; Boundary="${BOUNDARY}"` }],
    ['more parameters', { 'content-type': `multipart/form-data; charset=utf-8; boundary=${BOUNDARY}` }],
  ] as const)('is taken with %s', async ([, headers]) => {
    expect(await receive([operations(), map(), file('0', 'x'), END], headers)).toHaveLength(1);
  });

  it.for([
    MULTIPART,
    ` ${MULTIPART}`,
    `MULTIPART/FORM-DATA;boundary=${BOUNDARY}`,
    'multipart/form-data;x',
    'multipart/form-data',
  ])('is refused unread without that header, as a form of a foreign page comes: %j', async (contentType) => {
    const { begun } = bench.runs;
    const headers = `content-type: ${contentType}\r\ncontent-length: 50000000\r\n`;
    const { received, closed, socket } = begin(bench, headers);
    await until(() => received().includes('"BAD_REQUEST"'));
    expect(received()).toMatch(/^HTTP\/1\.1 403 .*connection: close/is);
    socket.end();
    await closed;
    expect(bench.runs.begun).toBe(begun);
  });

  it('is refused unread from somebody whom nobody knows', async () => {
    const headers = `${UPLOAD_HEADERS}authorization: Bearer nobody\r\ncontent-length: 50000000\r\n`;
    const { received, closed, socket } = begin(bench, headers);
    await until(() => received().includes('"UNAUTHENTICATED"'));
    expect(received()).toMatch(/^HTTP\/1\.1 401 /);
    socket.end();
    await closed;
  });

  const one = [operations(), map(), file('0', 'x'), END];
  const malformed: [string, readonly Uint8Array[]][] = [
    ...[null, 5, '"x"', [], 'not JSON', ''].map((value): [string, readonly Uint8Array[]] => [
      `operations are ${JSON.stringify(value)}`,
      [field('operations', value), map(), file('0', 'x'), END],
    ]),
    ['variables are a text', [operations('x'), map(), file('0', 'x'), END]],
    ['variables are a list', [operations([null]), map({ 0: ['variables.0'] }), file('0', 'x'), END]],
    ['there are no variables', [field('operations', { query: RECEIVE }), map(), file('0', 'x'), END]],
    ['it is a batch', [field('operations', [{ query: RECEIVE }]), map({ 0: ['0.variables.file'] }), END]],
    ...[null, [], 'not JSON', { 0: 5 }, { 0: 'variables.file' }, { 0: ['variables'] }, { 0: [] }, { 0: [5] }].map(
      (value): [string, readonly Uint8Array[]] => [
        `the map is ${JSON.stringify(value)}`,
        [operations(), map(value), file('0', 'x'), END],
      ],
    ),
    ...[
      'query',
      'x.file',
      'operationName',
      'extensions.x',
      'variables.',
      'variables.nothing',
      'variables.file.x',
      'variables.text',
      'variables.files.-1',
      'variables.files.00',
      'variables.files.01',
      'variables.files.1',
      'variables.files.4294967294',
      'variables.files.99999999999999999999',
      'variables.files.length',
      'variables.__proto__.x',
      'variables.constructor.prototype.x',
      'variables.a.__proto__',
      'variables.a.__proto__.b',
      '__proto__.x',
      'constructor.prototype.x',
      'x',
      '',
    ].map((path): [string, readonly Uint8Array[]] => [
      `the map points at ${JSON.stringify(path)}`,
      [
        // As text, since a literal would set the prototype instead.
        field(
          'operations',
          `{"query":${JSON.stringify(RECEIVE)},"variables":{"file":null,"text":"t","files":[null],"a":{"__proto__":null}}}`,
        ),
        map({ 0: [path] }),
        file('0', 'x'),
        END,
      ],
    ]),
    [
      'a file has two places',
      [
        operations({ files: [null, null] }),
        map({ 0: ['variables.files.0', 'variables.files.1'] }),
        file('0', 'x'),
        END,
      ],
    ],
    [
      'two files have one place',
      [operations(), map({ 0: ['variables.file'], 1: ['variables.file'] }), file('0', 'x'), file('1', 'x'), END],
    ],
    ['there are no operations', [map(), file('0', 'x'), END]],
    ['there is no map', [operations(), file('0', 'x'), END]],
    ['there is only a map', [map(), END]],
    ['there are only operations', [operations(), END]],
    ['the map comes first', [map(), operations(), file('0', 'x'), END]],
    ['a file comes first', [file('0', 'x'), operations(), map(), END]],
    ['a file comes before the map', [operations(), file('0', 'x'), map(), END]],
    ['a file that is mapped does not come', [operations(), map(), END]],
    ['a file comes that is not mapped', [operations(), map(), file('0', 'x'), file('1', 'x'), END]],
    ['a file comes twice', [operations(), map(), file('0', 'x'), file('0', 'y'), END]],
    ['operations come twice', [operations(), operations(), map(), file('0', 'x'), END]],
    ['the map comes twice', [operations(), map(), map(), file('0', 'x'), END]],
    ['another field comes', [operations(), map(), field('more', 'x'), file('0', 'x'), END]],
    ['a field stands for a file', [operations(), map(), field('0', 'x'), END]],
    [
      'a part has no name',
      [
        operations(),
        map(),
        Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; filename="x"\r\n\r\nx\r\n`),
        END,
      ],
    ],
    [
      'parts without a name follow one another',
      [
        operations(),
        map(),
        ...Array<Buffer>(20).fill(Buffer.from(`--${BOUNDARY}\r\nx: y\r\n\r\nx\r\n`)),
        file('0', 'x'),
        END,
      ],
    ],
    ['it breaks off in a file', [operations(), map(), file('0', 'x')]],
    ['it breaks off in a head', [operations(), map(), Buffer.from(`--${BOUNDARY}\r\ncontent-dispo`)]],
    ['it breaks off in a field', [operations().subarray(0, -20)]],
    ['a head is garbled', [operations(), map(), Buffer.from(`--${BOUNDARY}\r\n\0\r\n\r\n`), file('0', 'x'), END]],
    ['a head is huge', [operations(), map(), Buffer.from(`--${BOUNDARY}\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`), END]],
    ['it is empty', []],
    ['it ends at once', [END]],
    ['it is no form', [Buffer.from('{"query":"{ __typename }"}')]],
    [
      'its boundary is another one',
      one.map((part) => Buffer.from(part.toString('latin1').replaceAll(BOUNDARY, 'other'), 'latin1')),
    ],
    [
      'its variables are deeper than anything',
      [field('operations', `{"query":"{ __typename }","variables":{"a":${'['.repeat(100_000)}`), END],
    ],
    ['its map is deeper than anything', [operations(), field('map', '['.repeat(60_000)), END]],
  ];
  it.for(malformed)('is refused if %s', async ([, parts]) => {
    const { begun } = bench.runs;
    expect(await refusal(await send(parts))).toEqual([400, ['BAD_REQUEST']]);
    expect(bench.runs.begun).toBe(begun);
    expect(Object.keys(Object.prototype)).toEqual([]);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
    await until(async () => (await bench.spooled()).length === 0);
  });

  it('is refused with variables that are as deep as JSON can be', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const text = `{"query":"{ __typename }","variables":{"a":${deep}}}`;
    const response = await send([field('operations', text), map({}), END]);
    expect(await refusal(response)).toEqual([400, ['LIMIT_EXCEEDED']]);
  });

  it.for([
    ['content type without a boundary', { 'content-type': 'multipart/form-data' }, 400],
    ['content type that cannot be read', { 'content-type': 'multipart/form-data;x' }, 400],
    ['compressed body', { 'content-encoding': 'gzip' }, 415],
    ['content type of another form', { 'content-type': `multipart/mixed; boundary=${BOUNDARY}` }, 415],
    ['wish for an answer of another kind', { accept: 'image/png' }, 406],
  ] as const)('is refused with a %s', async ([, headers, status]) => {
    expect(await refusal(await send(one, headers))).toEqual([status, ['BAD_REQUEST']]);
  });

  it('is not taken by another method than POST', async () => {
    const response = await fetch(`${bench.url}/graphql?query={__typename}`, { headers: { 'content-type': MULTIPART } });
    expect(await refusal(response)).toEqual([415, ['BAD_REQUEST']]);
  });

  it('is refused at the first file that is not mapped, though two thousand follow', async () => {
    const { received, closed, socket } = begin(bench, `${UPLOAD_HEADERS}content-length: 50000000\r\n`);
    const files = Array.from({ length: 2000 }, (_, index) => file(`u${index}`, 'x'));
    socket.write(Buffer.concat([operations(), map(), ...files]));
    await until(() => received().includes('"BAD_REQUEST"'));
    socket.destroy();
    await closed;
    expect(await bench.spooled()).toEqual([]);
  });

  it('is refused at its map if that names eleven files', async () => {
    const { received, closed, socket } = begin(bench, `${UPLOAD_HEADERS}content-length: 50000000\r\n`);
    const places = Array.from({ length: 11 }, (_, index) => [index, [`variables.files.${index}`]]);
    const parts = [operations({ files: Array(11).fill(null) }), map(Object.fromEntries(places)), file('0', 'x')];
    socket.write(Buffer.concat(parts));
    await until(() => received().includes('"BAD_REQUEST"'));
    socket.destroy();
    await closed;
  });

  it.for([
    ['operations', [field('operations', `{"query":"{ __typename }","x":"${'x'.repeat(1024 * 1024)}"}`), map({}), END]],
    ['a map', [operations(), field('map', `{${' '.repeat(64 * 1024)}}`), END]],
  ] as const)('is refused with %s larger than is taken', async ([, parts]) => {
    expect(await refusal(await send(parts))).toEqual([413, ['BAD_REQUEST']]);
  });

  it('never takes JSON for a file', async () => {
    const forged = { fileName: 'x', path: '/etc/passwd', sizeBytes: 1, isTooLarge: false, isReceived: true };
    const response = await send([operations({ file: forged }), map({}), END]);
    expect(await refusal(response)).toEqual([200, ['BAD_USER_INPUT']]);
  });

  it('is logged like any other operation, without its files', async () => {
    const before = bench.lines.length;
    await receive([operations(), map(), file('0', 'x', 'secret-name.wav'), END]);
    const lines = bench.lines.slice(before);
    expect(lines).toEqual([expect.objectContaining({ msg: 'operation', type: 'mutation', outcome: 'ok' })]);
    expect(JSON.stringify(lines)).not.toContain('secret-name');
  });
});
