import type { ParsedList } from '../common/parsed-list.ts';
import { type InputPath, issueAt, type ValidationIssue } from '../common/validation-issue.ts';
import type { Language } from './language.ts';

/**
 * Checks a code against the service's options. A list with unreadable entries does not prove that a code is missing.
 */
export function unlistedLanguageIssues(
  path: InputPath,
  code: string,
  listed: ParsedList<Language>,
  listName: 'sourceLanguages' | 'targetLanguages',
): ValidationIssue[] {
  if (listed.malformed.length > 0 || listed.items.some((language) => language.code === code)) return [];
  return [issueAt(path, 'NOT_ALLOWED', `Must be one of options.${listName}. Codes are case-sensitive.`)];
}

/** ISO 639-1, without region. Some languages have no code of two letters (Filipino is `fil`): the service judges those. */
export function isPlainLanguageCode(code: string): boolean {
  return /^[a-z]{2,3}$/i.test(code);
}

/** BCP 47, language plus region, e.g. `fr-FR`, `es-419`, `zh-Hans-CN`, `zh-CN-liaoning`. */
export function isRegionalLanguageCode(code: string): boolean {
  return /^[a-z]{2,3}(?:-[a-z]{4})?-(?:[a-z]{2}|\d{3})(?:-[a-z\d]{4,8})*$/i.test(code);
}
