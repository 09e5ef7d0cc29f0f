import { open, readFile, rm, stat } from 'node:fs/promises';
import { type AudioFormat, audioFormatOfFile } from '../../domain/speech/audio-format.ts';
import { beginsAsWav, WAV_SIGNATURE_BYTES } from '../../domain/speech/wav-signature.ts';
import type { NewSpeech, ReferenceAudio } from '../../domain/writes.ts';
import { type Clean, parseBody, UNREADABLE_BODY } from '../http/body.ts';
import { isGzip, UndecodableError } from '../http/decode.ts';
import { decodeFile } from '../http/decode-file.ts';
import type { SavedBody } from '../http/exchange.ts';
import type { Writes } from '../writes.ts';
import { type FormFile, multipart } from '../writing/multipart.ts';
import type { Content, ReadAnswer, Writer } from '../writing/writer.ts';

const CONTENT_TYPES: Readonly<Record<AudioFormat, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
};

/** The accepted encoding: a WAV that comes as it is, since audio hardly gets smaller; a refusal is JSON. */
export const SPEECH_ACCEPTED = { accept: 'audio/wav, application/json', encoding: 'identity' } as const;

export function createSynthesisWrites(writer: Writer): Writes['synthesis'] {
  return {
    synthesize: async (input, to, call) => {
      const content = await toForm(input);
      try {
        return await writer(
          {
            method: 'POST',
            endpoint: 'POST /api/v1/cloning/synthesize',
            path: '/api/v1/cloning/synthesize',
            idempotencyKey: call.idempotencyKey,
            content,
            // The bytes of a success decide what it is, not its content type.
            answer: {
              saveTo: (status) => (status >= 200 && status < 300 ? to : null),
              readSaved: (saved, encodings, clean) => readSpeech(to, saved, encodings, clean),
            },
          },
          call,
        );
      } catch (error) {
        // A failed removal must not hide the first error.
        await rm(to, { force: true }).catch(() => undefined);
        throw error;
      }
    },
  };
}

async function toForm({ text, language, referenceAudio }: NewSpeech): Promise<Content> {
  const fields = [
    { name: 'text', value: text },
    { name: 'language', value: language },
  ];
  return multipart(fields, await Promise.all(referenceAudio.map(toFormFile)));
}

async function toFormFile({ fileName, path, sizeBytes }: ReferenceAudio): Promise<FormFile> {
  const format = await audioFormatOfFile(path);
  const contentType = format === null ? 'application/octet-stream' : CONTENT_TYPES[format];
  // A part without a file name is taken for a text.
  const named = fileName === '' ? `reference.${format ?? 'bin'}` : fileName;
  return { name: 'reference_audio_files', fileName: named, contentType, path, sizeBytes };
}

/** As much as an answer has that is no audio: a refusal's words, or a page's beginning. */
const MAX_WORDS_BYTES = 64 * 1024;

/** A 200 may carry anything: speech, compressed or not; an error as JSON; a proxy's page; nothing at all. */
async function readSpeech(
  path: string,
  saved: SavedBody,
  encodings: readonly string[],
  clean: Clean,
): Promise<ReadAnswer<{ readonly sizeBytes: number }>> {
  // Some services declare a compression that is not there, and some compress without declaring it.
  if (beginsAsWav(saved.head)) return { value: { sizeBytes: saved.bytes } };
  try {
    await decodeFile(path, encodings.length > 0 || !isGzip(saved.head) ? encodings : ['gzip']);
  } catch (error) {
    if (error instanceof UndecodableError) return { words: UNREADABLE_BODY };
    throw error;
  }
  const { size } = await stat(path);
  if (beginsAsWav(await beginningOf(path, WAV_SIGNATURE_BYTES))) return { value: { sizeBytes: size } };
  return { words: size > MAX_WORDS_BYTES ? UNREADABLE_BODY : parseBody(await readFile(path), clean) };
}

async function beginningOf(path: string, length: number): Promise<Uint8Array> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}
