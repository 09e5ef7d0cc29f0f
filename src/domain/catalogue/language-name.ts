import { LRUCache } from 'lru-cache';

/** Names of languages by code, in one language. */
type Names = (code: string) => string;

/**
 * Names depend on nothing but their two codes, and an Intl.DisplayNames costs more than all else in a query, so both are
 * kept. They are bounded, since callers choose one code and the service the other. An operation has at most 100 aliases:
 * more locales than it can name fit in, so that they never push each other out.
 */
const MAX_LOCALES = 256;
const MAX_NAMES_OF_LOCALE = 1024;
/** A tag with everything in it has some 40 characters; Intl reads any length, and that takes a while. */
const LONGEST_LOCALE = 100;
/** Tags are as many as callers invent; the locales that Intl resolves them to are some hundreds. */
const MAX_TAGS = 4096;
const localeByTag = new LRUCache<string, string>({ max: MAX_TAGS });
const byLocale = new LRUCache<string, Names>({ max: MAX_LOCALES });

/**
 * The name of a language in another one (BCP 47), where a language that Intl does not know is called by its
 * code. Null if `tag` is no language tag. In a language that Intl cannot speak, the names are English.
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

/** The name that a language has for itself, or its code where Intl does not know it. */
export function nativeLanguageName(code: string): string {
  let name = nativeNames.get(code);
  if (name === undefined) {
    name = isSpoken(code) ? (languageName(code, code) ?? code) : code;
    nativeNames.set(code, name);
  }
  return name;
}

function namesFrom(display: Intl.DisplayNames): Names {
  const known = new LRUCache<string, string>({ max: MAX_NAMES_OF_LOCALE });
  return (code) => {
    let name = known.get(code);
    if (name === undefined) {
      name = nameFrom(display, code);
      known.set(code, name);
    }
    return name;
  };
}

function displayNames(locale: string): Intl.DisplayNames | null {
  try {
    // The second choice keeps the answer from depending on the language of the machine.
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
