import * as z from 'zod';
import { WORKFLOWS, type Workflow } from '../pipeline.ts';

// Strict throughout: fields whose names the document does not show are never sent.
const ScriptColumns = z.strictObject({
  text: z.string().optional(),
  startTime: z.string().optional(),
  endTime: z.string().optional(),
  speakerName: z.string().optional(),
  outputFileName: z.string().optional(),
  inputFileName: z.string().optional(),
  speechPrompt: z.string().optional(),
});

const ScriptSource = z.strictObject({
  artifactId: z.string().min(1),
  columns: ScriptColumns.optional(),
  frameRate: z.number().optional(),
});

const SubtitlingParams = z.strictObject({
  maxLinesPerSubtitle: z.number().optional(),
  maxCharsPerLine: z.number().optional(),
  maxCharsPerSecond: z.number().optional(),
  minDurationMs: z.number().optional(),
  maxDurationMs: z.number().optional(),
});

export const SimulatedWorkflowType = z.enum(WORKFLOWS);

export const CreateVideoBody = z.strictObject({
  name: z.string().min(1),
  workflowType: SimulatedWorkflowType,
  sourceArtifactId: z.string().min(1).optional(),
  sourceLanguage: z.string().min(1),
  targetLanguages: z.array(z.string()),
  pivotLanguage: z.string().optional(),
  sourceScript: ScriptSource.optional(),
  targetScripts: z.record(z.string(), ScriptSource).optional(),
  referenceArchiveArtifactId: z.string().min(1).optional(),
  pipelineOptions: z
    .strictObject({
      shouldAutomateTranscription: z.boolean().optional(),
      shouldAutomateTranslation: z.boolean().optional(),
      shouldAutomateVoiceSelection: z.boolean().optional(),
      voiceSelectionMode: z.string().optional(),
      voiceSelectionVoicesLabel: z.string().optional(),
    })
    .optional(),
  subtitlingParams: z.record(z.string(), SubtitlingParams).optional(),
  processingOptions: z
    .strictObject({
      exportTtsAaf: z.boolean().optional(),
      targetLoudness: z.number().optional(),
      exportWavCodec: z.string().optional(),
      exportWavRate: z.number().optional(),
      voiceoverMuffleDb: z.number().optional(),
    })
    .optional(),
  remark: z.string().optional(),
  stringVariables: z.array(z.strictObject({ key: z.string(), value: z.string() })).optional(),
});
export type CreateVideoBody = z.infer<typeof CreateVideoBody>;

const WITH_TARGET_SCRIPTS: readonly Workflow[] = ['dubbing', 'voiceover', 'audio_description', 'translation'];
const base = (lang: string): string => lang.split('-')[0] ?? '';

/** The fault of the body, also with regard to languages. Null if there is none. */
export function bodyFault(
  body: CreateVideoBody,
  sourceLangs: ReadonlySet<string>,
  targetLangs: ReadonlySet<string>,
): string | null {
  return (
    sourceFault(body, sourceLangs) ??
    targetsFault(body, targetLangs) ??
    (body.workflowType === 'tts' ? ttsFault(body) : nonTtsFault(body))
  );
}

function sourceFault(
  { workflowType, sourceLanguage, pivotLanguage }: CreateVideoBody,
  languages: ReadonlySet<string>,
): string | null {
  // "sourceLanguage and targetLanguages hold the same language in the shape used": for tts it may have a region.
  const source = workflowType === 'tts' ? base(sourceLanguage) : sourceLanguage;
  if (source !== 'multi' && !languages.has(source)) return `Unsupported sourceLanguage ${sourceLanguage}`;
  if (pivotLanguage !== undefined && !languages.has(base(pivotLanguage)))
    return `Unsupported pivotLanguage ${pivotLanguage}`;
  return null;
}

function targetsFault(body: CreateVideoBody, languages: ReadonlySet<string>): string | null {
  const targets = body.targetLanguages;
  if (targets.length === 0 && body.workflowType !== 'transcription') return 'targetLanguages must not be empty';
  if (new Set(targets).size < targets.length) return 'targetLanguages has a language twice';
  const unknown = targets.find((lang) => !languages.has(lang));
  if (unknown !== undefined) return `Unsupported target language ${unknown}`;
  const scripts = Object.keys(body.targetScripts ?? {});
  if (body.targetScripts !== undefined && !WITH_TARGET_SCRIPTS.includes(body.workflowType)) {
    return `targetScripts is not accepted for workflow ${body.workflowType}`;
  }
  const foreign = [...scripts, ...Object.keys(body.subtitlingParams ?? {})].find((lang) => !targets.includes(lang));
  return foreign === undefined ? null : `${foreign} is not among targetLanguages`;
}

function ttsFault(body: CreateVideoBody): string | null {
  if (body.sourceArtifactId !== undefined) return 'sourceArtifactId must be omitted for workflow tts';
  if (body.sourceScript === undefined) return 'sourceScript is required for workflow tts';
  const other = body.targetLanguages.find((lang) => base(lang) !== base(body.sourceLanguage));
  return other === undefined ? null : `tts voices one language, not ${body.sourceLanguage} and ${other}`;
}

function nonTtsFault(body: CreateVideoBody): string | null {
  if (body.sourceArtifactId === undefined) return `sourceArtifactId is required for workflow ${body.workflowType}`;
  if (body.referenceArchiveArtifactId !== undefined) return 'referenceArchiveArtifactId is for workflow tts only';
  return null;
}
