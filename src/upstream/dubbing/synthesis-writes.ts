import { open, rm } from 'node:fs/promises';
import type { IncomingHttpHeaders } from 'node:http';
import { AUDIO_SIGNATURE_BYTES, type AudioFormat, audioFormat } from '../../domain/speech/audio-format.ts';
import type { NewSpeech, ReferenceAudio } from '../../domain/writes.ts';
import { contentEncodings } from '../http/decode.ts';
import { type FormFile, multipart } from '../http/multipart.ts';
import type { Writes } from '../writes.ts';
import type { Content, Writer } from '../writing/writer.ts';

const CONTENT_TYPES: Readonly<Record<AudioFormat, string>> = {
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
};

/** What a success is asked for as: a WAV that comes as it is, since audio hardly gets smaller; a refusal is JSON. */
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
            answer: {
              saveTo: (status, headers) => (isAudio(status, headers) ? to : null),
              readSaved: (sizeBytes) => (sizeBytes === 0 ? null : { sizeBytes }),
            },
          },
          call,
        );
      } catch (error) {
        await rm(to, { force: true });
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
  const format = await formatOf(path);
  const contentType = format === null ? 'application/octet-stream' : CONTENT_TYPES[format];
  // A part without a file name is taken for a text.
  const named = fileName === '' ? `reference.${format ?? 'bin'}` : fileName;
  return { name: 'reference_audio_files', fileName: named, contentType, path, sizeBytes };
}

async function formatOf(path: string): Promise<AudioFormat | null> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(AUDIO_SIGNATURE_BYTES), 0, AUDIO_SIGNATURE_BYTES, 0);
  return audioFormat(buffer.subarray(0, bytesRead));
}

/** A 200 may carry anything: an error as JSON, a proxy's page, nothing at all. */
function isAudio(status: number, headers: IncomingHttpHeaders): boolean {
  const type = headers['content-type'] ?? '';
  if (status < 200 || status >= 300 || contentEncodings(headers['content-encoding']).length > 0) return false;
  return /^(?:audio\/|application\/octet-stream\b)/i.test(type);
}
