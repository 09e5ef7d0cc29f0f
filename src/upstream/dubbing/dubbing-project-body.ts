import type {
  NewDubbingProject,
  NewSourceSegment,
  NewTargetSegment,
  NewTargetSpeaker,
  Retranslation,
} from '../../domain/writes.ts';
import { present } from '../reading/present.ts';

/** The body of POST /api/v1/projects. */
export function toNewDubbingProject(input: NewDubbingProject): object {
  return present({
    name: input.name,
    source_lang: input.sourceLanguage,
    target_lang: input.targetLanguage,
    source_video_url: input.sourceVideoUrl,
    mixing_mode: input.mixingMode,
    use_emotional_transfer: input.useEmotionalTransfer,
    use_soundalike_voices: input.useSoundalikeVoices,
    source_script_content: input.sourceScript?.content,
    source_script: input.sourceScript?.segments?.map(toSourceSegment),
    use_fixed_timings: input.useFixedTimings,
    glossary_content: input.glossary,
    tts_volume: input.ttsVolume,
  });
}

/** The body of POST …/translations and of its validation twin. */
export function toRetranslation(input: Retranslation): object {
  return present({
    target_script: input.targetScript.map(toTargetSegment),
    target_speakers: input.targetSpeakers.map(toTargetSpeaker),
    mixing_mode: input.mixingMode,
    use_fixed_timings: input.useFixedTimings,
    tts_volume: input.ttsVolume,
  });
}

function toSourceSegment({ startMs, endMs, text }: NewSourceSegment) {
  return { start_ms: startMs, end_ms: endMs, text };
}

function toTargetSegment({ speakerId, ...segment }: NewTargetSegment) {
  return { ...toSourceSegment(segment), speaker_id: speakerId };
}

function toTargetSpeaker({ speakerId, voiceKey, style }: NewTargetSpeaker) {
  return { speaker_id: speakerId, voice_key: voiceKey, style };
}
