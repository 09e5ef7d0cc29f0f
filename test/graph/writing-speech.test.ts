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
