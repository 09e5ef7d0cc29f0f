import * as z from 'zod';
import type { VideoRecord } from '../account-store.ts';
import { type Answer, invalidAnswer, jsonAnswer, missing, ok, refuse, videoMissing } from '../http/answer.ts';
import { type EndpointRequest, named, paceOf, param, parsed } from '../http/endpoint-request.ts';
import type { Route } from '../http/router.ts';
import { studioProjectOf } from './studio-project.ts';
import { SimulatedWorkflowType } from './video-body.ts';
import { createVideo } from './video-create.ts';
import { durationField, standingsOf, toVideo } from './video-status.ts';

export const videoRoutes: readonly Route[] = [
  {
    api: 'studio',
    method: 'POST',
    path: '/api/v1/projects/{projectId}/videos/create',
    body: 'json',
    handle: createVideo,
  },
  { api: 'studio', method: 'GET', path: '/api/v1/projects/{projectId}/videos/{videoId}', body: 'none', handle: read },
  {
    api: 'studio',
    method: 'GET',
    path: '/api/v1/projects/{projectId}/videos/{videoId}/status',
    body: 'none',
    handle: readStatus,
  },
  // PATCH and DELETE of a video have no /v1 segment (INTERFACE.md, "PATCH /api/projects/{projectId}/videos/{videoId}").
  // Not a typo.
  { api: 'studio', method: 'PATCH', path: '/api/projects/{projectId}/videos/{videoId}', body: 'json', handle: update },
  { api: 'studio', method: 'DELETE', path: '/api/projects/{projectId}/videos/{videoId}', body: 'none', handle: remove },
];

/** The video of the path; refuses with `gone` if there is none. */
function videoOf(call: EndpointRequest, gone: Answer): VideoRecord {
  const project = studioProjectOf(call, gone);
  const video = call.account.videos.get(`${project.id}/${param(call, 'videoId')}`);
  return video === undefined || video.isDeleted ? refuse(gone) : video;
}

function read(call: EndpointRequest): Answer {
  const video = videoOf(call, missing());
  return named(call, 'read', video.name, () =>
    ok({
      ...toVideo(video, paceOf(call.world), call.world.urls.studio),
      processingType: video.workflow,
      ...durationField(video),
      stringVariables: video.stringVariables,
      ...video.overrides,
    }),
  );
}

function readStatus(call: EndpointRequest): Answer {
  // The one place where the document has these words for a missing video.
  const video = videoOf(call, videoMissing());
  return named(call, 'read', video.name, () =>
    ok({ langs: standingsOf(video, paceOf(call.world)).map(({ entry }) => entry), ...video.statusOverrides }),
  );
}

// Tolerant: an invalid field is ignored. If no valid one is left, the answer has its own words.
const UpdateBody = z.object({
  name: z.string().min(1).optional(),
  dstLangs: z.array(z.string()).min(1).optional(),
  processingType: SimulatedWorkflowType.optional(),
  // "Values seen"; whether the service takes others is not shown.
  status: z.enum(['new', 'in_progress', 'completed']).optional(),
  remark: z.string().optional(),
});
type UpdateBody = z.infer<typeof UpdateBody>;

function update(call: EndpointRequest): Answer {
  const video = videoOf(call, missing());
  const body = parsed(UpdateBody, call);
  if (Object.keys(body).length === 0) return jsonAnswer(400, { error: 'No valid fields to update' });
  const unknown = body.dstLangs?.find((lang) => !call.world.catalogue.targetLangs.has(lang));
  if (unknown !== undefined) return invalidAnswer(`Unsupported target language ${unknown}`);
  if (body.dstLangs !== undefined && new Set(body.dstLangs).size < body.dstLangs.length) {
    return invalidAnswer('dstLangs has a language twice');
  }
  const work = (): Answer => {
    change(video, body, call.world.clock.now());
    const answered = toVideo(video, paceOf(call.world), call.world.urls.studio);
    return ok({ ...answered, processingType: video.workflow, ...video.overrides });
  };
  // Two names may spoil it: that which the video has, and that which it shall have.
  return named(call, 'update', video.name, () =>
    body.name === undefined ? work() : named(call, 'create', body.name, work),
  );
}

function change(video: VideoRecord, body: UpdateBody, now: number): void {
  video.updatedAt = now;
  video.name = body.name ?? video.name;
  video.remark = body.remark ?? video.remark;
  video.status = body.status ?? video.status;
  for (const lang of body.dstLangs ?? []) if (!video.dstLangs.includes(lang)) video.startedAt[lang] = now;
  video.dstLangs = body.dstLangs ?? video.dstLangs;
  if (body.processingType === undefined || body.processingType === video.workflow) return;
  // Another workflow is other work: each language begins anew.
  video.workflow = body.processingType;
  for (const lang of [...video.dstLangs, video.srcLang]) video.startedAt[lang] = now;
}

function remove(call: EndpointRequest): Answer {
  const video = videoOf(call, missing());
  return named(call, 'delete', video.name, () => {
    video.isDeleted = true;
    return ok({ deleted: true });
  });
}
