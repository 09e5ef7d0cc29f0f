import { type Answer, ok } from '../http/answer.ts';
import type { EndpointRequest } from '../http/endpoint-request.ts';
import type { Route } from '../http/router.ts';
import { balanceOf } from './status.ts';

const text = (body: string): Answer => ({ status: 200, contentType: 'application/json; charset=utf-8', body });

export const referenceRoutes: readonly Route[] = [
  { api: 'dubbing', method: 'GET', path: '/api/v1/balance', body: 'none', handle: readBalance },
  {
    api: 'dubbing',
    method: 'GET',
    path: '/api/v1/options',
    body: 'none',
    handle: (call) => text(call.world.catalogue.optionsText),
  },
  {
    api: 'dubbing',
    method: 'GET',
    path: '/api/v1/voices',
    body: 'none',
    handle: (call) => text(call.world.catalogue.voicesText),
  },
];

function readBalance(call: EndpointRequest): Answer {
  return ok({ balance_minutes: balanceOf(call.account, call.world) });
}
