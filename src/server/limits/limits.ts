import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode } from 'graphql';
import { LimitExceededError } from '../../errors.ts';
import { type Fragments, fragmentsOf } from '../ast/fragments.ts';
import { countComparisons } from './comparisons.ts';
import { createRuler, type Definition, type Measure } from './measure.ts';
import { given, LARGEST, SMALLEST } from './variable-values.ts';

/**
 * How large an operation may be. Each is far above what a front end writes and far below what hurts; all are
 * checked before the operation is validated, so that a bomb costs no more than one walk over its text.
 */
export const LIMITS = {
  // Limits of the text, before parsing.
  /** Ten times the size of a page of a large front end. */
  characters: 100_000,
  /** The position of a fault is found by counting the lines before it. */
  lines: 5000,
  /** Bounds parsing and validation. A page of a large front end has some 500. */
  tokens: 4000,
  /** Brackets within brackets: the parser calls itself for each, and its stack ends at a few thousand. */
  nesting: 100,
  directives: 200,

  // Limits of the document, before validation.
  operations: 50,
  /** Definitions: validation compares each with each. */
  fragments: 100,
  /** For one operation. */
  variableDefinitions: 200,
  directivesAtOnePlace: 5,
  /** Pairs of selections that have to be compared, since they come to the same place of the answer. */
  comparisons: 15_000,

  // Limits of each operation, with every fragment expanded.
  /** Fields within fields. GraphiQL's introspection is 15 deep, the deepest useful path of the contract 8. */
  depth: 20,
  fields: 2000,
  spreads: 1000,
  /** Without them nothing can be asked for twice. */
  aliases: 100,
  /** The fields of a query or a subscription. */
  rootFields: 100,
  /** Root fields of a mutation: each is at least one request to the service, and may cost money. */
  mutations: 20,
  /** Values in the answer, as far as they can be estimated beforehand; a field that may ask the service counts as 20. */
  cost: 80_000,

  // Limits of the variables.
  /** Values in lists and objects. The segments of a script of five hours have some 20,000. */
  variableValues: 100_000,
  /** Lists and objects within each other: the contract's inputs go down to 6. */
  variableNesting: 20,
  /** Values of variables that are used more than once, as often as they are: a script of five hours is used once. */
  repeatedValues: 100_000,
} as const;
export type Limit = keyof typeof LIMITS;

/** An operation that is within the limits. */
export interface MeasuredOperation {
  readonly definition: OperationDefinitionNode;
  /** With every fragment expanded. */
  readonly fields: number;
  /** The cost must be looked at again for each set of variables: it depends on them, and might be too high. */
  readonly costDependsOnVariables: boolean;
}

/**
 * Checks the limits that do not depend on the variables of a document.
 * @returns its operations
 * @throws LimitExceededError
 */
export function checkDocument(schema: GraphQLSchema, document: DocumentNode): readonly MeasuredOperation[] {
  const operations = document.definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  const fragments = fragmentsOf(document);
  check('operations', operations.length);
  check('fragments', fragments.size);
  const atLeast = createRuler(schema, fragments, SMALLEST);
  for (const definition of [...operations, ...fragments.values()]) checkDefinition(definition, atLeast(definition));
  checkComparisons([...operations, ...fragments.values()], fragments);
  const atMost = createRuler(schema, fragments, LARGEST);
  return operations.map((definition) => ({
    definition,
    fields: atLeast(definition).fields,
    costDependsOnVariables: atMost(definition).cost > LIMITS.cost,
  }));
}

function checkDefinition(definition: Definition, measure: Measure): void {
  for (const limit of ['directivesAtOnePlace', 'depth', 'fields', 'spreads', 'aliases', 'cost'] as const) {
    check(limit, measure[limit]);
  }
  check('variableDefinitions', definition.variableDefinitions?.length ?? 0);
  if (definition.kind === Kind.OPERATION_DEFINITION) {
    check(definition.operation === 'mutation' ? 'mutations' : 'rootFields', measure.rootFields);
  }
}

function checkComparisons(definitions: readonly Definition[], fragments: Fragments): void {
  let comparisons = 0;
  for (const { selectionSet } of definitions) {
    comparisons += countComparisons(selectionSet, fragments, LIMITS.comparisons);
    check('comparisons', comparisons);
  }
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
  check('cost', createRuler(schema, fragmentsOf(document), given(operation, variables))(operation).cost);
}

/**
 * Holds the variables themselves against their limits: no further than to where they pass one.
 * @throws LimitExceededError
 */
export function checkVariables(variables: Readonly<Record<string, unknown>>): void {
  let values = 0;
  let level: object[] = [variables];
  for (let nesting = 0; level.length > 0; nesting += 1) {
    check('variableNesting', nesting);
    const next: object[] = [];
    for (const container of level) {
      const inner: readonly unknown[] = Array.isArray(container) ? container : Object.values(container);
      values += inner.length;
      check('variableValues', values);
      for (const value of inner) if (typeof value === 'object' && value !== null) next.push(value);
    }
    level = next;
  }
}

export function check(limit: Limit, actual: number): void {
  const allowed = LIMITS[limit];
  // A doubling fragment can pass what JSON can write.
  if (actual > allowed) throw new LimitExceededError(limit, allowed, Math.min(actual, Number.MAX_SAFE_INTEGER));
}
