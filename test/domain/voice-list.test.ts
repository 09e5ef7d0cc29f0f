import { describe, expect, it } from 'vitest';
import { compareVoices, type Voice } from '../../src/domain/catalogue/voice.ts';
import { voiceCursors, voiceEntries, voicesOfLanguage } from '../../src/domain/catalogue/voice-list.ts';

const voice = (language: string, key: string, name: string, style: string | null = null): Voice => ({
  kind: 'Voice',
  language,
  key,
  name,
  style,
});

const french = [voice('fr-FR', 'k1', 'Élodie', 'feminine'), voice('fr-FR', 'k2', 'Alain', 'masculine')];
const german = [voice('de-DE', 'k1', 'Katja', 'feminine')];
const catalogue = {
  sorted: [...french, ...german].sort(compareVoices),
  inLanguage: new Map([
    ['fr-FR', french],
    ['de-DE', german],
  ]),
  malformed: new Map([['fr-FR', [{ index: 2, message: 'no name' }]]]),
};

const namesOf = (filter: Parameters<typeof voiceEntries>[1]) =>
  voiceEntries(catalogue, filter).map(({ item }) => item?.name ?? 'unreadable');

describe('The list of all voices', () => {
  it('is by language, then by name, with what could not be read last', () => {
    expect(namesOf(null)).toEqual(['Katja', 'Alain', 'Élodie', 'unreadable']);
  });

  it('knows the language of what could not be read, but neither its style nor its name', () => {
    expect(namesOf({ language: 'fr-FR' })).toEqual(['Alain', 'Élodie', 'unreadable']);
    expect(namesOf({ language: 'fr-FR', style: 'feminine' })).toEqual(['Élodie']);
    expect(namesOf({ search: 'elo' })).toEqual(['Élodie']);
    expect(namesOf({ language: 'fr-fr' })).toEqual([]);
  });

  it('has a cursor for each place, in the order of the list', () => {
    const keys = voiceEntries(catalogue, null).map(({ key }) => key);
    const read = keys.map((key) => voiceCursors.read(voiceCursors.write(key)));
    expect(read).toEqual(keys.map((key) => ({ key })));
    expect(keys.toReversed().sort(voiceCursors.compare)).toEqual(keys);
  });
});

describe('The voices of a language', () => {
  it("are in the service's order, with what could not be read", () => {
    expect(voicesOfLanguage(catalogue, 'fr-FR', null)).toEqual({
      items: french,
      malformed: [{ index: 2, message: 'no name' }],
    });
  });

  it('are none for a language without any, or where the filter names another one', () => {
    expect(voicesOfLanguage(catalogue, 'it-IT', null).items).toEqual([]);
    expect(voicesOfLanguage(catalogue, 'fr-FR', { language: 'de-DE' }).items).toEqual([]);
    expect(voicesOfLanguage(catalogue, 'fr-FR', { language: 'fr-FR', style: 'masculine' })).toEqual({
      items: [french[1]],
      malformed: [],
    });
  });
});
