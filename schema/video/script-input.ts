import { builder, type Graph } from '../builder.ts';

const ScriptColumnsInput = builder.inputType('ScriptColumnsInput', {
  description: "The meaning of a spreadsheet's columns. Each value is the header of a column.",
  fields: (t) => ({
    text: t.string({ description: 'The column with the text.' }),
    startTime: t.string({ description: 'The column with the start time of a line.' }),
    endTime: t.string({ description: 'The column with the end time of a line.' }),
    speakerName: t.string({ description: "The column with the speaker's name." }),
    outputFileName: t.string({ description: 'The column with the file name for the spoken line.' }),
    inputFileName: t.string({ description: "The column with the name of the line's reference file." }),
    speechPrompt: t.string({ description: 'The column with the instruction for how to speak the line.' }),
  }),
});

type ScriptFields = PothosSchemaTypes.InputFieldBuilder<Graph, 'InputObject'>;

/** The common fields of a source script and a target script. */
function scriptFields(t: ScriptFields) {
  return {
    artifactId: t.id({ required: true, description: 'A script artifact whose upload has completed.' }),
    columns: t.field({
      type: ScriptColumnsInput,
      description: 'The meaning of the columns, if the script is a spreadsheet.',
    }),
    frameRate: t.float({ description: 'Frames per second, for a script with times in frames. Must be above 0.' }),
  };
}

export const VideoScriptInput = builder.inputType('VideoScriptInput', {
  description: 'A finished script and how to read it.',
  fields: (t) => scriptFields(t),
});

export const TargetVideoScriptInput = builder.inputType('TargetVideoScriptInput', {
  description: 'A finished translation into one target language and how to read it.',
  fields: (t) => ({
    language: t.string({ required: true, description: 'One of `targetLanguages`.' }),
    ...scriptFields(t),
  }),
});
