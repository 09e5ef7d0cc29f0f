import type { ScriptSegment } from './script.ts';

export const SUBTITLE_FORMATS = ['SRT', 'VTT'] as const;
export type SubtitleFormat = (typeof SUBTITLE_FORMATS)[number];

type Line = Pick<ScriptSegment, 'startMs' | 'endMs' | 'text'>;

/**
 * A script as a subtitle file: one cue a segment, in order of time (WebVTT wants no cue to start before the one
 * above it). Every script gives a file that a player can read, whatever its texts and timings hold.
 */
export function toSubtitles(segments: readonly Line[], format: SubtitleFormat): string {
  const cues = segments.toSorted((a, b) => a.startMs - b.startMs);
  return format === 'SRT' ? cues.map(srtCue).join('\n') : ['WEBVTT\n', ...cues.map(vttCue)].join('\n');
}

function srtCue(segment: Line, index: number): string {
  // SRT has no way to escape: an arrow in a text is written as the character that it stands for.
  const text = cueText(segment.text).replace(ARROW, '→');
  return `${index + 1}\n${cueTiming(segment, ',')}\n${text}\n`;
}

function vttCue(segment: Line): string {
  const text = cueText(segment.text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `${cueTiming(segment, '.')}\n${text}\n`;
}

/** Begun at the first dash only: tried at each, a long row of them would take the square of its length. */
const ARROW = /(?<!-)-{2,}>/g;

/** Some readers take each of these for the end of a line, and would see a blank one. */
const LINE_END = /\r\n|[\n\v\f\r\x85\u2028\u2029]/;
const UNPRINTABLE = /(?!\t)\p{Cc}/gu;

/** A cue without a text would end in a blank line: it shows a space of no width instead. */
const NOTHING = '\u200b';

/** The text as lines of a cue: a blank line would end the cue, and is left out. */
function cueText(text: string): string {
  const lines = text
    .toWellFormed()
    .split(LINE_END)
    .map((line) => line.replace(UNPRINTABLE, '').trimEnd());
  return lines.filter((line) => line !== '').join('\n') || NOTHING;
}

/** A cue never starts before zero, and ends at least a millisecond after its start, as WebVTT demands. */
function cueTiming({ startMs, endMs }: Line, decimalMark: ',' | '.'): string {
  const start = Math.max(0, startMs);
  const end = Math.max(start + 1, endMs);
  return `${timestamp(start, decimalMark)} --> ${timestamp(end, decimalMark)}`;
}

/** `HH:MM:SS,mmm`; from a hundred hours on, the hours take as many digits as they need. */
function timestamp(ms: number, decimalMark: ',' | '.'): string {
  const pad = (value: number, digits: number) => String(value).padStart(digits, '0');
  const seconds = Math.floor(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  const clock = [Math.floor(minutes / 60), minutes % 60, seconds % 60].map((part) => pad(part, 2)).join(':');
  return `${clock}${decimalMark}${pad(ms % 1000, 3)}`;
}
