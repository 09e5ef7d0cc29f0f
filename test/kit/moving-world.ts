/** A service whose answers change at random between two questions, in values, order, length and validity. */
import { gzipSync } from 'node:zlib';
import { createRandom } from './random-document.ts';

type Json = unknown;
type Item = Record<string, Json>;

export interface MovingWorld {
  /** The answer to a path, the same until the next `move`. */
  answer(path: string): { readonly status: number; readonly headers: Record<string, string>; readonly body: Buffer };
  move(): void;
}

const VOICES = Object.fromEntries(
  ['fr-FR', 'de-DE', 'es-ES'].map((language) => [
    language,
    Array.from({ length: 4 }, (_, n) => ({ name: `Voice ${n}`, voice_key: `k${n}`, style: n % 2 ? 'feminine' : null })),
  ]),
);
const OPTIONS = { source_langs: ['en', 'de'], target_langs: ['fr-FR', 'de-DE'] };

export function createMovingWorld(seed: number): MovingWorld {
  const random = createRandom(seed);
  const below = (count: number) => Math.floor(random() * count);
  const pick = <Thing>(things: readonly Thing[]): Thing => things[below(things.length)]!;
  const chance = (share: number) => random() < share;

  const word = () =>
    pick(['a', 'Épisode', '日本', '😀 x', 'quote " \\ /', 'line\nbreak', '', 'https://x.example/?sig=1', '\ud800']);
  const date = () => pick(['2026-01-02T03:04:05Z', '2026-01-02', 'never', '2026-05-06T07:08:09.123456+02', null, 5]);
  const number = () => pick([0, 1.5, -0, 12, '7', 'many', null, 1e21, undefined]);
  const status = () => pick(['ready', 'ready', 'in_progress', 'error', 'paused', 'READY']);

  const project = (id: string): Item => ({
    project_id: id,
    name: word(),
    status: status(),
    source_lang: pick(['en', 'de']),
    target_lang: pick(['fr-FR', 'de-DE']),
    cost_minutes: number(),
    created_date: date(),
  });
  const segment = (n: number): Item => ({
    start_ms: n * 10,
    end_ms: n * 10 + 9,
    text: word(),
    speaker_id: pick([0, 1, 9, null, 'x', '1']),
  });
  const speaker = (n: number): Item => ({
    speaker_id: n,
    voice_key: pick(['k1', 'k2', 'soundalike', 'gone']),
    style: pick(['feminine', null, 3]),
  });
  const language = (lang: string): Item => ({
    lang,
    phase: pick(['translation', 'mixing', 'dreaming']),
    pendingOn: pick(['system', 'editor', null, 'moon']),
    isError: chance(0.2),
    eta: date(),
  });
  const many = <T>(most: number, make: (n: number) => T) => Array.from({ length: below(most + 1) }, (_, n) => make(n));

  const lists = {
    projects: many(30, (n) => project(`p${n}`)) as Json[],
    segments: many(25, segment) as Json[],
    sources: many(10, segment) as Json[],
    speakers: many(4, speaker) as Json[],
    langs: many(8, (n) => language(`l${n}`)) as Json[],
  };
  const makers: Record<keyof typeof lists, () => Item> = {
    projects: () => project(`p${below(8)}`),
    segments: () => segment(below(50)),
    sources: () => segment(below(50)),
    speakers: () => speaker(below(4)),
    langs: () => language(`l${below(8)}`),
  };
  let minutes: Json = 10;
  let duration: Json = 3;
  let style = { indent: 0, isCompressed: false, fails: new Map<string, Json>() };

  function changeList(name: keyof typeof lists): void {
    const list = lists[name];
    const at = below(list.length + 1);
    const item = list[at];
    switch (below(9)) {
      case 0:
        list.splice(at, 0, makers[name]());
        return;
      case 1:
        list.splice(at, 1 + below(2));
        return;
      case 2:
        // Equal records at several places.
        list.splice(below(list.length + 1), 0, ...list.slice(at, at + 2));
        return;
      case 3:
        list.push(...list.splice(0, at));
        return;
      case 4:
        if (at < list.length)
          list[at] = pick([
            null,
            5,
            'text',
            {},
            [],
            { __proto__: 1 },
            { ...(item as object), status: null, text: 7, lang: '' },
          ]);
        return;
      case 5:
        if (typeof item === 'object' && item !== null && !Array.isArray(item))
          list[at] = Object.fromEntries(Object.entries(item).toReversed());
        return;
      default: {
        // One value of one record.
        const key = pick(Object.keys(makers[name]()));
        if (typeof item === 'object' && item !== null && !Array.isArray(item))
          list[at] = { ...item, [key]: makers[name]()[key] };
      }
    }
  }

  function bodyOf(path: string): Json | undefined {
    const failing = style.fails.get(path);
    if (failing !== undefined) return failing;
    if (path === '/api/v1/balance') return { balance_minutes: minutes };
    if (path === '/api/v1/voices') return { voices: VOICES };
    if (path === '/api/v1/options') return OPTIONS;
    if (path === '/api/v1/projects') return { projects: lists.projects, page: { total: duration } };
    const [, api, , studio, videos, video, last] = path.split('/');
    if (api === 'api' && videos === 'videos' && studio === 's1') {
      if (last === 'status') return { langs: lists.langs.slice(0, video === 'v2' ? 2 : 9) };
      return {
        id: video,
        name: 'Video',
        status: 'in_progress',
        processingType: 'dubbing',
        srcLang: 'en',
        dstLangs: ['fr-FR', 'de-DE', duration],
        videoDuration: duration,
        stringVariables: [{ key: 'a', value: String(duration) }],
        createdAt: '2026-01-02',
        updatedAt: 7,
      };
    }
    const id = path.slice('/api/v1/projects/'.length);
    const entry = lists.projects.find((item) => (item as Item | null)?.['project_id'] === id) as Item | undefined;
    if (entry === undefined) return undefined;
    return {
      ...entry,
      mixing_mode: pick(['voiceover_only']),
      completion_date: '2026-03-04T05:06:07Z',
      error_message: 'It failed: api_key=abcdefgh',
      output_video_url: 'https://cdn.example.com/v.mp4?sig=1',
      output_tts_audio_url: duration,
      output_source_script: lists.sources,
      output_target_script: lists.segments,
      output_target_speakers: lists.speakers,
    };
  }

  return {
    answer(path) {
      const body = bodyOf(path);
      const text = typeof body === 'string' ? body : JSON.stringify(body ?? { error: 'Not Found' }, null, style.indent);
      const bytes = Buffer.from(text);
      const isCompressed = style.isCompressed && body !== undefined;
      return {
        status: body === undefined ? 404 : 200,
        headers: { 'content-type': 'application/json', ...(isCompressed && { 'content-encoding': 'gzip' }) },
        body: isCompressed ? gzipSync(bytes) : bytes,
      };
    },
    move() {
      const names = Object.keys(lists) as (keyof typeof lists)[];
      const changes = pick([0, 1, 1, 1, 2, 8]);
      for (let n = 0; n < changes; n += 1) changeList(pick(names));
      if (chance(0.3)) minutes = number() ?? 4;
      if (chance(0.3)) duration = number() ?? 4;
      const fails = new Map<string, Json>();
      const path = pick([
        '/api/v1/projects',
        '/api/v1/balance',
        '/api/v1/projects/p1',
        '/api/v1/projects/s1/videos/v1/status',
      ]);
      if (chance(0.15))
        fails.set(path, pick<Json>(['{"cut": [', '<html>', { error: 'Not Found' }, { projects: {}, langs: 4 }, '[]']));
      style = {
        indent: chance(0.9) ? style.indent : pick([0, 2]),
        isCompressed: chance(0.9) ? style.isCompressed : chance(0.5),
        fails,
      };
    },
  };
}
