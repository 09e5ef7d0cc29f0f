import type { GraphQLError } from 'graphql';
import type { OperationRequest } from '../request/operation-request.ts';
import { logOperation, logSubscription, type SubscriptionOutcome } from './log-operation.ts';
import { measureOperation } from './measure-operation.ts';

/** Logs and counts an operation at its end; a request that never became one, too. */
export function endOperation(
  request: OperationRequest<unknown>,
  errors: readonly GraphQLError[],
  data: object | null | undefined,
): void {
  logOperation(request, errors, data);
  measureOperation(request, errors);
}

/** The same for a subscription. @param updates how many were sent */
export function endSubscription(
  request: OperationRequest<unknown>,
  outcome: SubscriptionOutcome,
  errors: readonly GraphQLError[],
  updates: number,
): void {
  logSubscription(request, outcome, errors, updates);
  measureOperation(request, errors);
}
