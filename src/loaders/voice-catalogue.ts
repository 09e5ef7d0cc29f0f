import { compareVoices, type Voice, type VoicesByLanguage } from '../domain/catalogue/voice.ts';
import { memoByIdentity } from '../domain/common/memo-by-identity.ts';
import type { MalformedItem } from '../domain/common/parsed-list.ts';

/** The voices of one catalogue, indexed so that a look-up costs no scan. */
export interface VoiceCatalogue {
  /** Every voice, in ascending order of language code, name and key: the order of the connection. */
  readonly sorted: readonly Voice[];
  readonly inLanguage: ReadonlyMap<string, readonly Voice[]>;
  readonly malformed: ReadonlyMap<string, readonly MalformedItem[]>;
  /** The voice under this key; if several languages have one, that of the language listed first. */
  find(key: string): Voice | null;
  findIn(language: string, key: string): Voice | null;
}

/** Indexes an answer of the service once, so that joining the speakers of a script to their voices costs no scan. */
export const indexVoices = memoByIdentity(({ languages, malformed }: VoicesByLanguage): VoiceCatalogue => {
  const byKey = new Map<string, Voice>();
  const byKeyInLanguage = new Map<string, ReadonlyMap<string, Voice>>();
  for (const [language, voices] of languages) {
    const ofLanguage = new Map<string, Voice>();
    for (const voice of voices) {
      if (!ofLanguage.has(voice.key)) ofLanguage.set(voice.key, voice);
      if (!byKey.has(voice.key)) byKey.set(voice.key, voice);
    }
    byKeyInLanguage.set(language, ofLanguage);
  }
  let sorted: readonly Voice[] | null = null;
  return {
    get sorted() {
      // A key that a language lists twice is one voice: its cursor is the same for both.
      sorted ??= [...byKeyInLanguage.values()].flatMap((ofLanguage) => [...ofLanguage.values()]).sort(compareVoices);
      return sorted;
    },
    inLanguage: languages,
    malformed,
    find: (key) => byKey.get(key) ?? null,
    findIn: (language, key) => byKeyInLanguage.get(language)?.get(key) ?? null,
  };
});
