import type { Options } from '../catalogue/language.ts';
import { unlistedLanguageIssues } from '../catalogue/language-checks.ts';
import { blankTextIssues } from '../common/text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { NewSpeech } from '../writes.ts';
import type { AudioFormat } from './audio-format.ts';

/** Characters are code points (behaviour, 11 "Writing"). */
const MAX_SPEECH_CHARACTERS = 5000;
/** 50 MB, for one file (interface, "Limits"). */
export const MAX_REFERENCE_AUDIO_BYTES = 52_428_800;

/** What a reference file turned out to be: its size and, by its first bytes, its format; or that it was not received. */
export type ReferenceAudioFinding =
  | { readonly sizeBytes: number; readonly format: AudioFormat | null }
  | typeof NOT_RECEIVED;
/** Nothing of the request was read any more after a file that was too large. */
export const NOT_RECEIVED = 'not received';

/** What the input tells by itself (interface, POST /api/v1/cloning/synthesize). */
export function newSpeechIssues(
  { text }: Pick<NewSpeech, 'text'>,
  referenceAudio: readonly ReferenceAudioFinding[],
): ValidationIssue[] {
  return [
    ...blankTextIssues(['text'], text),
    ...speechTextIssues(text),
    ...(referenceAudio.length > 0 ? [] : [issueAt(['referenceAudio'], 'TOO_SHORT', 'At least one file is required.')]),
    ...referenceAudioIssues(referenceAudio),
  ];
}

/** Of files that were not received nothing is known: they are told of only where the file that was at fault is not. */
function referenceAudioIssues(referenceAudio: readonly ReferenceAudioFinding[]): ValidationIssue[] {
  const issues = referenceAudio.flatMap((file, index) => {
    return file === NOT_RECEIVED ? [] : referenceAudioFileIssues(['referenceAudio', index], file);
  });
  const missing = referenceAudio.indexOf(NOT_RECEIVED);
  if (issues.length > 0 || missing < 0) return issues;
  return [
    issueAt(
      ['referenceAudio', missing],
      'REQUIRED',
      'This file was not received, because an earlier file was too large.',
    ),
  ];
}

/** What the service's options tell of the language. */
export function speechLanguageIssues({ language }: Pick<NewSpeech, 'language'>, options: Options): ValidationIssue[] {
  return unlistedLanguageIssues(['language'], language, options.targetLanguages, 'targetLanguages');
}

function speechTextIssues(text: string): ValidationIssue[] {
  const issues: ValidationIssue[] = [];
  const length = codePoints(text);
  if (length > MAX_SPEECH_CHARACTERS) {
    issues.push(
      issueAt(['text'], 'TOO_LONG', `Must have at most ${MAX_SPEECH_CHARACTERS} characters, but has ${length}.`),
    );
  }
  // A form carries UTF-8, which has no way to write half a character: another text would be spoken.
  if (!text.isWellFormed())
    issues.push(issueAt(['text'], 'MALFORMED', 'Must not contain a lone surrogate (half of a character).'));
  return issues;
}

function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

function referenceAudioFileIssues(
  path: InputPath,
  { sizeBytes, format }: Exclude<ReferenceAudioFinding, string>,
): ValidationIssue[] {
  if (sizeBytes === 0) return [issueAt(path, 'TOO_SHORT', 'The file is empty.')];
  if (sizeBytes > MAX_REFERENCE_AUDIO_BYTES) {
    const message = `The file is larger than ${MAX_REFERENCE_AUDIO_BYTES} bytes, the maximum.`;
    return [issueAt(path, 'TOO_LONG', message)];
  }
  if (format !== null) return [];
  return [
    issueAt(path, 'MALFORMED', 'The file must be WAV, MP3, M4A or FLAC, but its first bytes match none of them.'),
  ];
}
