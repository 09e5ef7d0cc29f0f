import type { ParsedList } from '../common/parsed-list.ts';

/** A language by its code, as the service spells it: `en` (source), `fr-FR` (target). */
export interface Language {
  readonly code: string;
}

/** The languages that the service can dub from and into (INTERFACE.md, "Options"). */
export interface Options {
  /** ISO 639-1 codes, without locale. */
  readonly sourceLanguages: ParsedList<Language>;
  /** BCP 47 codes, language plus region. */
  readonly targetLanguages: ParsedList<Language>;
}

/** Target languages of `emotional_transfer`, without region (INTERFACE.md, "POST /api/v1/projects"). */
const EMOTIONAL_TRANSFER_LANGUAGES: ReadonlySet<string> = new Set(['en', 'es', 'fr', 'de', 'it', 'pt']);

/** Whether `emotional_transfer` supports the language, in any region. */
export function supportsEmotionalTransfer(code: string): boolean {
  return EMOTIONAL_TRANSFER_LANGUAGES.has(code.split('-', 1)[0]?.toLowerCase() ?? '');
}
