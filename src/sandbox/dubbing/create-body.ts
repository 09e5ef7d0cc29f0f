import * as z from 'zod';

export const SimulatedMixingMode = z.enum([
  'voiceover_only',
  'voiceover_with_original_track',
  'voiceover_without_original_voice',
]);
export const SimulatedTtsVolume = z.enum(['very_quiet', 'quieter', 'normal', 'louder', 'very_loud']);

// Strict: a field that the document does not list is a misreading, and shall be seen.
const SourceSegment = z
  .strictObject({ start_ms: z.int(), end_ms: z.int(), text: z.string().min(1, 'text must not be empty') })
  .refine((s) => s.end_ms > s.start_ms, 'end_ms must be greater than start_ms');

/** The body of POST /api/v1/projects. */
export const CreateBody = z.strictObject({
  name: z.string().optional(),
  source_lang: z.string(),
  target_lang: z.string(),
  source_video_url: z.url({ protocol: /^https?$/ }),
  mixing_mode: SimulatedMixingMode.default('voiceover_with_original_track'),
  use_emotional_transfer: z.boolean().default(false),
  use_soundalike_voices: z.boolean().default(false),
  source_script_content: z.string().optional(),
  source_script: z.array(SourceSegment).optional(),
  use_fixed_timings: z.boolean().default(false),
  glossary_content: z.string().optional(),
  tts_volume: SimulatedTtsVolume.default('normal'),
});
export type CreateDubbingProjectBody = z.infer<typeof CreateBody>;
