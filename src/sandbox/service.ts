import type { IncomingMessage } from 'node:http';
import type { AccountStore } from './account-store.ts';
import { dubbingProjectRoutes } from './dubbing/dubbing-project.ts';
import { referenceRoutes } from './dubbing/reference.ts';
import { retranslationRoutes } from './dubbing/retranslation.ts';
import { synthesisRoutes } from './dubbing/synthesis.ts';
import { type Answer, invalidAnswer, jsonAnswer, RefusedCall, unauthorized } from './http/answer.ts';
import type { EndpointRequest, World } from './http/endpoint-request.ts';
import { type Form, fingerprintOf, readForm } from './http/form.ts';
import { receive } from './http/receive.ts';
import { createRouter, type Match, noSuchRoute, type Route } from './http/router.ts';
import type { OpenRequest } from './journal.ts';
import { artifactRoutes } from './studio/artifact.ts';
import { studioProjectRoutes } from './studio/studio-project.ts';
import { uploadRoutes } from './studio/upload.ts';
import { videoRoutes } from './studio/video.ts';

/** Every endpoint of INTERFACE.md. If two match a path, the first is meant (`artifacts/create`). */
const ROUTES: readonly Route[] = [
  ...referenceRoutes,
  ...dubbingProjectRoutes,
  ...retranslationRoutes,
  ...synthesisRoutes,
  ...uploadRoutes,
  ...artifactRoutes,
  ...videoRoutes,
  ...studioProjectRoutes,
];

/** Answers a request to one of the two APIs; null if its caller went away before it was whole. */
export type SimulatedService = (
  message: IncomingMessage,
  request: OpenRequest,
  before: () => Promise<void>,
) => Promise<Answer | null>;

interface Received {
  body: unknown;
  form: Form | null;
  fault: Answer | null;
  fingerprint: string;
}

export function createService(world: World): SimulatedService {
  const route = createRouter(ROUTES);
  return async (message, request, before) => {
    const match = route(request.api, request.method, request.path);
    const account = match === null ? noSuchRoute(request.api, request.method, request.path) : admit(world, request);
    if (match === null || 'status' in account) {
      await receive(message, request);
      return 'status' in account ? account : null;
    }
    const received = await receiveFor(match.route, message, request);
    if (received === null || received.fault !== null) return received?.fault ?? null;
    return answered(account, match, request, received.fingerprint, async () => {
      await before();
      return handled(match, toCall(world, account, match, request, received));
    });
  };
}

/** "POST requests may carry the optional header Idempotency-Key" */
function answered(
  account: AccountStore,
  { route }: Match,
  request: OpenRequest,
  fingerprint: string,
  work: () => Promise<Answer>,
): Promise<Answer> {
  const key = route.method === 'POST' ? (request.headers['idempotency-key'] ?? '') : '';
  return key === '' ? work() : account.idempotency.run(key, fingerprint, work);
}

/** The account of a request, or why it is not served. */
function admit(world: World, request: OpenRequest): AccountStore | Answer {
  const account = request.key === null ? undefined : world.accounts.get(request.key);
  if (account === undefined) return unauthorized();
  const turn = account.quota?.take(world.clock.now()) ?? { isAllowed: true };
  if (turn.isAllowed) return account;
  const retryAfter = { 'retry-after': String(turn.retryAfterSeconds) };
  return jsonAnswer(429, { error: 'Too Many Requests', message: 'Rate limit exceeded', status: 429 }, retryAfter);
}

async function receiveFor(route: Route, message: IncomingMessage, request: OpenRequest): Promise<Received | null> {
  const wanted = route.body === 'form' ? readForm(message) : null;
  const reception = await receive(message, request, { keepWhole: route.body === 'json' });
  if (!reception.isComplete) return null;
  const target = `${request.method} ${request.path}?${request.query}`;
  if (wanted !== null) {
    const form = await wanted;
    request.form = form;
    return { body: null, form, fault: null, fingerprint: `${target} ${form === null ? '' : fingerprintOf(form)}` };
  }
  const fingerprint = `${target} ${request.bodySha256}`;
  if (route.body === 'none') return { body: null, form: null, fault: null, fingerprint };
  return { ...readJson(reception.whole, request), form: null, fingerprint };
}

function readJson(whole: Buffer | null, request: OpenRequest): { body: unknown; fault: Answer | null } {
  if (whole === null) return { body: null, fault: jsonAnswer(413, { error: 'Payload Too Large' }) };
  // "JSON POST, PATCH requests carry Content-Type: application/json"
  if (!/^application\/json\s*(;|$)/i.test(request.headers['content-type'] ?? '')) {
    return {
      body: null,
      fault: jsonAnswer(415, { error: 'Unsupported Media Type', message: 'Content-Type must be application/json' }),
    };
  }
  try {
    const body: unknown = JSON.parse(whole.toString('utf8'));
    return { body, fault: null };
  } catch {
    return { body: null, fault: invalidAnswer('The body is not JSON') };
  }
}

function toCall(
  world: World,
  account: AccountStore,
  match: Match,
  request: OpenRequest,
  received: Received,
): EndpointRequest {
  const query = new URLSearchParams(request.query);
  return { world, account, params: match.params, query, body: received.body, form: received.form };
}

function handled({ route }: Match, call: EndpointRequest): Answer {
  try {
    return route.handle(call);
  } catch (error) {
    if (error instanceof RefusedCall) return error.answer;
    throw error;
  }
}
