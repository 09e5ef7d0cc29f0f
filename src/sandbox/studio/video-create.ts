import type { ArtifactRecord, VideoRecord } from '../account-store.ts';
import { type WorkWord, workWordsIn } from '../faults.ts';
import { type Answer, invalidAnswer, jsonAnswer, notEnabled, ok, refuse } from '../http/answer.ts';
import { type EndpointRequest, named, paceOf, parsed } from '../http/endpoint-request.ts';
import { PHASES, type Phase } from '../pipeline.ts';
import { hashOf } from '../random.ts';
import { stateOfArtifact } from './artifact-status.ts';
import { studioProjectOf } from './studio-project.ts';
import { bodyFault, CreateVideoBody } from './video-body.ts';
import { durationField, toVideo } from './video-status.ts';

export function createVideo(call: EndpointRequest): Answer {
  const project = studioProjectOf(call);
  const body = parsed(CreateVideoBody, call);
  const { catalogue } = call.world;
  const fault = bodyFault(body, catalogue.sourceLangs, catalogue.targetLangs);
  if (fault !== null) return invalidAnswer(fault);
  if (body.sourceLanguage === 'multi' && !call.account.features.multiLanguageSource) {
    return notEnabled('Multi-language source is not enabled for this organization');
  }
  const source = usable(call, body.sourceArtifactId, 'video');
  usable(call, body.referenceArchiveArtifactId, null);
  const characters = charactersOf(call, body);
  return named(call, 'create', body.name, () => {
    if (characters > call.account.credits) return tooFewCredits(characters);
    call.account.credits -= characters;
    const id = `vid_${hashOf(`video ${call.world.nextNumber()}`).toString(16).padStart(13, '0')}`;
    const video = call.account.putVideo({ id, projectId: project.id, ...produced(call, body, source) });
    return ok(toCreated(call, video));
  });
}

/** The artifact of an id, if one is named: it must be there, of the type, and uploaded. */
function usable(call: EndpointRequest, id: string | undefined, type: string | null): ArtifactRecord | null {
  if (id === undefined) return null;
  const artifact = call.account.artifacts.get(id);
  if (artifact === undefined) return refuse(invalidAnswer(`Artifact ${id} not found`));
  if (type !== null && artifact.type !== type) refuse(invalidAnswer(`Artifact ${id} is not of type ${type}`));
  // "Clients must check that status is upload_completed before using an artifact."
  const { status } = stateOfArtifact(artifact, call.account, call.world);
  if (status !== 'upload_completed') refuse(invalidAnswer(`Artifact ${id} has status ${status}, not upload_completed`));
  return artifact;
}

/** "Credits are charged by the number of characters in the script at creation." */
function charactersOf(call: EndpointRequest, body: CreateVideoBody): number {
  const scripts = [body.sourceScript, ...Object.values(body.targetScripts ?? {})];
  return scripts
    .map((script) => usable(call, script?.artifactId, 'script'))
    .reduce(
      (sum, script) => sum + (script === null ? 0 : stateOfArtifact(script, call.account, call.world).characters),
      0,
    );
}

// The document does not show this body.
function tooFewCredits(characters: number): Answer {
  return jsonAnswer(402, { error: 'InsufficientCreditsError', message: `Not enough credits: ${characters} needed` });
}

function produced(
  call: EndpointRequest,
  body: CreateVideoBody,
  source: ArtifactRecord | null,
): Omit<Partial<VideoRecord>, 'id' | 'projectId'> {
  const words = workWordsIn(body.name);
  const [firstLang] = body.targetLanguages;
  return {
    name: body.name,
    workflow: body.workflowType,
    srcLang: body.sourceLanguage,
    dstLangs: body.targetLanguages,
    pivotLanguage: body.pivotLanguage ?? null,
    durationSeconds: source === null ? null : stateOfArtifact(source, call.account, call.world).duration,
    remark: body.remark ?? null,
    stringVariables: body.stringVariables ?? null,
    targetScriptLangs: Object.keys(body.targetScripts ?? {}),
    failingLang: words.has('fail-one-language') ? (firstLang ?? null) : null,
    plan: {
      hasSourceScript: body.sourceScript !== undefined,
      manual: manualPhases(body, words),
      isNeverStarted: words.has('queued'),
      slowness: words.has('slow') ? 10 : 1,
      ...troubleOf(words),
    },
    ...oddities(words),
  };
}

/** An editor does every step that is not automated. The default is undocumented; here everything is automated. */
function manualPhases({ pipelineOptions }: CreateVideoBody, words: ReadonlySet<WorkWord>): readonly Phase[] {
  const all = words.has('manual');
  const isManual: Partial<Record<Phase, boolean>> = {
    transcription: all || pipelineOptions?.shouldAutomateTranscription === false,
    translation: all || pipelineOptions?.shouldAutomateTranslation === false,
    voiceover: all || pipelineOptions?.shouldAutomateVoiceSelection === false,
  };
  return PHASES.filter((phase) => isManual[phase] === true);
}

/** Where the words of a name make a pipeline fail or stick. */
function troubleOf(words: ReadonlySet<WorkWord>): Pick<VideoRecord['plan'], 'failsAt' | 'isRetried' | 'sticksAt'> {
  const failsAt = PHASES.find((phase) => words.has(`fail-${phase}`));
  const failsLast = words.has('fail') || words.has('flaky') || words.has('fail-one-language');
  const sticksAt = PHASES.find((phase) => words.has(`stuck-${phase}`));
  return {
    failsAt: failsAt ?? (words.has('fail-some-lines') ? 'rendering' : failsLast ? 'last' : null),
    isRetried: words.has('flaky'),
    sticksAt: sticksAt ?? (words.has('stuck') ? 'first' : null),
  };
}

function oddities(words: ReadonlySet<WorkWord>): Partial<VideoRecord> {
  return {
    ...(words.has('malformed')
      ? {
          overrides: { name: undefined, videoDuration: 'long' },
          statusOverrides: { langs: [null, { lang: 5 }, 'fr-FR'] },
        }
      : {}),
    ...(words.has('unknown-words')
      ? {
          overrides: { status: 'archived', processingType: 'karaoke' },
          statusOverrides: {
            langs: [{ lang: 'fr-FR', phase: 'quality_check', pendingOn: 'reviewer', isError: false, eta: null }],
          },
        }
      : {}),
  };
}

function toCreated(call: EndpointRequest, video: VideoRecord): Record<string, unknown> {
  return {
    ...toVideo(video, paceOf(call.world), call.world.urls.studio),
    // "Video status: `new` (on creation)", also where the first step is an editor's.
    status: 'new',
    workflowType: video.workflow,
    pivotLanguage: video.pivotLanguage,
    ...durationField(video),
    stringVariables: video.stringVariables,
  };
}
