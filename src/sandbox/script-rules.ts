import type { Segment, Speaker } from './account-store.ts';
import { hasEmotionalTransfer, type SimulatedCatalogue, supportsSoundalike } from './catalogue.ts';
import { speakingMs } from './media/prose.ts';

/** The first fault of a re-translation (INTERFACE.md, "Rules of a re-translation"), or null. */
export function retranslationFault(
  script: readonly Segment[],
  speakers: readonly Speaker[],
  catalogue: SimulatedCatalogue,
  targetLang: string,
): string | null {
  return speakersFault(speakers, catalogue, targetLang) ?? segmentsFault(script, speakers);
}

function speakersFault(speakers: readonly Speaker[], catalogue: SimulatedCatalogue, targetLang: string): string | null {
  const ids = new Set<number>();
  for (const { speaker_id: id, voice_key: key } of speakers) {
    if (ids.has(id)) return `Duplicate speaker_id ${id} in target_speakers`;
    ids.add(id);
    const fault = voiceFault(key, catalogue, targetLang);
    if (fault !== null) return fault;
  }
  return null;
}

function voiceFault(key: string, catalogue: SimulatedCatalogue, targetLang: string): string | null {
  if (key === 'soundalike') return supportsSoundalike(targetLang) ? null : unsupported(key, targetLang);
  if (key === 'emotional_transfer') return hasEmotionalTransfer(targetLang) ? null : unsupported(key, targetLang);
  if (catalogue.hasVoice(key, targetLang)) return null;
  return catalogue.isVoice(key)
    ? `Voice key ${key} is incompatible with target language ${targetLang}`
    : `Unknown voice key ${key}`;
}

const unsupported = (key: string, targetLang: string): string => `${key} is not supported for language ${targetLang}`;

function segmentsFault(script: readonly Segment[], speakers: readonly Speaker[]): string | null {
  const speakerIds = new Set(speakers.map((speaker) => speaker.speaker_id));
  for (const { start_ms: start, end_ms: end, speaker_id: id } of script) {
    if (start >= end) return `start_ms ${start} must be less than end_ms ${end}`;
    if (!speakerIds.has(id)) return `speaker_id ${id} referenced in script but not found in target_speakers`;
  }
  return overlapFault(script);
}

/** Segments may touch. They are compared in the order of their starts. */
function overlapFault(script: readonly Segment[]): string | null {
  const ordered = [...script].sort((a, b) => a.start_ms - b.start_ms);
  for (const [index, segment] of ordered.entries()) {
    const next = ordered[index + 1];
    if (next !== undefined && next.start_ms < segment.end_ms) {
      return `Overlapping segments: ${segment.start_ms}-${segment.end_ms} and ${next.start_ms}-${next.end_ms}`;
    }
  }
  return null;
}

/** "timings may be adjusted to the synthesized speech length unless use_fixed_timings is true" */
export function adjustedToSpeech(script: readonly Segment[]): Segment[] {
  const ordered = [...script].sort((a, b) => a.start_ms - b.start_ms);
  return ordered.map((segment, index) => {
    const limit = ordered[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY;
    return { ...segment, end_ms: Math.min(limit, segment.start_ms + speakingMs(segment.text)) };
  });
}

/** The spoken texts of an SRT, a VTT or a plain text: without timings, numbers and speaker tags, which the service ignores. */
export function textsOf(content: string): string[] {
  const lines = content.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const isTimed = lines.some((line) => line.includes('-->'));
  return (isTimed ? cueTexts(lines) : lines).map(withoutTags).filter((text) => text !== '');
}

function cueTexts(lines: readonly string[]): string[] {
  const texts: string[] = [];
  let cue: string[] | null = null;
  for (const line of [...lines, '']) {
    if (line.includes('-->')) cue = [];
    else if (line.trim() === '') {
      if (cue !== null) texts.push(cue.join(' '));
      cue = null;
    } else cue?.push(line.trim());
  }
  return texts;
}

const withoutTags = (text: string): string =>
  text
    .replace(/<\/?v[^>]*>/g, '')
    .replace(/^\s*(\[[^\]]+\]|Speaker \d+:)\s*/i, '')
    .trim();
