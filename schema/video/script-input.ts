import { builder, type Graph } from '../builder.ts';

const ScriptColumnsInput = builder.inputType('ScriptColumnsInput', {
  description: 'Which column of a spreadsheet, by its header, holds what.',
  fields: (t) => ({
    text: t.string({ description: 'The column of what is said.' }),
    startTime: t.string({ description: 'The column of when a line begins.' }),
    endTime: t.string({ description: 'The column of when a line ends.' }),
    speakerName: t.string({ description: 'The column of who says it.' }),
    outputFileName: t.string({ description: 'The column of what the file of a spoken line is to be called.' }),
    inputFileName: t.string({ description: 'The column of which reference file a line goes with.' }),
    speechPrompt: t.string({ description: 'The column of how a line is to be spoken.' }),
  }),
});

type ScriptFields = PothosSchemaTypes.InputFieldBuilder<Graph, 'InputObject'>;

/** What a source script and a target script have in common. */
function scriptFields(t: ScriptFields) {
  return {
    artifactId: t.id({ required: true, description: 'A script artifact whose upload has completed.' }),
    columns: t.field({ type: ScriptColumnsInput, description: 'Of a spreadsheet: which column holds what.' }),
    frameRate: t.float({ description: 'Frames per second, where the script counts its times in frames: above 0.' }),
  };
}

export const VideoScriptInput = builder.inputType('VideoScriptInput', {
  description: 'A ready script, and how to read it.',
  fields: (t) => scriptFields(t),
});

export const TargetVideoScriptInput = builder.inputType('TargetVideoScriptInput', {
  description: 'A ready translation into one target language, and how to read it.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'One of the targetLanguages.' }),
    ...scriptFields(t),
  }),
});
