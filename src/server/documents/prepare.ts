import { BadRequestError } from '../../errors.ts';
import type { Params } from '../request/params.ts';
import type { Documents, PreparedOperation } from './documents.ts';

/**
 * The operation that is asked for, parsed, within the limits and valid. (What depends on the variables is looked at by
 * whoever runs it.) It is remembered, so that to ask again costs nothing.
 * @throws why not; an AggregateError if there are several reasons
 */
export function prepareOperation(documents: Documents, params: Params): PreparedOperation {
  const document = documents.parse(documents.textOf(params));
  const errors = documents.validate(document);
  if (errors.length > 0) throw new AggregateError(errors);
  const operation = documents.operation(document, params.operationName);
  if (!operation) throw new BadRequestError('The document has no operation with this name.');
  return operation;
}
