import { compareCodes, compareNames } from '../common/name.ts';
import type { MalformedItem } from '../common/parsed-list.ts';
import type { PartlyRead } from '../common/unreadable.ts';

/** A voice of the catalogue, under the language that lists it (INTERFACE.md, "Voice"). */
export interface Voice extends PartlyRead {
  readonly kind: 'Voice';
  /** The key for a re-translation. Opaque: the language cannot be derived from it. */
  readonly key: string;
  readonly name: string;
  readonly style: string | null;
  /** The target language code that the catalogue lists it under. */
  readonly language: string;
}

/** The service's whole answer about voices, by language, each list in the service's order. */
export interface VoicesByLanguage {
  readonly languages: ReadonlyMap<string, readonly Voice[]>;
  /** Entries that could not be read, by language code. */
  readonly malformed: ReadonlyMap<string, readonly MalformedItem[]>;
}

/** The values that a voice is ordered by. */
type OrderedVoice = Pick<Voice, 'language' | 'name' | 'key'>;

/** The order of the catalogue as a whole: by language code, then name, then key. Total, so that a cursor has one place. */
export function compareVoices(a: OrderedVoice, b: OrderedVoice): number {
  return compareCodes(a.language, b.language) || compareNames(a.name, b.name) || compareCodes(a.key, b.key);
}
