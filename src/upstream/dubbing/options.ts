import { z } from 'zod';
import type { Language, Options } from '../../domain/catalogue/language.ts';
import { always, type Endpoint, type Reader } from '../reading/reader.ts';
import { readAs, readList } from '../reading/reading.ts';
import type { Service } from '../service.ts';

const code = z
  .string()
  .min(1)
  .transform((code): Language => ({ code }));
const answer = z.object({ source_langs: z.array(z.unknown()), target_langs: z.array(z.unknown()) });

const endpoint: Endpoint<null, Options> = {
  name: 'GET /api/v1/options',
  path: () => '/api/v1/options',
  maxBytes: 32 * 1024 * 1024,
  read: (json, note) => {
    const { source_langs, target_langs } = readAs(answer, json);
    const readCode = (item: unknown) => readAs(code, item);
    return {
      sourceLanguages: readList(source_langs, 'source_langs', note, readCode),
      targetLanguages: readList(target_langs, 'target_langs', note, readCode),
    };
  },
};

export function createOptions(reader: Reader): Service['options'] {
  return { read: always(reader, endpoint) };
}
