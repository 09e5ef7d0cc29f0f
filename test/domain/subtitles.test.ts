import { describe, expect, it } from 'vitest';
import { toSubtitles } from '../../src/domain/dubbing-project/subtitles.ts';

const line = (startMs: number, endMs: number, text: string) => ({ startMs, endMs, text });

/** Reads a file back as a player does: blocks between blank lines, each with a timing and lines of text. */
function readBack(file: string) {
  const blocks = file.replace(/^WEBVTT\n+/, '').split(/\n{2,}/);
  return blocks
    .filter((block) => block.trim() !== '')
    .map((block) => {
      const lines = block.replace(/\n$/, '').split('\n');
      const at = lines.findIndex((text) => text.includes('-->'));
      return { number: lines[at - 1], timing: lines[at], text: lines.slice(at + 1) };
    });
}

describe('Subtitles', () => {
  it('are a SubRip file', () => {
    expect(toSubtitles([line(0, 1500, 'Hello,\nworld.'), line(61_002, 3_723_004, 'Bye.')], 'SRT')).toBe(
      '1\n00:00:00,000 --> 00:00:01,500\nHello,\nworld.\n\n2\n00:01:01,002 --> 01:02:03,004\nBye.\n',
    );
  });

  it('are a WebVTT file', () => {
    expect(toSubtitles([line(0, 1500, 'Hello,\nworld.'), line(61_002, 3_723_004, 'Bye.')], 'VTT')).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:01.500\nHello,\nworld.\n\n00:01:01.002 --> 01:02:03.004\nBye.\n',
    );
  });

  it('of an empty script are an empty file', () => {
    expect(toSubtitles([], 'SRT')).toBe('');
    expect(toSubtitles([], 'VTT')).toBe('WEBVTT\n');
  });

  it('go on after a hundred hours', () => {
    const file = toSubtitles([line(99 * 3_600_000 + 3_599_999, 100 * 3_600_000, 'Still here.')], 'VTT');
    expect(file).toContain('99:59:59.999 --> 100:00:00.000');
  });

  it('have one cue a segment, in order of time', () => {
    const cues = readBack(toSubtitles([line(5, 9, 'b'), line(1, 4, 'a'), line(5, 8, 'c')], 'SRT'));
    expect(cues.map(({ number, text }) => [number, ...text])).toEqual([
      ['1', 'a'],
      ['2', 'b'],
      ['3', 'c'],
    ]);
  });

  it('end each cue after its start, whatever the timings say', () => {
    expect(readBack(toSubtitles([line(-5, -1, 'a'), line(7, 7, 'b'), line(9, 3, 'c')], 'VTT'))).toMatchObject([
      { timing: '00:00:00.000 --> 00:00:00.001' },
      { timing: '00:00:00.007 --> 00:00:00.008' },
      { timing: '00:00:00.009 --> 00:00:00.010' },
    ]);
  });

  it('escape what means something in WebVTT', () => {
    const [cue] = readBack(toSubtitles([line(0, 1, 'a < b && b > c &amp; --> d')], 'VTT'));
    expect(cue?.text).toEqual(['a &lt; b &amp;&amp; b &gt; c &amp;amp; --&gt; d']);
  });

  it('have no arrow in the text of SubRip, which cannot escape it', () => {
    expect(readBack(toSubtitles([line(0, 1, 'a --> b ----> c -> d')], 'SRT'))).toMatchObject([
      { text: ['a → b → c -> d'] },
    ]);
  });

  it('take no longer for a row of dashes than for another text of its length', () => {
    const dashes = '-'.repeat(200_000);
    const file = toSubtitles([line(0, 1, `${dashes} and ${dashes}> c`)], 'SRT');
    expect(file.endsWith(`${dashes} and → c\n`)).toBe(true);
  });

  it.each(['SRT', 'VTT'] as const)('have no cue of %s that a text could break in two', (format) => {
    const texts = [
      'one\r\ntwo\rthree\nfour',
      'one\n\n\n2\n00:00:00,000 --> 00:00:09,000\ntwo',
      'one\n \t \ntwo',
      'one\u2028\u2028two\u0085\u0085three\v\ffour',
      '\n\nbegins and ends blank\n\n',
      'NUL \0, bell \x07, escape \x1b, lone \ud800',
      '',
      ' \n ',
    ];
    const file = toSubtitles(
      texts.map((text, index) => line(index * 10, index * 10 + 5, text)),
      format,
    );
    const cues = readBack(file);
    expect(cues).toHaveLength(texts.length);
    expect(file.split('\n').filter((text) => /-->/.test(text))).toHaveLength(texts.length);
    expect(file).not.toMatch(/(?!\n)\p{Cc}|[\u2028\u2029]/u);
    expect(file.isWellFormed()).toBe(true);
    for (const { text } of cues) {
      expect(text.length).toBeGreaterThan(0);
      for (const shown of text) expect(shown.trim()).not.toBe('');
    }
    expect(cues[0]?.text).toEqual(['one', 'two', 'three', 'four']);
    expect(cues[3]?.text).toEqual(['one', 'two', 'three', 'four']);
  });
});
