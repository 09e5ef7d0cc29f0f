import { createCursors } from '../common/cursor.ts';
import { memoByIdentity } from '../common/memo-by-identity.ts';
import { compareCodes, foldName } from '../common/name.ts';
import type { Optional } from '../common/optional.ts';
import type { Entry } from '../common/page.ts';
import type { MalformedItem, ParsedList } from '../common/parsed-list.ts';
import { compareVoices, type Voice } from './voice.ts';

/** A condition that is absent or null matches everything. */
export interface VoiceFilter {
  readonly language?: Optional<string>;
  readonly style?: Optional<string>;
  /** A part of the name, without regard to case and accents. */
  readonly search?: Optional<string>;
}

/** The part of a catalogue that lists of voices need. */
export interface ListedVoices {
  /** In the order of `compareVoices`. */
  readonly sorted: readonly Voice[];
  readonly inLanguage: ReadonlyMap<string, readonly Voice[]>;
  readonly malformed: ReadonlyMap<string, readonly MalformedItem[]>;
}

/** Unreadable entries come last, by their language and their index there. */
export type VoicePlace =
  | readonly [unreadable: 0, language: string, name: string, key: string]
  | readonly [unreadable: 1, language: string, index: number];

export type VoiceEntry = Entry<Voice, VoicePlace>;

export const voiceCursors = createCursors<VoicePlace>({
  order: 'voices',
  isKey: isVoicePlace,
  compare: (a, b) => {
    if (a[0] === 0 && b[0] === 0) return compareVoices(asOrdered(a), asOrdered(b));
    if (a[0] === 1 && b[0] === 1) return compareCodes(a[1], b[1]) || a[2] - b[2];
    return a[0] - b[0];
  },
});

/**
 * The voices of the whole catalogue that match a filter, in the order of `voiceCursors`. Only the language of an
 * unreadable voice is known, so no style or name matches it.
 */
export function voiceEntries(catalogue: ListedVoices, filter: Optional<VoiceFilter>): readonly VoiceEntry[] {
  const { language, style, search } = filter ?? {};
  let entries = entriesOf(catalogue);
  if (language != null) entries = entries.filter(({ key }) => key[1] === language);
  if (narrowsVoices({ style, search })) {
    const matches = voiceTest({ style, search });
    entries = entries.filter(({ item }) => item !== null && matches(item));
  }
  return entries;
}

/** The voices of one language that match a filter, in the service's order. */
export function voicesOfLanguage(
  catalogue: ListedVoices,
  code: string,
  filter: Optional<VoiceFilter>,
): ParsedList<Voice> {
  const { language, style, search } = filter ?? {};
  if (language != null && language !== code) return NONE;
  const items = catalogue.inLanguage.get(code) ?? NONE.items;
  if (narrowsVoices({ style, search })) return { items: items.filter(voiceTest({ style, search })), malformed: [] };
  return { items, malformed: catalogue.malformed.get(code) ?? NONE.malformed };
}

const NONE: ParsedList<Voice> = { items: [], malformed: [] };

const entriesOf = memoByIdentity(({ sorted, malformed }: ListedVoices): readonly VoiceEntry[] => [
  ...sorted.map((voice): VoiceEntry => ({ key: [0, voice.language, voice.name, voice.key], item: voice, fault: '' })),
  ...[...malformed]
    .flatMap(([language, items]) =>
      items.map(({ index, message }): VoiceEntry => ({ key: [1, language, index], item: null, fault: message })),
    )
    .sort((a, b) => voiceCursors.compare(a.key, b.key)),
]);

const foldedName = memoByIdentity((voice: Voice) => foldName(voice.name));

function narrowsVoices({ style, search }: Pick<VoiceFilter, 'style' | 'search'>): boolean {
  return style != null || (search != null && search !== '');
}

function voiceTest({ style, search }: Pick<VoiceFilter, 'style' | 'search'>): (voice: Voice) => boolean {
  const wanted = foldName(search ?? '');
  // A search of which nothing is left once it is folded, such as a lone accent, is in no name.
  const isInName = (voice: Voice) => !search || (wanted !== '' && foldedName(voice).includes(wanted));
  return (voice) => (style == null || voice.style === style) && isInName(voice);
}

function asOrdered([, language, name, key]: Extract<VoicePlace, readonly [0, ...unknown[]]>) {
  return { language, name, key };
}

function isVoicePlace(value: unknown): value is VoicePlace {
  if (!Array.isArray(value)) return false;
  const [unreadable, ...rest]: unknown[] = value;
  if (unreadable === 0) return rest.length === 3 && rest.every((part) => typeof part === 'string');
  return unreadable === 1 && rest.length === 2 && typeof rest[0] === 'string' && typeof rest[1] === 'number';
}
