import { compareVoices, type Voice, type VoicesByLanguage } from '../domain/catalogue/voice.ts';
import type { VoiceCatalogue } from './loaders.ts';

/** Indexes the service's answer once, so that joining the speakers of a script to their voices costs no scan. */
export function indexVoices({ languages, malformed }: VoicesByLanguage): VoiceCatalogue {
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
      // A key that a language lists twice is one voice: its cursor could not tell the two apart.
      sorted ??= [...byKeyInLanguage.values()].flatMap((ofLanguage) => [...ofLanguage.values()]).sort(compareVoices);
      return sorted;
    },
    inLanguage: languages,
    malformed,
    find: (key) => byKey.get(key) ?? null,
    findIn: (language, key) => byKeyInLanguage.get(language)?.get(key) ?? null,
  };
}
