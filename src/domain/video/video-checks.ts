import { artifactIdIssues, artifactUses } from '../artifact/artifact-use-checks.ts';
import { isPlainLanguageCode, isRegionalLanguageCode } from '../catalogue/language-checks.ts';
import { canExist } from '../common/id-argument.ts';
import { isGiven, type Optional } from '../common/optional.ts';
import { blankTextIssues } from '../common/text-checks.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { NewVideo, VideoChanges, VideoScript } from '../writes.ts';
import type { VideoKey, WorkflowType } from './video.ts';

/** Workflows that accept finished translations (INTERFACE.md, "POST /api/v1/projects/{projectId}/videos/create"). */
const TAKES_TARGET_SCRIPTS: ReadonlySet<WorkflowType> = new Set([
  'dubbing',
  'voiceover',
  'audio_description',
  'translation',
]);

/** Rules that need only the input (INTERFACE.md, "POST /api/v1/projects/{projectId}/videos/create"). */
export function newVideoIssues(video: NewVideo): ValidationIssue[] {
  return [
    ...(canExist('StudioProject', [video.projectId])
      ? []
      : [issueAt(['projectId'], 'MALFORMED', 'This is not a valid studio project id.')]),
    ...blankTextIssues(['name'], video.name),
    ...sourceIssues(video),
    ...languageIssues(video),
    ...targetScriptIssues(video),
    ...subtitlingIssues(video),
    ...artifactUses(video).flatMap(artifactIdIssues),
    ...frameRateIssues(['sourceScript'], video.sourceScript),
    ...(video.targetScripts ?? []).flatMap((script, index) => frameRateIssues(['targetScripts', index], script)),
  ];
}

/** The source of a tts video is a script, and only it may have reference files. Every other source is a video. */
function sourceIssues(video: NewVideo): ValidationIssue[] {
  const { workflowType, sourceArtifactId, sourceScript, referenceArchiveArtifactId } = video;
  if (workflowType === 'tts') {
    return [
      ...(isGiven(sourceArtifactId)
        ? [issueAt(['sourceArtifactId'], 'NOT_ALLOWED', 'TTS has no source video. Omit this field.')]
        : []),
      ...(isGiven(sourceScript)
        ? []
        : [issueAt(['sourceScript'], 'REQUIRED', 'TTS needs a script with the lines to speak.')]),
    ];
  }
  return [
    ...(isGiven(sourceArtifactId)
      ? []
      : [issueAt(['sourceArtifactId'], 'REQUIRED', 'Required for every workflow except TTS.')]),
    ...(isGiven(referenceArchiveArtifactId)
      ? [issueAt(['referenceArchiveArtifactId'], 'NOT_ALLOWED', 'Only TTS accepts reference files.')]
      : []),
  ];
}

function languageIssues({ workflowType, sourceLanguage, targetLanguages }: NewVideo): ValidationIssue[] {
  // The form of a language code is undocumented for TTS, so both forms pass.
  const takesEither = workflowType === 'tts';
  const isSource =
    sourceLanguage === 'multi' ||
    isPlainLanguageCode(sourceLanguage) ||
    (takesEither && isRegionalLanguageCode(sourceLanguage));
  return [
    ...(isSource
      ? []
      : [issueAt(['sourceLanguage'], 'MALFORMED', 'Must be an ISO 639-1 code, such as "en", or "multi".')]),
    // A transcription needs no target language.
    ...(targetLanguages.length === 0 && workflowType !== 'transcription'
      ? [issueAt(['targetLanguages'], 'TOO_SHORT', 'At least one language is required.')]
      : []),
    ...targetLanguageIssues(targetLanguages, takesEither),
  ];
}

function targetLanguageIssues(languages: readonly string[], takesPlain: boolean): ValidationIssue[] {
  const misshapen = languages.flatMap((code, index) =>
    isRegionalLanguageCode(code) || (takesPlain && isPlainLanguageCode(code))
      ? []
      : [issueAt(['targetLanguages', index], 'MALFORMED', 'Must be a language code with a region, such as "fr-FR".')],
  );
  return [...misshapen, ...repeatIssues(languages, (index) => ['targetLanguages', index])];
}

function targetScriptIssues({ workflowType, targetLanguages, targetScripts }: NewVideo): ValidationIssue[] {
  const scripts = targetScripts ?? [];
  const languages = scripts.map(({ language }) => language);
  return [
    ...(scripts.length > 0 && !TAKES_TARGET_SCRIPTS.has(workflowType)
      ? [
          issueAt(
            ['targetScripts'],
            'NOT_ALLOWED',
            `The workflow ${workflowType.toUpperCase()} does not accept finished translations.`,
          ),
        ]
      : []),
    ...keyIssues(languages, targetLanguages, (index) => ['targetScripts', index, 'language']),
  ];
}

function subtitlingIssues({ targetLanguages, subtitlingParams }: NewVideo): ValidationIssue[] {
  const languages = (subtitlingParams ?? []).map(({ language }) => language);
  return keyIssues(languages, targetLanguages, (index) => ['subtitlingParams', index, 'language']);
}

/** Checks a list that the service expects as an object keyed by target language. */
function keyIssues(
  languages: readonly string[],
  targetLanguages: readonly string[],
  pathOf: (index: number) => InputPath,
): ValidationIssue[] {
  const targets = new Set(targetLanguages);
  const strangers = languages.flatMap((language, index) =>
    targets.has(language) ? [] : [issueAt(pathOf(index), 'NOT_ALLOWED', 'Must be one of targetLanguages.')],
  );
  return [...strangers, ...repeatIssues(languages, pathOf)];
}

function repeatIssues(languages: readonly string[], pathOf: (index: number) => InputPath): ValidationIssue[] {
  const seen = new Set<string>();
  return languages.flatMap((language, index) => {
    if (seen.has(language)) return [issueAt(pathOf(index), 'CONFLICT', 'This language is a duplicate.')];
    seen.add(language);
    return [];
  });
}

function frameRateIssues(at: InputPath, script: Optional<VideoScript>): ValidationIssue[] {
  const frameRate = script?.frameRate;
  return !isGiven(frameRate) || frameRate > 0
    ? []
    : [issueAt([...at, 'frameRate'], 'OUT_OF_RANGE', 'Must be a number of frames per second, above 0.')];
}

/** Rules that need only the input (INTERFACE.md, "PATCH /api/projects/{projectId}/videos/{videoId}"). */
export function videoUpdateIssues({ projectId, videoId }: VideoKey, changes: VideoChanges): ValidationIssue[] {
  const { name, targetLanguages, workflowType, status, remark } = changes;
  return [
    ...(canExist('Video', [projectId, videoId]) ? [] : [issueAt(['id'], 'MALFORMED', 'This is not a valid video id.')]),
    ...([name, targetLanguages, workflowType, status, remark].some(isGiven)
      ? []
      : [issueAt([], 'REQUIRED', 'At least one field besides the id is required.')]),
    // An update does not need the workflow, so a language of a TTS video must pass too.
    ...targetLanguageIssues(targetLanguages ?? [], true),
  ];
}
