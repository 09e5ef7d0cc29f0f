import type { SandboxApi } from '../misfortune.ts';
import { type Answer, jsonAnswer } from './answer.ts';
import type { EndpointRequest } from './endpoint-request.ts';

/** One endpoint. `path` has parameters as `{name}`, as INTERFACE.md writes them. */
export interface Route {
  api: Exclude<SandboxApi, 'storage'>;
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body: 'none' | 'json' | 'form';
  handle(call: EndpointRequest): Answer;
}

export interface Match {
  route: Route;
  params: Readonly<Record<string, string>>;
}

/** Finds the first route that fits a raw path. Each segment is percent-decoded by itself, so `%2F` stays in its id. */
export function createRouter(
  routes: readonly Route[],
): (api: SandboxApi, method: string, path: string) => Match | null {
  const patterns = routes.map((route) => ({ route, segments: route.path.split('/') }));
  return (api, method, path) => {
    const segments = path.split('/');
    for (const { route, segments: pattern } of patterns) {
      if (route.api !== api || route.method !== method || pattern.length !== segments.length) continue;
      const params = paramsOf(pattern, segments);
      if (params !== null) return { route, params };
    }
    return null;
  };
}

function paramsOf(pattern: readonly string[], segments: readonly string[]): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? '';
    const name = /^\{(.+)\}$/.exec(expected)?.[1];
    if (name === undefined) {
      if (expected !== segment) return null;
      continue;
    }
    const value = decoded(segment);
    if (value === null || value === '') return null;
    params[name] = value;
  }
  return params;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Loud on purpose: a wrong base address, or a `/v1` too many or too few, must not look like a missing thing. */
export function noSuchRoute(api: SandboxApi, method: string, path: string): Answer {
  return jsonAnswer(404, {
    error: 'NoSuchRoute',
    message: `The ${api} API of the sandbox has no endpoint ${method} ${path}`,
    method,
    path,
  });
}
