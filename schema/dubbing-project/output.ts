import type { DubbingOutput } from '../../src/domain/dubbing-project/dubbing-project.ts';
import { SCRIPT_KINDS, TARGET_VOICE_KINDS, targetVoiceKind } from '../../src/domain/dubbing-project/script.ts';
import { type CastSpeaker, type SpokenSegment, spokenScripts } from '../../src/domain/dubbing-project/spoken-script.ts';
import { SUBTITLE_FORMATS, toSubtitles } from '../../src/domain/dubbing-project/subtitles.ts';
import { builder } from '../builder.ts';
import { VoiceObject } from '../catalogue/voice.ts';
import { readableItems, readableNumber, readableUrl, textAt } from '../common/readable.ts';
import { wordEnum } from '../common/word-enum.ts';

/** The cost of writing one cue, in values of an answer. */
const VALUES_OF_CUE = 2;

const ScriptKindEnum = wordEnum('ScriptKind', 'One of the two scripts of a dubbing project.', SCRIPT_KINDS, {
  source: 'The transcript in the source language.',
  target: 'The text of the new voices in the target language.',
});

const SubtitleFormatEnum = wordEnum('SubtitleFormat', 'The format of a subtitle file.', SUBTITLE_FORMATS, {
  SRT: 'SubRip. Nearly every player and editor reads it.',
  VTT: 'WebVTT, for the <track> element of browsers.',
});

const TargetVoiceKindEnum = wordEnum('TargetVoiceKind', 'The kind of voice of a speaker.', TARGET_VOICE_KINDS, {
  CATALOGUE: 'A voice of the catalogue.',
  SOUNDALIKE: 'A synthetic voice that sounds like the original speaker.',
  EMOTIONAL_TRANSFER:
    'A synthetic voice that sounds like the original speaker and keeps the emotion: more expressive, less stable.',
});

const TargetSpeakerObject = builder.objectRef<CastSpeaker>('TargetSpeaker').implement({
  description: "A speaker of the target script and the speaker's voice.",
  fields: (t) => ({
    speakerId: t.exposeInt('speakerId', {
      description: "The id that the speaker's lines refer to. Unique within the project.",
    }),
    voiceKey: t.exposeString('voiceKey', {
      description: 'The key of a catalogue voice, or `soundalike`, or `emotional_transfer`.',
    }),
    voiceKind: t.field({
      type: TargetVoiceKindEnum,
      description: 'The kind of voice, derived from the key.',
      resolve: ({ voiceKey }) => targetVoiceKind(voiceKey),
    }),
    style: t.string({
      nullable: true,
      description: '"feminine", "masculine", or another value of the service.',
      resolve: textAt('style'),
    }),
    voice: t.field({
      type: VoiceObject,
      nullable: true,
      description:
        'The voice in the catalogue. Null for `soundalike` and `emotional_transfer`, and for a key that is no longer in the catalogue. Costs one request at most every ten minutes.',
      resolve: ({ voiceKey, targetLanguage }, _args, { loaders }) => {
        if (targetVoiceKind(voiceKey) !== 'CATALOGUE') return null;
        return loaders
          .load('voices')
          .then((catalogue) => catalogue.findIn(targetLanguage, voiceKey) ?? catalogue.find(voiceKey));
      },
    }),
  }),
});

const ScriptSegmentObject = builder.objectRef<SpokenSegment>('ScriptSegment').implement({
  description: 'One line of a script: its text, timing and speaker.',
  fields: (t) => ({
    startMs: t.exposeInt('startMs', { description: 'Start, in milliseconds from the start of the video.' }),
    endMs: t.exposeInt('endMs', { description: 'End, in milliseconds from the start of the video.' }),
    text: t.exposeString('text', { description: 'The text.' }),
    speakerId: t.int({
      nullable: true,
      description: "The speaker's id. Null in a source script whose speakers the service does not report.",
      resolve: ({ speakerId }, _args, context, info) => readableNumber(speakerId, context, info),
    }),
    speaker: t.expose('speaker', {
      type: TargetSpeakerObject,
      nullable: true,
      description: 'The speaker with the voice of the dubbing. Null if no speaker has this id.',
    }),
  }),
});

export const DubbingOutputObject = builder.objectRef<DubbingOutput>('DubbingOutput').implement({
  description: 'The output of a finished project. Its addresses are valid until the project is deleted.',
  fields: (t) => ({
    videoUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Download address of the dubbed video.',
      resolve: ({ videoUrl }, _args, context, info) => readableUrl(videoUrl, context, info),
    }),
    audioUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Download address of the dubbed audio track.',
      resolve: ({ audioUrl }, _args, context, info) => readableUrl(audioUrl, context, info),
    }),
    sourceScript: t.field({
      type: [ScriptSegmentObject],
      description: 'The transcript of the video, by line.',
      resolve: (output, _args, context, info) => readableItems(spokenScripts(output).source(), context, info),
    }),
    targetScript: t.field({
      type: [ScriptSegmentObject],
      description: 'The text of the new voices, by line. It is the starting point for a re-translation.',
      resolve: (output, _args, context, info) => readableItems(spokenScripts(output).target(), context, info),
    }),
    targetSpeakers: t.field({
      type: [TargetSpeakerObject],
      description: 'The speakers of the target script. They are the starting point for a re-translation.',
      resolve: (output, _args, context, info) => readableItems(spokenScripts(output).speakers, context, info),
    }),
    subtitles: t.string({
      description: 'A script as a subtitle file.',
      // One value, but computed from a whole script.
      extensions: { cost: 500 },
      args: {
        of: t.arg({
          type: ScriptKindEnum,
          required: true,
          defaultValue: 'target',
          description: 'Which script to use.',
        }),
        format: t.arg({
          type: SubtitleFormatEnum,
          required: true,
          defaultValue: 'VTT',
          description: 'The file format.',
        }),
      },
      resolve(output, { of, format }, context, info) {
        const segments = readableItems(spokenScripts(output)[of](), context, info);
        const values = segments.length * VALUES_OF_CUE;
        context.work.charge(values);
        const write = () => toSubtitles(segments, format);
        return context.work.isDue ? context.work.pause(values).then(write) : write();
      },
    }),
  }),
});
