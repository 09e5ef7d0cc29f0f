import type { StudioProjectRecord } from '../account-store.ts';
import { type Answer, missing, ok } from '../http/answer.ts';
import { absent, type EndpointRequest, named, param } from '../http/endpoint-request.ts';
import type { Route } from '../http/router.ts';

export const studioProjectRoutes: readonly Route[] = [
  { api: 'studio', method: 'DELETE', path: '/api/v1/projects/{projectId}', body: 'none', handle: remove },
];

/** The studio project of the path; refuses with `gone` if there is none. No endpoint creates one: the account has some. */
export function studioProjectOf(call: EndpointRequest, gone: Answer = missing()): StudioProjectRecord {
  const id = param(call, 'projectId');
  const project = call.account.studioProjects.get(id);
  if (project !== undefined && !project.isDeleted) return project;
  const isOthers = project === undefined;
  return absent(call, (account) => isOthers && account.studioProjects.has(id), gone);
}

function remove(call: EndpointRequest): Answer {
  const project = studioProjectOf(call);
  return named(call, 'delete', project.id, () => {
    project.isDeleted = true;
    for (const video of call.account.videos.values()) if (video.projectId === project.id) video.isDeleted = true;
    return ok({ deleted: true });
  });
}
