import type { ScriptSegment } from './script.ts';

export const SUBTITLE_FORMATS = ['SRT', 'VTT'] as const;
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

type Line = Pick<ScriptSegment, 'startMs' | 'endMs' | 'text'>;

/**
 * A script as a subtitle file: one cue per segment, in order of time, as WebVTT requires. The file is readable for
 * every text and timing.
 */
export function toSubtitles(segments: readonly Line[], format: SubtitleFormat): string {
  const cues = segments.toSorted((a, b) => a.startMs - b.startMs);
  return format === 'SRT' ? cues.map(srtCue).join('\n') : ['WEBVTT\n', ...cues.map(vttCue)].join('\n');
}

function srtCue(segment: Line, index: number): string {
  // SRT has no escape: an arrow in a text becomes the character →.
  const text = cueText(segment.text).replace(ARROW, '→');
  return `${index + 1}\n${cueTiming(segment, ',')}\n${text}\n`;
}

function vttCue(segment: Line): string {
  const text = cueText(segment.text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `${cueTiming(segment, '.')}\n${text}\n`;
}

/** The match starts only at the first dash: trying each dash of a long row takes quadratic time. */
const ARROW = /(?<!-)-{2,}>/g;

/** Some readers treat each of these as the end of a line, and would see a blank one. */
const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;
const UNPRINTABLE = /(?!\t)\p{Cc}/gu;

/** A cue without a text would contain a blank line, so it gets a zero-width space. */
const NOTHING = '\u200b';

/** The text as lines of a cue. A blank line would end the cue and is left out. */
function cueText(text: string): string {
  const lines = text
    .toWellFormed()
    .split(LINE_END)
    .map((line) => line.replace(UNPRINTABLE, '').trimEnd());
  return lines.filter((line) => line !== '').join('\n') || NOTHING;
}

/** A cue never starts before zero, and ends at least a millisecond after its start, as WebVTT requires. */
function cueTiming({ startMs, endMs }: Line, decimalMark: ',' | '.'): string {
  const start = Math.max(0, startMs);
  const end = Math.max(start + 1, endMs);
  return `${timestamp(start, decimalMark)} --> ${timestamp(end, decimalMark)}`;
}

/** `HH:MM:SS,mmm`; from a hundred hours on, the hours have more digits. */
function timestamp(ms: number, decimalMark: ',' | '.'): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = [Math.floor(minutes / 60), minutes % 60, seconds % 60].map((part) => pad(part, 2)).join(':');
  return `${clock}${decimalMark}${pad(ms % 1000, 3)}`;
}
