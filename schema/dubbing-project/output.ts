import type { DubbingOutput } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { SCRIPT_KINDS, TARGET_VOICE_KINDS, targetVoiceKind } from '../../src/domain/dubbing-project/script.ts';
import { type CastSpeaker, type SpokenSegment, spokenScripts } from '../../src/domain/dubbing-project/spoken-script.ts';
import { SUBTITLE_FORMATS, toSubtitles } from '../../src/domain/dubbing-project/subtitles.ts';
import { builder } from '../builder.ts';
import { VoiceObject } from '../catalogue/voice.ts';
import { readableItems, readableUrl } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';

const ScriptKindEnum = wordEnum('ScriptKind', 'Which of the two scripts of a dubbing.', SCRIPT_KINDS, {
  source: 'What is spoken in the video, in its own language.',
  target: 'What the new voices say, in the target language.',
});

const SubtitleFormatEnum = wordEnum('SubtitleFormat', 'The format of a subtitle file.', SUBTITLE_FORMATS, {
  SRT: 'SubRip, which nearly every player and editor reads.',
  VTT: 'WebVTT, which browsers show by themselves, in a <track>.',
});

const TargetVoiceKindEnum = wordEnum(
  'TargetVoiceKind',
  'Where the voice of a speaker comes from.',
  TARGET_VOICE_KINDS,
  {
    CATALOGUE: 'It is a voice of the catalogue.',
    SOUNDALIKE: 'It is made to sound like the original speaker.',
    EMOTIONAL_TRANSFER:
      'It sounds like the original speaker and carries the emotion over: more expressive, less stable.',
  },
);

const TargetSpeakerObject = builder.objectRef<CastSpeaker>('TargetSpeaker').implement({
  description: 'Who speaks lines of the target script, and with which voice.',
  fields: (t) => ({
    speakerId: t.exposeInt('speakerId', {
      description: 'What the lines of this speaker carry. Unique in its project.',
    }),
    voiceKey: t.exposeString('voiceKey', {
      description: 'The key of a voice of the catalogue, or `soundalike`, or `emotional_transfer`.',
    }),
    voiceKind: t.field({
      type: TargetVoiceKindEnum,
      description: 'Where the voice comes from, as its key tells.',
      resolve: ({ voiceKey }) => targetVoiceKind(voiceKey),
    }),
    style: t.exposeString('style', {
      nullable: true,
      description: '"feminine", "masculine", or another word of the service.',
    }),
    voice: t.field({
      type: VoiceObject,
      nullable: true,
      description: "The catalogue's entry; null for a soundalike voice, or a key no longer in the catalogue.",
      resolve: ({ voiceKey, targetLanguage }, _args, { loaders }) => {
        if (targetVoiceKind(voiceKey) !== 'CATALOGUE') return null;
        return loaders
          .voices()
          .then((catalogue) => catalogue.findIn(targetLanguage, voiceKey) ?? catalogue.find(voiceKey));
      },
    }),
  }),
});

const ScriptSegmentObject = builder.objectRef<SpokenSegment>('ScriptSegment').implement({
  description: 'One line of a script: what is said, when, and by whom.',
  fields: (t) => ({
    startMs: t.exposeInt('startMs', { description: 'When it begins, in milliseconds from the start of the video.' }),
    endMs: t.exposeInt('endMs', { description: 'When it ends, in milliseconds from the start of the video.' }),
    text: t.exposeString('text', { description: 'What is said.' }),
    speakerId: t.exposeInt('speakerId', {
      nullable: true,
      description: 'Who says it; null in a source script whose speakers the service does not tell.',
    }),
    speaker: t.expose('speaker', {
      type: TargetSpeakerObject,
      nullable: true,
      description: 'Who says it, with the voice of the dubbing; null where no speaker has this id.',
    }),
  }),
});

export const DubbingOutputObject = builder.objectRef<DubbingOutput>('DubbingOutput').implement({
  description: 'What a finished dubbing has produced. Its addresses hold until the project is deleted.',
  fields: (t) => ({
    videoUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where to download the dubbed video.',
      resolve: ({ videoUrl }, _args, context, info) => readableUrl(videoUrl, context, info),
    }),
    audioUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Where to download the dubbed audio track.',
      resolve: ({ audioUrl }, _args, context, info) => readableUrl(audioUrl, context, info),
    }),
    sourceScript: t.field({
      type: [ScriptSegmentObject],
      description: 'What is spoken in the video, line by line.',
      resolve: (output, _args, context, info) => readableItems(spokenScripts(output).source, context, info),
    }),
    targetScript: t.field({
      type: [ScriptSegmentObject],
      description: 'What the new voices say, line by line. A re-translation starts from it.',
      resolve: (output, _args, context, info) => readableItems(spokenScripts(output).target, context, info),
    }),
    targetSpeakers: t.field({
      type: [TargetSpeakerObject],
      description: 'Who speaks the target script. A re-translation starts from it.',
      resolve: (output, _args, context, info) => readableItems(spokenScripts(output).speakers, context, info),
    }),
    subtitles: t.string({
      description: 'A script as a subtitle file, ready for a player.',
      args: {
        of: t.arg({
          type: ScriptKindEnum,
          required: true,
          defaultValue: 'target',
          description: 'Which script: what is spoken, or what the new voices say.',
        }),
        format: t.arg({
          type: SubtitleFormatEnum,
          required: true,
          defaultValue: 'VTT',
          description: 'The format of the file.',
        }),
      },
      resolve: (output, { of, format }, context, info) =>
        toSubtitles(readableItems(spokenScripts(output)[of], context, info), format),
    }),
  }),
});
