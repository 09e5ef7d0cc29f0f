/** Uploads as a browser sends them, made while they are sent: neither side holds a whole file. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Data } from './graph-client.ts';

export interface SpeechUpload {
  readonly text: string;
  /** The size of each reference file. */
  readonly sizes: readonly number[];
  /** Files of other numbers have other bytes. */
  readonly number: number;
  /** The caller's token, if it has one. */
  readonly token?: string;
}

export interface UploadAnswer {
  readonly status: number;
  /** The member of the union; null with errors. */
  readonly result: Data;
  readonly codes: readonly string[];
  /** The hash of each file as it was sent. */
  readonly sha256: readonly string[];
}

const SYNTHESIZE = `mutation ($input: SynthesizeSpeechInput!) {
  synthesizeSpeech(input: $input) {
    __typename
    ... on SynthesizeSpeechPayload { audio { url sizeBytes } }
    ... on UserError { code message }
  }
}`;
const BOUNDARY = 'a-boundary-of-the-load';
const END = Buffer.from(`--${BOUNDARY}--\r\n`);
const BLOCK_BYTES = 64 * 1024;
/** The first bytes of a WAV. */
const WAV_HEAD = Buffer.from('RIFF\0\0\0\0WAVEfmt ');

export const UPLOAD_HEADERS = {
  'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
  'graphql-require-preflight': '1',
} as const;

/** Sends it with all that it announces, and reads the answer. */
export async function sendUpload(url: string, upload: SpeechUpload): Promise<UploadAnswer> {
  const hashes = upload.sizes.map(() => createHash('sha256'));
  const outgoing = request(`${url}/graphql`, {
    method: 'POST',
    headers: {
      ...UPLOAD_HEADERS,
      'content-length': lengthOf(upload),
      ...(upload.token !== undefined && { authorization: `Bearer ${upload.token}` }),
    },
    agent: false,
  });
  const answered = new Promise<{ status: number; body: Promise<string> }>((resolve, reject) => {
    outgoing.once('response', (response) => resolve({ status: response.statusCode ?? 0, body: text(response) }));
    outgoing.once('error', reject);
  });
  const sent = pipeline(Readable.from(pieces(upload, (file, bytes) => hashes[file]?.update(bytes))), outgoing);
  // A refusal may come before all has been sent; then the rest cannot be.
  sent.catch(() => {});
  const { status, body } = await answered;
  const { data, errors = [] } = JSON.parse(await body) as Data;
  return {
    status,
    result: data?.synthesizeSpeech ?? null,
    codes: errors.map(({ extensions }: Data) => String(extensions?.code)),
    sha256: hashes.map((hash) => hash.digest('hex')),
  };
}

export function lengthOf(upload: SpeechUpload): number {
  const files = upload.sizes.map((size, index) => fileHead(index).length + size + 2);
  return opening(upload).length + files.reduce((sum, size) => sum + size, 0) + END.length;
}

/** The body, piece by piece. */
export function* pieces(upload: SpeechUpload, onFileBytes: (file: number, bytes: Buffer) => void = () => {}) {
  yield opening(upload);
  for (const [index, size] of upload.sizes.entries()) {
    yield fileHead(index);
    for (const bytes of fileBytes(size, upload.number * 31 + index)) {
      onFileBytes(index, bytes);
      yield bytes;
    }
    yield Buffer.from('\r\n');
  }
  yield END;
}

function* fileBytes(size: number, number: number): Generator<Buffer> {
  const block = Buffer.alloc(BLOCK_BYTES, `speech ${number} `);
  yield WAV_HEAD.subarray(0, size);
  for (let left = size - WAV_HEAD.length; left > 0; left -= BLOCK_BYTES) yield block.subarray(0, left);
}

function opening({ text, sizes }: SpeechUpload): Buffer {
  const referenceAudio = sizes.map(() => null);
  const variables = { input: { text, language: 'en-US', referenceAudio } };
  const map = Object.fromEntries(sizes.map((_, index) => [index, [`variables.input.referenceAudio.${index}`]]));
  return Buffer.concat([field('operations', { query: SYNTHESIZE, variables }), field('map', map)]);
}

const field = (name: string, value: unknown): Buffer =>
  Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${JSON.stringify(value)}\r\n`);

const fileHead = (index: number): Buffer =>
  Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${index}"; filename="voice-${index}.wav"\r\n\r\n`,
  );
