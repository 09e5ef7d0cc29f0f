import { hashOf } from './random.ts';

interface CatalogueVoice {
  name: string;
  voice_key: string;
  style: string;
}

/** Languages and voices. They are the same for all accounts and do not change, so their answers are made once. */
export interface SimulatedCatalogue {
  readonly sourceLangs: ReadonlySet<string>;
  readonly targetLangs: ReadonlySet<string>;
  readonly voices: Readonly<Record<string, readonly CatalogueVoice[]>>;
  readonly optionsText: string;
  readonly voicesText: string;
  /** Whether the key is among the voices of the language. */
  hasVoice(key: string, targetLang: string): boolean;
  isVoice(key: string): boolean;
}

const SOURCE_LANGS =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv sw ta th tr uk ur vi zh';
const TARGET_LANGS =
  'ar-EG ar-SA bg-BG bn-IN ca-ES cs-CZ da-DK de-AT de-DE el-GR en-AU en-GB en-IN en-US es-ES es-MX et-EE fi-FI ' +
  'fil-PH fr-CA fr-FR he-IL hi-IN hr-HR hu-HU id-ID it-IT ja-JP ko-KR lt-LT lv-LV ms-MY nb-NO nl-NL pl-PL pt-BR ' +
  'pt-PT ro-RO ru-RU sk-SK sl-SI sv-SE sw-KE ta-IN th-TH tr-TR uk-UA ur-PK vi-VN zh-CN';

/** "only English, Spanish, French, German, Italian, Portuguese targets" (INTERFACE.md, "POST /api/v1/projects"). */
const EMOTIONAL = new Set(['en', 'es', 'fr', 'de', 'it', 'pt']);
/** The document says that some languages are not supported, not which; these are the sandbox's choice. */
const WITHOUT_SOUNDALIKE = new Set(['bn-IN', 'fil-PH', 'sw-KE', 'ta-IN', 'ur-PK']);

const FEMININE =
  'Denise Elena Sofia Amira Hanna Ingrid Katja Lucia Mariana Nadia Olga Paola Rosa Sara Tessa Vera Yuki Zofia Clara Emma';
const MASCULINE =
  'Henri Adam Bruno Carlos David Emil Felix Goran Hugo Ivan Jonas Karim Liam Marco Nico Otto Pavel Rafael Stefan Tomas';
const VOICES_PER_LANGUAGE = 12;

export const hasEmotionalTransfer = (targetLang: string): boolean => EMOTIONAL.has(targetLang.split('-')[0] ?? '');
export const supportsSoundalike = (targetLang: string): boolean => !WITHOUT_SOUNDALIKE.has(targetLang);

export function createSimulatedCatalogue(seed: number): SimulatedCatalogue {
  const sourceLangs = new Set(SOURCE_LANGS.split(' '));
  const targetLangs = new Set(TARGET_LANGS.split(' '));
  const voices = Object.fromEntries([...targetLangs].map((lang) => [lang, voicesOf(lang, seed)]));
  const keys = new Map(Object.entries(voices).map(([lang, list]) => [lang, new Set(list.map((v) => v.voice_key))]));
  return {
    sourceLangs,
    targetLangs,
    voices,
    optionsText: JSON.stringify({ source_langs: [...sourceLangs], target_langs: [...targetLangs] }),
    voicesText: JSON.stringify({ voices }),
    hasVoice: (key, targetLang) => keys.get(targetLang)?.has(key) ?? false,
    isVoice: (key) => [...keys.values()].some((ofLanguage) => ofLanguage.has(key)),
  };
}

/** A language has a dozen voices; which, follows from the seed. English has a few whose key names no language. */
function voicesOf(lang: string, seed: number): CatalogueVoice[] {
  const prefix = hashOf(`prefix ${lang.split('-')[0]}`)
    .toString(16)
    .padStart(8, '0')
    .slice(0, 6);
  const feminine = chosen(FEMININE, lang, seed);
  const masculine = chosen(MASCULINE, lang, seed);
  const voices = [...feminine.map(voice('feminine')), ...masculine.map(voice('masculine'))];
  return [...voices, ...extraVoices(lang)];

  function voice(style: string): (name: string) => CatalogueVoice {
    return (name) => ({
      name,
      // fr-FR-DeniseNeural is the one key that the service's documentation shows whole.
      voice_key: `${lang === 'fr-FR' ? '53f154' : prefix}:${lang}-${name}Neural`,
      style,
    });
  }
}

function chosen(names: string, lang: string, seed: number): string[] {
  const [first = '', ...others] = names.split(' ');
  const shuffled = others
    .map((name) => ({ name, order: hashOf(`${seed} ${lang} ${name}`) }))
    .sort((a, b) => a.order - b.order)
    .map(({ name }) => name);
  return [first, ...shuffled].slice(0, VOICES_PER_LANGUAGE / 2);
}

/** Keys without a language in them; `voice:Rachel` is in two languages. */
function extraVoices(lang: string): CatalogueVoice[] {
  const rachel = { name: 'Rachel', voice_key: 'voice:Rachel', style: 'feminine' };
  if (lang === 'en-GB') return [rachel];
  if (lang === 'es-ES') return [{ name: 'Alba', voice_key: 'voice:Alba', style: 'feminine' }];
  if (lang !== 'en-US') return [];
  return [rachel, { name: 'Antoni', voice_key: 'voice:Antoni', style: 'masculine' }];
}
