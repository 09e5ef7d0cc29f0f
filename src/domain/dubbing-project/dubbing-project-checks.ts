import { type Options, supportsEmotionalTransfer } from '../catalogue/language.ts';
import { unlistedLanguageIssues } from '../catalogue/language-checks.ts';
import { issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import { webAddressIssues } from '../common/web-address-checks.ts';
import type { NewDubbingProject } from '../writes.ts';
import { segmentIssues } from './script-checks.ts';

/**
 * Rules that need only the input (INTERFACE.md, "POST /api/v1/projects"). Left to the service, because it is
 * undocumented: an empty script or glossary, overlapping source segments, both kinds of automatic voices at once, fixed
 * timings without segments.
 */
export function newDubbingProjectIssues(project: NewDubbingProject): ValidationIssue[] {
  const { sourceVideoUrl, sourceScript, useEmotionalTransfer, targetLanguage } = project;
  return [
    ...webAddressIssues(['sourceVideoUrl'], sourceVideoUrl),
    ...(useEmotionalTransfer === true && !supportsEmotionalTransfer(targetLanguage)
      ? [issueAt(['useEmotionalTransfer'], 'NOT_ALLOWED', `Emotional transfer does not support ${targetLanguage}.`)]
      : []),
    ...segmentIssues(['sourceScript', 'segments'], sourceScript?.segments ?? []),
  ];
}

/** Checks the languages against the options. Only the service knows which pairs it accepts. */
export function dubbingLanguageIssues(
  { sourceLanguage, targetLanguage }: Pick<NewDubbingProject, 'sourceLanguage' | 'targetLanguage'>,
  options: Options,
): ValidationIssue[] {
  return [
    ...unlistedLanguageIssues(['sourceLanguage'], sourceLanguage, options.sourceLanguages, 'sourceLanguages'),
    ...unlistedLanguageIssues(['targetLanguage'], targetLanguage, options.targetLanguages, 'targetLanguages'),
  ];
}
