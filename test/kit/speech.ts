import type { Answer, GraphError, TestGateway } from './gateway.ts';

/** A file to learn a voice from. */
export interface Reference {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface SpokenAnswer {
  readonly status: number;
  /** The member of the union that came, with its fields. */
  readonly result: Answer;
  readonly errors: readonly GraphError[];
}

const SPEAK = `mutation ($input: SynthesizeSpeechInput!) {
  synthesizeSpeech(input: $input) {
    __typename
    ... on SynthesizeSpeechPayload {
      audio { url expiresAt contentType sizeBytes durationSeconds sampleRateHz base64 }
    }
    ... on UserError { code message }
    ... on ValidationError { issues { path message } }
    ... on OutcomeUnknownError { idempotencyKey }
  }
}`;

/** The first bytes of a WAV, which is all that tells one. */
export const wavOf = (more: string | Uint8Array = ''): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVEfmt '), Buffer.from(more as string)]));

/** Sends the mutation as a browser does: as a form, its files after the fields that tell of them. */
export async function speak(
  gateway: Pick<TestGateway, 'url'>,
  input: { readonly text?: string; readonly language?: string; readonly idempotencyKey?: string } = {},
  references: readonly Reference[] = [{ name: 'voice.wav', bytes: wavOf() }],
): Promise<SpokenAnswer> {
  const form = new FormData();
  const referenceAudio = references.map(() => null);
  const variables = { input: { text: 'Hello there.', language: 'en-US', ...input, referenceAudio } };
  form.set('operations', JSON.stringify({ query: SPEAK, variables }));
  const places = references.map((_, index) => [index, [`variables.input.referenceAudio.${index}`]]);
  form.set('map', JSON.stringify(Object.fromEntries(places)));
  for (const [index, { name, bytes }] of references.entries()) form.set(String(index), new Blob([bytes]), name);
  const headers = { 'graphql-require-preflight': '1' };
  const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body: form });
  const { data, errors = [] } = (await response.json()) as Answer;
  return { status: response.status, result: data?.synthesizeSpeech, errors };
}
