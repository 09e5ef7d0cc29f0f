import type { DubbingProjectRecord, Segment } from '../account-store.ts';
import { workWordsIn } from '../faults.ts';
import { type EndpointRequest, paceOf } from '../http/endpoint-request.ts';
import { inventScript, inventSpeakers, sentence, timed } from '../media/prose.ts';
import { hashOf } from '../random.ts';
import { adjustedToSpeech, textsOf } from '../script-rules.ts';
import type { JobWork } from '../work.ts';
import type { CreateDubbingProjectBody } from './create-body.ts';

const MINUTE_MS = 60_000;

/** How long a dubbing takes at speed 1. */
const dubbingMs = (costMinutes: number): number => MINUTE_MS * (2 + costMinutes / 2);
/** How long a re-translation takes at speed 1. */
export const RETRANSLATION_MS = 2 * MINUTE_MS;

/** The part of the record that follows from the request. */
export function produce(
  call: EndpointRequest,
  body: CreateDubbingProjectBody,
  costMinutes: number,
): Omit<Partial<DubbingProjectRecord>, 'id' | 'costMinutes'> {
  const media = body.source_video_url;
  const speakers = 1 + (hashOf(media) % 3);
  const sourceScript = sourceScriptOf(body, { media, count: Math.max(4, Math.round(costMinutes * 8)), speakers });
  const specialKey = body.use_emotional_transfer
    ? 'emotional_transfer'
    : body.use_soundalike_voices
      ? 'soundalike'
      : null;
  const name = body.name ?? 'Untitled';
  const isUnreachable = new URL(media).hostname.endsWith('.invalid');
  return {
    name,
    sourceLang: body.source_lang,
    targetLang: body.target_lang,
    mixingMode: body.mixing_mode,
    work: workOf(name, dubbingMs(costMinutes), paceOf(call.world).now, isUnreachable),
    errorMessage: isUnreachable ? 'The source video could not be downloaded' : 'The source video has no speech',
    sourceScript,
    targetScript: targetScriptOf(body, sourceScript),
    targetSpeakers: inventSpeakers(call.world.catalogue, body.target_lang, speakers, specialKey),
  };
}

/** The work that a name asks for. */
export function workOf(name: string, workMs: number, startedAt: number, fails: boolean): JobWork {
  const words = workWordsIn(name);
  const fate = words.has('stuck') ? 'never-ends' : fails || words.has('fail') ? 'fails' : 'succeeds';
  return { startedAt, workMs: words.has('slow') ? workMs * 10 : workMs, fate, repeatEveryMs: null };
}

function sourceScriptOf(
  body: CreateDubbingProjectBody,
  shape: { media: string; count: number; speakers: number },
): Segment[] {
  if (body.source_script_content !== undefined) {
    return timed(textsOf(body.source_script_content), shape.media, shape.speakers);
  }
  if (body.source_script === undefined) return inventScript(body.source_lang, shape);
  const given = body.source_script.map((segment, index) => ({
    ...segment,
    speaker_id: 1 + (hashOf(`${shape.media} who ${index >> 1}`) % shape.speakers),
  }));
  return body.use_fixed_timings ? given : adjustedToSpeech(given);
}

/** The sandbox does not translate: it says something of its own in the target language, in the same places. */
function targetScriptOf(body: CreateDubbingProjectBody, source: readonly Segment[]): Segment[] {
  if (body.target_lang.split('-')[0] === body.source_lang) return source.map((segment) => ({ ...segment }));
  const offset = hashOf(body.source_video_url) % 20;
  return source.map((segment, index) => ({ ...segment, text: sentence(body.target_lang, offset + index) }));
}
