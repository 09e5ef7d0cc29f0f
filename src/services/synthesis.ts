import { open, readFile } from 'node:fs/promises';
import { idempotencyKeyIssues } from '../domain/common/idempotency-key-checks.ts';
import { AUDIO_SIGNATURE_BYTES, audioFormat } from '../domain/speech/audio-format.ts';
import {
  NOT_RECEIVED,
  newSpeechIssues,
  type ReferenceAudioFinding,
  speechLanguageIssues,
} from '../domain/speech/speech-checks.ts';
import type { Audio } from '../domain/speech/synthesis.ts';
import type { NewSpeech, ReferenceAudio } from '../domain/writes.ts';
import { LimitExceededError, UpstreamMalformedError } from '../errors.ts';
import { checkInput, readForCheck } from './check-input.ts';
import type { ServiceParts } from './service-parts.ts';
import type { CallersKey, Services } from './services.ts';
import { readWav, type Wav, WavError } from './wav.ts';
import { post } from './write.ts';

export function createSynthesisServices(parts: ServiceParts): Pick<Services, 'synthesizeSpeech'> {
  return { synthesizeSpeech: (input, key) => synthesizeSpeech(parts, input, key) };
}

async function synthesizeSpeech(parts: ServiceParts, input: NewSpeech, key: CallersKey): Promise<Audio> {
  const { writes, audioStore, audioUrl } = parts;
  await checkSpeech(parts, input, key);
  await using draft = await audioStore.draft();
  await writes.synthesis.synthesize(input, draft.path, post(parts, key));
  const wav = await readAnswer(draft.path);
  const stored = await draft.keep();
  return {
    url: audioUrl(stored.token),
    expiresAt: new Date(stored.expiresAtMs).toISOString(),
    contentType: 'audio/wav',
    sizeBytes: stored.sizeBytes,
    ...wav,
    base64: inText(stored),
  };
}

async function checkSpeech({ reads, call }: ServiceParts, input: NewSpeech, key: CallersKey): Promise<void> {
  const referenceAudio = await Promise.all(input.referenceAudio.map(toFinding));
  const languageCheck = async () => {
    const options = await readForCheck(reads.options(), call.log);
    return options === null ? [] : speechLanguageIssues(input, options);
  };
  await checkInput([...newSpeechIssues(input, referenceAudio), ...idempotencyKeyIssues(key)], [languageCheck()]);
}

async function toFinding({ path, sizeBytes, isReceived }: ReferenceAudio): Promise<ReferenceAudioFinding> {
  if (isReceived === false) return NOT_RECEIVED;
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(new Uint8Array(AUDIO_SIGNATURE_BYTES), 0, AUDIO_SIGNATURE_BYTES, 0);
  return { sizeBytes, format: audioFormat(buffer.subarray(0, bytesRead)) };
}

/** What the service wrote, if it is a whole WAV: a 200 may carry anything. */
async function readAnswer(path: string): Promise<Wav> {
  await using file = await open(path);
  try {
    return await readWav(file, (await file.stat()).size);
  } catch (error) {
    if (!(error instanceof WavError)) throw error;
    throw new UpstreamMalformedError(`POST /api/v1/cloning/synthesize: not a whole WAV, ${error.message}`, {
      cause: error,
    });
  }
}

/** Some 24 seconds of speech. The text of a file is held in memory as often as it is asked for. */
const LARGEST_TEXT_BYTES = 2 * 1024 * 1024;

/** Reads the file once, however often it is asked for. */
function inText({ path, sizeBytes }: { readonly path: string; readonly sizeBytes: number }): Audio['base64'] {
  let text: Promise<string> | null = null;
  return async () => {
    if (sizeBytes > LARGEST_TEXT_BYTES) {
      throw new LimitExceededError('base64FileBytes', LARGEST_TEXT_BYTES, sizeBytes);
    }
    text ??= readFile(path, 'base64');
    return text;
  };
}
