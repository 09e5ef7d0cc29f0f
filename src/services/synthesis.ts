import { readFile } from 'node:fs/promises';
import { idempotencyKeyIssues } from '../domain/common/idempotency-key-checks.ts';
import { audioFormatOfFile } from '../domain/speech/audio-format.ts';
import {
  NOT_RECEIVED,
  newSpeechIssues,
  type ReferenceAudioFinding,
  speechLanguageIssues,
} from '../domain/speech/speech-checks.ts';
import type { Audio } from '../domain/speech/synthesis.ts';
import type { NewSpeech, ReferenceAudio } from '../domain/writes.ts';
import { LimitExceededError, OutcomeUnknownError } from '../errors.ts';
import type { AudioDraft, StoredAudio } from './audio-store.ts';
import { checkInput, readForCheck } from './check-input.ts';
import type { ServiceParts } from './service-parts.ts';
import type { CallersKey, Services } from './services.ts';
import { mendWav, type Wav } from './wav.ts';
import { post } from './write.ts';

export function createSynthesisServices(parts: ServiceParts): Pick<Services, 'synthesizeSpeech'> {
  return { synthesizeSpeech: (input, key) => synthesizeSpeech(parts, input, key) };
}

async function synthesizeSpeech(parts: ServiceParts, input: NewSpeech, key: CallersKey): Promise<Audio> {
  const { writes, audioStore, audioUrl } = parts;
  await checkSpeech(parts, input, key);
  const call = post(parts, key);
  await using draft = await audioStore.draft(expectedBytes(input));
  await writes.synthesis.synthesize(input, draft.path, call);
  const { wav, ...stored } = await keepSpeech(draft, call.idempotencyKey);
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
  return { sizeBytes, format: await audioFormatOfFile(path) };
}

/** Speech is charged, so an unusable WAV or a failed write to disk is an unknown outcome. */
async function keepSpeech(draft: AudioDraft, idempotencyKey: string): Promise<StoredAudio & { readonly wav: Wav }> {
  try {
    const wav = await mendWav(draft.path);
    return { ...(await draft.keep()), wav };
  } catch (cause) {
    throw new OutcomeUnknownError(idempotencyKey, { cause });
  }
}

/**
 * 16-bit samples at 44.1 kHz, at ten characters a second, which is slow (INTERFACE.md, "POST
 * /api/v1/cloning/synthesize").
 */
const BYTES_PER_CHARACTER = 8_820;
const HEADER_BYTES = 64 * 1024;

const expectedBytes = ({ text }: NewSpeech): number => text.length * BYTES_PER_CHARACTER + HEADER_BYTES;

/** Some 24 seconds of speech. Each selection of the field holds the text in memory. */
const LARGEST_TEXT_BYTES = 2 * 1024 * 1024;

/** Reads the file once for all selections. */
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
