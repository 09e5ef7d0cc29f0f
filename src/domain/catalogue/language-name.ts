import { LRUCache } from 'lru-cache';

/** Names of languages by code, in one language. */
type Names = (code: string) => string;

/**
 * Names depend only on their two codes, and an Intl.DisplayNames costs more than anything else in a query, so both are
 * cached. The caches are bounded, because callers choose one code and the service the other. More locales fit in than
 * an operation can have aliases (100), so that one operation never evicts its own.
 */
const MAX_LOCALES = 256;
const MAX_NAMES_OF_LOCALE = 1024;
/** The longest useful tag has some 40 characters. Intl reads any length, which is slow. */
const LONGEST_LOCALE = 100;
/** Callers can invent any number of tags. Intl resolves them to some hundreds of locales. */
const MAX_TAGS = 4096;
const localeByTag = new LRUCache<string, string>({ max: MAX_TAGS });
const byLocale = new LRUCache<string, Names>({ max: MAX_LOCALES });

/**
 * The name of a language in the language `tag` (BCP 47). An unknown language is named by its code. Null if `tag` is not
 * a language tag. Names are English if Intl does not support `tag`.
 */
export function languageName(code: string, tag: string): string | null {
  if (tag.length > LONGEST_LOCALE) return null;
  const locale = localeByTag.get(tag);
  const names = (locale === undefined ? undefined : byLocale.get(locale)) ?? learn(tag);
  return names?.(code) ?? null;
}

function learn(tag: string): Names | null {
  const display = displayNames(tag);
  if (display === null) return null;
  const { locale } = display.resolvedOptions();
  localeByTag.set(tag, locale);
  const names = byLocale.get(locale) ?? namesFrom(display);
  byLocale.set(locale, names);
  return names;
}

const nativeNames = new LRUCache<string, string>({ max: MAX_NAMES_OF_LOCALE });

/** The name of a language in itself, or its code if Intl does not know it. */
export function nativeLanguageName(code: string): string {
  let name = nativeNames.get(code);
  if (name === undefined) {
    name = isSpoken(code) ? (languageName(code, code) ?? code) : code;
    nativeNames.set(code, name);
  }
  return name;
}

function namesFrom(display: Intl.DisplayNames): Names {
  const names = new LRUCache<string, string>({ max: MAX_NAMES_OF_LOCALE });
  return (code) => {
    let name = names.get(code);
    if (name === undefined) {
      name = nameFrom(display, code);
      names.set(code, name);
    }
    return name;
  };
}

function displayNames(locale: string): Intl.DisplayNames | null {
  try {
    // The second choice makes the answer independent of the machine's language.
    return new Intl.DisplayNames([locale, 'en'], { type: 'language', fallback: 'none' });
  } catch {
    return null;
  }
}

function nameFrom(display: Intl.DisplayNames, code: string): string {
  try {
    return display.of(code) ?? code;
  } catch {
    return code;
  }
}

function isSpoken(code: string): boolean {
  try {
    return Intl.DisplayNames.supportedLocalesOf(code).length > 0;
  } catch {
    return false;
  }
}
