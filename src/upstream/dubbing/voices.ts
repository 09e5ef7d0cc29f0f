import { z } from 'zod';
import type { Voice, VoicesByLanguage } from '../../domain/catalogue/voice.ts';
import type { MalformedItem } from '../../domain/common/parsed-list.ts';
import { needed, settleTexts, text } from '../reading/lenient.ts';
import { always, type Endpoint, type Reader } from '../reading/reader.ts';
import { MAX_MALFORMED, readAs, readList, UnreadableError } from '../reading/reading.ts';
import { withoutCredentials } from '../refusal/credentials.ts';
import type { Service } from '../service.ts';

const voice = z.object({ name: needed, voice_key: z.string().min(1), style: text });
const answer = z.object({ voices: z.custom<object>(isObject) });

const endpoint: Endpoint<null, VoicesByLanguage> = {
  name: 'GET /api/v1/voices',
  path: () => '/api/v1/voices',
  maxBytes: 32 * 1024 * 1024,
  read: (json, note) => {
    const languages = new Map<string, readonly Voice[]>();
    const malformed = new Map<string, readonly MalformedItem[]>();
    let malformedCount = 0;
    // Own entries into a Map: a language may be called `__proto__` or `constructor` (JSON.parse keeps them as they are).
    for (const [language, listed] of Object.entries(readAs(answer, json).voices)) {
      const list = readList(listed, `voices.${withoutCredentials(language)}`, note, (item, noteItem): Voice => {
        const wire = readAs(voice, item);
        const style = settleTexts(wire, { style: 'style' }, noteItem);
        return { kind: 'Voice', key: wire.voice_key, name: wire.name, ...style, language };
      });
      languages.set(language, list.items);
      if (list.malformed.length > 0) malformed.set(language, list.malformed);
      malformedCount += list.malformed.length;
      if (malformedCount > MAX_MALFORMED) throw new UnreadableError('voices', 'cannot be read');
    }
    return { languages, malformed };
  },
};

/** Not zod's record: it leaves out `__proto__`. */
function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function createVoices(reader: Reader): Service['voices'] {
  return { read: always(reader, endpoint) };
}
