import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LimitExceededError } from '../errors.ts';
import { given, LARGEST, SMALLEST } from './list-size.ts';
import { createRuler } from './measure.ts';

/**
 * How large an operation may be. Each is far above what a front end writes and far below what hurts; all are
 * checked before the operation is validated, so that a bomb costs no more than one walk over its text.
 */
export const LIMITS = {
  /** Bounds parsing, and validation, which is quadratic in repeated fields. A page of a large front end has some 500. */
  tokens: 4000,
  /** Brackets within brackets: the parser calls itself for each, and its stack ends at a few thousand. */
  nesting: 100,
  /** Fields within fields. GraphiQL's introspection is 15 deep, the deepest useful path of the contract 8. */
  depth: 20,
  /** Selections once every fragment is written out where it is spread. */
  fields: 2000,
  /** Aliases, written out likewise: without them nothing can be asked for twice. */
  aliases: 100,
  /** Root fields of a mutation: each is at least one request to the service, and may cost money. */
  mutations: 20,
  /** Values in the answer, as far as can be told beforehand: some 5 MB of JSON, half a second of work. */
  cost: 200_000,
} as const;
export type Limit = keyof typeof LIMITS;

/**
 * Holds what can be told of each operation without its variables against the limits.
 * @returns those whose cost must be looked at again for each set of variables: it depends on them, and might be too high.
 * @throws LimitExceededError
 */
export function checkOperations(
  schema: GraphQLSchema,
  document: DocumentNode,
  operations: readonly OperationDefinitionNode[],
): ReadonlySet<OperationDefinitionNode> {
  const atLeast = createRuler(schema, document, SMALLEST);
  const atMost = createRuler(schema, document, LARGEST);
  for (const operation of operations) {
    const least = atLeast(operation);
    for (const limit of ['depth', 'fields', 'aliases', 'mutations', 'cost'] as const) check(limit, least[limit]);
  }
  return new Set(operations.filter((operation) => atMost(operation).cost > LIMITS.cost));
}

/**
 * Holds the cost against its limit, now that the variables are known.
 * @throws LimitExceededError
 */
export function checkCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): void {
  check('cost', createRuler(schema, document, given(operation, variables))(operation).cost);
}

export function check(limit: Limit, actual: number): void {
  const allowed = LIMITS[limit];
  // A doubling fragment can pass what JSON can write.
  if (actual > allowed) throw new LimitExceededError(limit, allowed, Math.min(actual, Number.MAX_SAFE_INTEGER));
}
