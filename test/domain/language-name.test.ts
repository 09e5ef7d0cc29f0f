import { describe, expect, it, vi } from 'vitest';
import { languageName, nativeLanguageName } from '../../src/domain/catalogue/language-name.ts';

describe('The name of a language', () => {
  it('is told in any language', () => {
    expect(languageName('fr-FR', 'en')).toBe('French (France)');
    expect(languageName('fr-FR', 'de')).toBe('Französisch (Frankreich)');
    expect(languageName('en', 'fr')).toBe('anglais');
  });

  it.each(['zz', 'xx-FR', 'multi', '__proto__', 'constructor', 'en_US', ''])(
    'is the code %j itself, which Intl does not know',
    (code) => {
      expect(languageName(code, 'en')).toBe(code);
      expect(nativeLanguageName(code)).toBe(code);
    },
  );

  it.each(['', 'en_US', '__proto__', 'a', 'english please'])('cannot be told in %j, which is no tag', (locale) => {
    expect(languageName('fr', locale)).toBeNull();
  });

  it('cannot be told in a tag that is longer than any', () => {
    expect(languageName('fr', 'de-x-aaaa')).toBe('Französisch');
    expect(languageName('fr', `de-x${'-aaaa'.repeat(20)}`)).toBeNull();
  });

  it('is English in a language that Intl cannot speak', () => {
    expect(languageName('fr', 'zz')).toBe('French');
  });

  it('is told by the language itself', () => {
    expect(nativeLanguageName('fr-FR')).toBe('français (France)');
    expect(nativeLanguageName('de')).toBe('Deutsch');
    // Intl has an English name for it, but does not speak it.
    expect(nativeLanguageName('tlh')).toBe('tlh');
  });

  it('is looked up once for each locale, however many tags an operation invents for it', () => {
    const tags = Array.from({ length: 2000 }, (_, number) => `${['en', 'fr', 'ja'][number % 3]}-x-${number}`);
    const ask = () => tags.map((tag) => languageName('de', tag));
    const first = ask();
    const made = vi.spyOn(Intl, 'DisplayNames');
    expect(ask()).toEqual(first);
    expect(made).not.toHaveBeenCalled();
    made.mockRestore();
  });
});
