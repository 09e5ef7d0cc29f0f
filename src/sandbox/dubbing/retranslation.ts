import * as z from 'zod';
import type { DubbingProjectRecord } from '../account-store.ts';
import { workWordsIn } from '../faults.ts';
import { type Answer, invalidAnswer, notEnabled, ok, refuse } from '../http/answer.ts';
import { type EndpointRequest, named, paceOf, parsed } from '../http/endpoint-request.ts';
import type { Route } from '../http/router.ts';
import { adjustedToSpeech, retranslationFault } from '../script-rules.ts';
import { SimulatedMixingMode, SimulatedTtsVolume } from './create-body.ts';
import { projectOf, receiptOf } from './dubbing-project.ts';
import { RETRANSLATION_MS, workOf } from './produce.ts';
import { statusOf } from './status.ts';

export const retranslationRoutes: readonly Route[] = [
  {
    api: 'dubbing',
    method: 'POST',
    path: '/api/v1/projects/{project_id}/translations',
    body: 'json',
    handle: retranslate,
  },
  {
    api: 'dubbing',
    method: 'POST',
    path: '/api/v1/projects/{project_id}/validate-translation-request',
    body: 'json',
    handle: validate,
  },
];

const Body = z.strictObject({
  target_script: z.array(
    z.strictObject({
      start_ms: z.int().min(0),
      end_ms: z.int().min(0),
      text: z.string('text is missing').refine((text) => text.trim() !== '', 'text must not be empty'),
      speaker_id: z.int('speaker_id is missing or not an integer'),
    }),
  ),
  target_speakers: z.array(
    z.strictObject({
      speaker_id: z.int('speaker_id is missing or not an integer'),
      voice_key: z.string('voice_key is missing').min(1, 'voice_key is missing'),
      style: z.string('style is missing').min(1, 'style is missing'),
    }),
  ),
  mixing_mode: SimulatedMixingMode.default('voiceover_with_original_track'),
  use_fixed_timings: z.boolean().default(false),
  tts_volume: SimulatedTtsVolume.default('normal'),
});
type Body = z.infer<typeof Body>;

/** The body of both calls, checked by all rules. */
function checked(call: EndpointRequest, project: DubbingProjectRecord): Body {
  const body = parsed(Body, call);
  const fault = retranslationFault(body.target_script, body.target_speakers, call.world.catalogue, project.targetLang);
  if (fault !== null) refuse(invalidAnswer(fault));
  // Undocumented: before a project is ready there is no output to start from.
  const status = statusOf(project, paceOf(call.world));
  if (status !== 'ready') refuse(invalidAnswer(`Cannot re-translate a project whose status is ${status}`));
  return body;
}

function validate(call: EndpointRequest): Answer {
  checked(call, projectOf(call));
  return ok({ valid: true });
}

function retranslate(call: EndpointRequest): Answer {
  const project = projectOf(call);
  if (!call.account.features.retranslation) refuse(notEnabled('Re-translation is not enabled for this account'));
  const body = checked(call, project);
  return named(call, 'retranslate', project.name, () => {
    project.targetScript = body.use_fixed_timings ? body.target_script : adjustedToSpeech(body.target_script);
    project.targetSpeakers = body.target_speakers;
    project.mixingMode = body.mixing_mode;
    project.translationsCount += 1;
    const fails = workWordsIn(project.name).has('fail-retranslation');
    project.work = workOf(project.name, RETRANSLATION_MS, paceOf(call.world).now, fails);
    project.errorMessage = 'The new script could not be voiced';
    // A re-translation costs nothing, so its failure refunds nothing.
    project.isRefunded = true;
    return ok({ project_id: project.id, ...receiptOf(call, project, 0) });
  });
}
