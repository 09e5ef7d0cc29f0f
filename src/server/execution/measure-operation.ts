import type { GraphQLError } from 'graphql';
import type { OperationOutcome } from '../../contracts/measurements.ts';
import { codeOf } from '../errors/mask-error.ts';
import type { OperationRequest } from '../request/operation-request.ts';
import { isFailure } from './log-operation.ts';

/** Counts an operation at its end; a request that never became one counts as a refusal alone. */
export function measureOperation(request: OperationRequest<unknown>, errors: readonly GraphQLError[]): void {
  const { measurements, operationType, transport, statistics } = request;
  const outcome = outcomeOf(errors);
  const [first] = errors;
  request.endSpan(outcome);
  if (outcome === 'refused' && first !== undefined) measurements.refused(codeOf(first));
  if (operationType === null) return;
  measurements.operationEnded({ type: operationType, transport, outcome, durationMs: statistics.elapsedMs });
}

function outcomeOf(errors: readonly GraphQLError[]): OperationOutcome {
  if (errors.length === 0) return 'ok';
  return errors.some((error) => isFailure(codeOf(error))) ? 'failed' : 'refused';
}
