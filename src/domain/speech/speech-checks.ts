import type { Options } from '../catalogue/language.ts';
import { unlistedLanguageIssues } from '../catalogue/language-checks.ts';
import { blankTextIssues } from '../common/text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { NewSpeech } from '../writes.ts';
import type { AudioFormat } from './audio-format.ts';

/** Characters are code points (BEHAVIOUR.md, "Writing"). */
const MAX_SPEECH_CHARACTERS = 5000;
/** 50 MB, for one file (INTERFACE.md, "Limits"). */
export const MAX_REFERENCE_AUDIO_BYTES = 52_428_800;

/** A received reference file: its size and, by its first bytes, its format; or that it was not received. */
export type ReferenceAudioFinding =
  | { readonly sizeBytes: number; readonly format: AudioFormat | null }
  | typeof NOT_RECEIVED;
/** Reading of the request stopped after a file that was too large. */
export const NOT_RECEIVED = 'not received';

/** Rules that need only the input (INTERFACE.md, "POST /api/v1/cloning/synthesize"). */
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

/** Nothing is known of files that were not received. They are reported only if the file at fault is not. */
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

/** Checks the language against the options. */
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
  // A form is UTF-8, which cannot encode a lone surrogate: a different text would be spoken.
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
