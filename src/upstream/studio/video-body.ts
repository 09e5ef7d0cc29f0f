import { isGiven, type Optional } from '../../domain/common/optional.ts';
import type { NewVideo, SubtitlingParams, VideoChanges, VideoScript } from '../../domain/writes.ts';
import { present } from '../reading/present.ts';

/** The body of POST /api/v1/projects/{projectId}/videos/create. */
export function toNewVideo(input: NewVideo): object {
  return present({
    name: input.name,
    workflowType: input.workflowType,
    // "must be omitted for tts", which has no source video.
    sourceArtifactId: input.workflowType === 'tts' ? null : input.sourceArtifactId,
    sourceLanguage: input.sourceLanguage,
    targetLanguages: input.targetLanguages,
    pivotLanguage: input.pivotLanguage,
    sourceScript: whereGiven(input.sourceScript, toScript),
    targetScripts: whereGiven(input.targetScripts, (scripts) => byLanguage(scripts, toScript)),
    referenceArchiveArtifactId: input.referenceArchiveArtifactId,
    pipelineOptions: whereGiven(input.pipelineOptions, present),
    subtitlingParams: whereGiven(input.subtitlingParams, (params) => byLanguage(params, toSubtitlingParams)),
    processingOptions: whereGiven(input.processingOptions, present),
    remark: input.remark,
    stringVariables: input.stringVariables?.map(({ key, value }) => ({ key, value })),
  });
}

/** The body of PATCH /api/projects/{projectId}/videos/{videoId}; there the workflow is called processingType. */
export function toVideoUpdate(changes: VideoChanges): object {
  return present({
    name: changes.name,
    dstLangs: changes.targetLanguages,
    processingType: changes.workflowType,
    status: changes.status,
    remark: changes.remark,
  });
}

/** Import settings stand inline, beside the artifact's id. */
function toScript({ artifactId, columns, frameRate }: VideoScript): object {
  return present({ artifactId, columns: whereGiven(columns, present), frameRate });
}

function toSubtitlingParams({ language: _, ...params }: SubtitlingParams): object {
  return present(params);
}

/** An object whose keys are languages: own properties all of them, whatever they are called (`__proto__`). */
function byLanguage<T extends { readonly language: string }>(
  items: readonly T[],
  toValue: (item: T) => object,
): object {
  return Object.fromEntries(items.map((item) => [item.language, toValue(item)]));
}

function whereGiven<T>(value: Optional<T>, toWire: (value: T) => object): object | undefined {
  return isGiven(value) ? toWire(value) : undefined;
}
