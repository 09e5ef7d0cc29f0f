import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { isTooIntricate } from '../../src/upstream/http/intricacy.ts';
import { rejection, startAsking } from './asking.ts';
import type { Answer } from './fake-service.ts';

const LIST = (item: string, count: number) => `{"projects":[${Array(count).fill(item).join(',')}]}`;
const good = JSON.stringify({
  project_id: 'p',
  name: 'a, [b] {c} "d" \\ ü',
  status: 'ready',
  source_lang: 'en',
  target_lang: 'fr-FR',
  cost_minutes: 1,
  created_date: '2026-01-01T00:00:00Z',
});

describe('JSON is too intricate', () => {
  it.each([
    ['nested deeply', '['.repeat(20_000)],
    ['nested deeply in objects', '{"a":'.repeat(20_000)],
    ['of tiny lists', `[${'[],'.repeat(40_000)}`],
    ['of tiny objects', LIST('{}', 40_000)],
    ['of nulls', LIST('null', 200_000)],
    ['of numbers', LIST('1', 200_000)],
    ['of tiny texts', LIST('""', 200_000)],
  ])('if it is %s', (_, text) => {
    expect(isTooIntricate(Buffer.from(text))).toBe(true);
  });

  it.each([
    ['a long list of projects', LIST(good, 2_000)],
    ['a script', JSON.stringify(Array(5_000).fill({ start_ms: 0, end_ms: 1, text: 'a,b,c,[,{', speaker_id: 1 }))],
    ['one text of brackets', JSON.stringify({ text: '[{,'.repeat(50_000) })],
    ['a text with escaped quotes', JSON.stringify({ text: '\\"[,'.repeat(50_000) })],
    ['a text that never ends', `{"text": "${'[,'.repeat(50_000)}`],
    ['languages', JSON.stringify(Array(2_000).fill('en'))],
  ])('but not if it is %s', (_, text) => {
    expect(isTooIntricate(Buffer.from(text))).toBe(false);
  });
});

describe('An answer out of all proportion', () => {
  const gzip = (body: string): Answer => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) });
  it.each<[string, Answer]>([
    ['30 MB of tiny lists, compressed to nothing', gzip('[],'.repeat(10_000_000))],
    ['2 MB', { body: `{"balance_minutes":5,"more":"${'x'.repeat(2_000_000)}"}` }],
    ['900 KB nested deeply', { body: '['.repeat(900_000) }],
    ['900 KB of tiny lists', { body: '[],'.repeat(300_000) }],
  ])('about one record is malformed: %s', async (_, answer) => {
    await using asking = await startAsking(() => answer, { timeoutMs: 10_000 });
    expect((await rejection(asking.service.balance.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
  });

  it.each([
    ['5,000 bad records are a list with malformed items', LIST('{"project_id":"a bad one"}', 5_000), 5_000],
    ['more are no list', LIST('{"project_id":"a bad one"}', 5_001), null],
    ['nor are endless ones', LIST('{"project_id":"a bad one"}', 1_000_000), null],
    [
      'nor are endless fields that cannot be read',
      LIST(good.replace('"cost_minutes":1', '"cost_minutes":"x"'), 30_000),
      null,
    ],
  ])('of a list: %s', async (_, body, malformed) => {
    await using asking = await startAsking(() => ({ body }), { timeoutMs: 30_000 });
    const read = asking.service.dubbingProjects.list(asking.call());
    if (malformed === null) expect((await rejection(read)).code).toBe('UPSTREAM_MALFORMED');
    else expect((await read).malformed).toHaveLength(malformed);
  });

  it('of voices counts over all languages', async () => {
    const languages = Array.from({ length: 6_000 }, (_, n) => `"language-${n}":null`);
    await using asking = await startAsking(() => ({ body: `{"voices":{${languages.join(',')}}}` }));
    expect((await rejection(asking.service.voices.read(asking.call()))).code).toBe('UPSTREAM_MALFORMED');
  });

  it('of a refusal says enough by its status', async () => {
    await using asking = await startAsking(() => ({ status: 404, body: 'x'.repeat(3_000_000) }), { timeoutMs: 10_000 });
    expect((await rejection(asking.service.artifacts.read('a', asking.call()))).code).toBe('UPSTREAM_MALFORMED');
    await using other = await startAsking(() => ({ status: 500, body: 'x'.repeat(3_000_000) }), { timeoutMs: 10_000 });
    expect((await rejection(other.service.artifacts.read('a', other.call()))).code).toBe('UPSTREAM_UNAVAILABLE');
  });
});
