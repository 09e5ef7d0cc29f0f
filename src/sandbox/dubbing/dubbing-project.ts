import { charge, type DubbingProjectRecord } from '../account-store.ts';
import { hasEmotionalTransfer, supportsSoundalike } from '../catalogue.ts';
import { toIso } from '../clock.ts';
import { workWordsIn } from '../faults.ts';
import {
  type Answer,
  dubbingProjectMissing,
  invalidAnswer,
  jsonAnswer,
  notEnabled,
  ok,
  refuse,
} from '../http/answer.ts';
import { absent, type EndpointRequest, named, paceOf, param, parsed } from '../http/endpoint-request.ts';
import type { Route } from '../http/router.ts';
import { hashOf } from '../random.ts';
import { endOfWork } from '../work.ts';
import { CreateBody, type CreateDubbingProjectBody } from './create-body.ts';
import { produce } from './produce.ts';
import { balanceOf, statusOf, toDetail, toListItem } from './status.ts';

export const dubbingProjectRoutes: readonly Route[] = [
  { api: 'dubbing', method: 'GET', path: '/api/v1/projects', body: 'none', handle: list },
  { api: 'dubbing', method: 'POST', path: '/api/v1/projects', body: 'json', handle: create },
  { api: 'dubbing', method: 'GET', path: '/api/v1/projects/{project_id}', body: 'none', handle: read },
  { api: 'dubbing', method: 'DELETE', path: '/api/v1/projects/{project_id}', body: 'none', handle: remove },
];

function list(call: EndpointRequest): Answer {
  const pace = paceOf(call.world);
  return ok({ projects: [...call.account.dubbingProjects.values()].map((project) => toListItem(project, pace)) });
}

/** The project of the path; refuses if there is none. */
export function projectOf(call: EndpointRequest): DubbingProjectRecord {
  const id = param(call, 'project_id');
  const project = call.account.dubbingProjects.get(id);
  return project ?? absent(call, (account) => account.dubbingProjects.has(id), dubbingProjectMissing());
}

function read(call: EndpointRequest): Answer {
  const project = projectOf(call);
  return named(call, 'read', project.name, () => ok(toDetail(project, paceOf(call.world), downloadsOf(call))));
}

/** Accounts may have the same id; their files are not the same. */
function downloadsOf({ world, account }: EndpointRequest): string {
  return `${world.urls.dubbing}/downloads/${account.number}`;
}

function remove(call: EndpointRequest): Answer {
  const project = projectOf(call);
  return named(call, 'delete', project.name, () => {
    if (statusOf(project, paceOf(call.world)) === 'in_progress') {
      return invalidAnswer('Cannot delete project while processing is in progress');
    }
    // A failure that was not read yet refunds its minutes before the project is deleted.
    balanceOf(call.account, call.world);
    call.account.dubbingProjects.delete(project.id);
    return ok({ success: true });
  });
}

function create(call: EndpointRequest): Answer {
  const body = parsed(CreateBody, call);
  refuseContradictions(call, body);
  return named(call, 'create', body.name ?? '', () => {
    const costMinutes = durationMinutes(body.source_video_url);
    if (balanceOf(call.account, call.world) < costMinutes) return insufficient(costMinutes);
    charge(call.account, costMinutes);
    const id = String(20_000 + call.world.nextNumber());
    const project = call.account.putDubbingProject({ id, costMinutes, ...produce(call, body, costMinutes) });
    spoil(project);
    return ok({ project_id: id, ...receiptOf(call, project) });
  });
}

/** The common answer of a creation and a re-translation. */
export function receiptOf(
  call: EndpointRequest,
  project: DubbingProjectRecord,
  costMinutes = project.costMinutes,
): Record<string, unknown> {
  return {
    cost_minutes: costMinutes,
    estimated_completion_date: toIso(endOfWork(project.work, paceOf(call.world))),
    balance_minutes: balanceOf(call.account, call.world),
    translations_count: project.translationsCount,
  };
}

function refuseContradictions(call: EndpointRequest, body: CreateDubbingProjectBody): void {
  const { catalogue } = call.world;
  if (!catalogue.sourceLangs.has(body.source_lang))
    refuse(invalidAnswer(`Unsupported source_lang ${body.source_lang}`));
  if (!catalogue.targetLangs.has(body.target_lang))
    refuse(invalidAnswer(`Unsupported target_lang ${body.target_lang}`));
  if (body.source_script !== undefined && body.source_script_content !== undefined) {
    refuse(invalidAnswer('source_script cannot be combined with source_script_content'));
  }
  if (body.use_emotional_transfer && !hasEmotionalTransfer(body.target_lang)) {
    refuse(invalidAnswer(`use_emotional_transfer is not supported for language ${body.target_lang}`));
  }
  if (!body.use_soundalike_voices) return;
  if (!call.account.features.subscription) refuse(notEnabled('use_soundalike_voices requires an active subscription'));
  if (!supportsSoundalike(body.target_lang)) {
    refuse(invalidAnswer(`use_soundalike_voices is not supported for language ${body.target_lang}`));
  }
}

// The document does not show this body.
function insufficient(costMinutes: number): Answer {
  return jsonAnswer(402, {
    error: 'InsufficientBalanceError',
    message: `Not enough minutes on the balance: ${costMinutes} needed`,
  });
}

/**
 * The duration of a simulated video: `?minutes=12.5` in its address, otherwise 1 to 30 minutes derived from the
 * address.
 */
function durationMinutes(url: string): number {
  const minutes = Number(new URL(url).searchParams.get('minutes') ?? Number.NaN);
  return Number.isFinite(minutes) && minutes > 0 ? minutes : (10 + (hashOf(url) % 290)) / 10;
}

/** The effects of words in the name on the record itself. */
function spoil(project: DubbingProjectRecord): void {
  const words = workWordsIn(project.name);
  if (words.has('malformed')) {
    project.listOverrides = { target_lang: undefined, cost_minutes: 'twelve' };
    project.overrides = { target_lang: undefined, cost_minutes: 'twelve', output_target_script: null };
  }
  if (words.has('unknown-words')) {
    project.listOverrides = { status: 'paused' };
    project.overrides = { status: 'paused', mixing_mode: 'voiceover_in_stereo' };
  }
}
