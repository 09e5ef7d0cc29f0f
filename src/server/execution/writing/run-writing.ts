import { type FragmentDefinitionNode, type GraphQLSchema, getVariableValues, OperationTypeNode } from 'graphql';
import { fragmentsOf } from '../../ast/fragments.ts';
import type { ValidOperation } from '../../documents/documents.ts';
import { createTextMemory } from './kept-texts.ts';
import type { Meter } from './meter.ts';
import { planRoot, type SelectionPlan } from './plan.ts';
import { createUsesVariables, directiveVariables } from './uses-variables.ts';
import { WritingExecution, type WrittenResult } from './writing-execution.ts';

/** A query to execute. */
interface WritingRequest {
  readonly operation: ValidOperation;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: object;
  readonly meter: Meter;
}

export interface WritingRunnerParts {
  readonly schema: GraphQLSchema;
  readonly maxCoercionErrors: number;
  readonly hideSuggestions: boolean;
}

/** Executes queries into text. The text of an unchanged object is written again without executing it. */
export type RunWriting = (request: WritingRequest) => WrittenResult | Promise<WrittenResult>;

export function createWritingRunner({ schema, maxCoercionErrors, hideSuggestions }: WritingRunnerParts): RunWriting {
  const memory = createTextMemory();
  const plans = new WeakMap<ValidOperation, OperationPlans>();
  const plansOf = (operation: ValidOperation): OperationPlans => {
    let found = plans.get(operation);
    if (found === undefined) {
      found = planOperation(operation);
      plans.set(operation, found);
    }
    return found;
  };

  function rootOf(operation: ValidOperation, known: OperationPlans, variables: Record<string, unknown>): SelectionPlan {
    // Which fields are selected depends on these alone.
    const key = JSON.stringify(known.directives.map((name) => variables[name]));
    let root = known.roots.get(key);
    if (root === undefined) {
      const type = schema.getQueryType();
      if (!type) throw new Error('The schema has no queries.');
      const { fragments, directives } = known;
      // A plan stays longer than the operation whose variables these are.
      const deciding = Object.fromEntries(Object.entries(variables).filter(([name]) => directives.includes(name)));
      const usesVariables = createUsesVariables(fragments);
      root = planRoot(
        { schema, fragments, variables: deciding, memory, usesVariables },
        type,
        operation.definition.selectionSet,
      );
      if (known.roots.size >= MOST_ROOTS) known.roots.clear();
      known.roots.set(key, root);
    }
    return root;
  }

  return ({ operation, variables, context, meter }) => {
    const { definition } = operation;
    if (definition.operation !== OperationTypeNode.QUERY) throw new Error('Only a query is executed into text.');
    const options = { maxErrors: maxCoercionErrors, hideSuggestions };
    const coercion = getVariableValues(schema, definition.variableDefinitions ?? [], variables, options);
    if (coercion.errors) return { errors: coercion.errors };
    const known = plansOf(operation);
    const { fragmentsByName: fragments } = known;
    const coerced = coercion.coerced;
    const execution = new WritingExecution({
      schema,
      fragments,
      operation: definition,
      variables: coerced,
      context,
      meter,
    });
    return execution.run(() => execution.writeFields(rootOf(operation, known, coerced), undefined, undefined));
  };
}

/** A document with more variables in its directives is planned again now and then. */
const MOST_ROOTS = 32;

interface OperationPlans {
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** The same, as resolvers get them. */
  readonly fragmentsByName: Record<string, FragmentDefinitionNode>;
  /** The variables of @skip and @include. */
  readonly directives: readonly string[];
  readonly roots: Map<string, SelectionPlan>;
}

function planOperation({ document, definition }: ValidOperation): OperationPlans {
  const fragments = fragmentsOf(document);
  const fragmentsByName: Record<string, FragmentDefinitionNode> = Object.assign(
    Object.create(null),
    Object.fromEntries(fragments),
  );
  const directives = directiveVariables([definition, ...fragments.values()]);
  return { fragments, fragmentsByName, directives, roots: new Map() };
}
