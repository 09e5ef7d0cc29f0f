import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';

describe('a reference file of a synthesis', () => {
  const input = (file: unknown) => ({ text: 'Bonjour.', language: 'fr-FR', referenceAudio: [file] });

  it.each([
    [{ fileName: 'a.wav', path: '/etc/passwd', sizeBytes: 100, isTooLarge: false }],
    ['/etc/passwd'],
    [null],
    [1],
  ])('cannot be forged in JSON as %j', async (file) => {
    await using gateway = await startGateway();
    const document = 'mutation ($input: SynthesizeSpeechInput!) { synthesizeSpeech(input: $input) { __typename } }';
    const { data, errors } = await gateway.ask(document, { variables: { input: input(file) } });
    expect(data).toBeUndefined();
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it.each(['{ fileName: "a.wav", path: "/etc/passwd" }', '"/etc/passwd"'])(
    'cannot be forged in the document as %s',
    async (literal) => {
      await using gateway = await startGateway();
      const { data, errors } = await gateway.ask(
        `mutation { synthesizeSpeech(input: { text: "a", language: "fr-FR", referenceAudio: [${literal}] }) { __typename } }`,
      );
      expect(data).toBeUndefined();
      expect(errors).toMatchObject([{ extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }]);
    },
  );

  it.each([
    ['query ($a: ID!) { artifact(id: $a) { id } }', 'variables.a', { a: null }],
    ['query ($a: [ID!]!) { nodes(ids: $a) { id } }', 'variables.a.0', { a: [null] }],
    ['query ($a: DubbingProjectFilter) { dubbingProjects(filter: $a) { totalCount } }', 'variables.a', { a: null }],
    ['query ($a: Int) { voices(first: $a) { totalCount } }', 'variables.a', { a: null }],
    [
      'query ($a: DateTime) { dubbingProjects(filter: { createdAfter: $a }) { totalCount } }',
      'variables.a',
      { a: null },
    ],
    [
      'mutation ($a: URL!) { createArtifact(input: { name: "a", s3Path: $a }) { __typename } }',
      'variables.a',
      { a: null },
    ],
  ])('shows nothing of itself where another value belongs: %s', async (query, path, variables) => {
    await using gateway = await startGateway();
    const form = new FormData();
    form.set('operations', JSON.stringify({ query, variables }));
    form.set('map', JSON.stringify({ 0: [path] }));
    form.set('0', new Blob(['RIFF']), 'private-name.wav');
    const headers = { 'graphql-require-preflight': '1' };
    const answer = await (await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: form })).text();
    expect(JSON.parse(answer).errors[0].extensions.code).toMatch(/^(BAD_USER_INPUT|GRAPHQL_VALIDATION_FAILED)$/);
    expect(answer).not.toMatch(/private-name|dubbing-gateway-uploads|sizeBytes|isTooLarge|fileName/);
  });

  it('is needed: without one, nothing is sent, and all else that is wrong is named too', async () => {
    await using gateway = await startGateway();
    const { data } = await gateway.ask(
      `mutation ($text: String!) { synthesizeSpeech(input: { text: $text, language: "tlh", referenceAudio: [], idempotencyKey: "" }) {
        ... on ValidationError { issues { path } } } }`,
      { variables: { text: 'a'.repeat(5001) } },
    );
    const paths = data.synthesizeSpeech.issues.map(({ path }: { path: string[] }) => path.join('.'));
    expect(paths.toSorted()).toEqual(['idempotencyKey', 'language', 'referenceAudio', 'text']);
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/options']);
  });
});
