import { type ArgumentNode, type FieldNode, type GraphQLField, Kind, type OperationDefinitionNode } from 'graphql';
import { MAX_IDS } from '../../domain/common/id-argument.ts';
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '../../domain/common/page.ts';

/** The values of variables that decide how much is answered: page sizes, numbers of ids, names. Null: it is not given. */
export interface VariableValues {
  number(variable: string): number | null;
  length(variable: string): number | null;
  /** Undefined: it may be any. */
  text(variable: string): string | null | undefined;
}

export const SMALLEST: VariableValues = { number: () => 0, length: () => 0, text: () => null };
/** The field itself refuses a larger value. */
export const LARGEST: VariableValues = { number: () => MAX_PAGE_SIZE, length: () => MAX_IDS, text: () => undefined };

/** As the variables are given, or by default. An invalid value counts as nothing: the operation will not run. */
export function given(
  operation: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
): VariableValues {
  const valueGiven = (name: string): unknown => {
    if (Object.hasOwn(variables, name)) return variables[name];
    return defaultOf(operation, name);
  };
  return {
    number: (name) => {
      const value = valueGiven(name);
      return typeof value === 'number' ? value : null;
    },
    length: (name) => {
      const value = valueGiven(name);
      return Array.isArray(value) ? value.length : null;
    },
    text: (name) => {
      const value = valueGiven(name);
      return typeof value === 'string' ? value : null;
    },
  };
}

/** The page size that a field is asked for, or null if it has no pages. */
export function pageSize(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: VariableValues,
): number | null {
  const names = ['first', 'last'].filter((name) => field.args.some((argument) => argument.name === name));
  if (names.length === 0) return null;
  const asked = names.map((name) => numberOf(argument(node, name), variables)).filter((size) => size !== null);
  return clamp(asked.length > 0 ? Math.max(...asked) : DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE);
}

/** How many ids a field is asked for, or null if it takes none. */
export function idCount(
  field: GraphQLField<unknown, unknown>,
  node: FieldNode,
  variables: VariableValues,
): number | null {
  if (!field.args.some(({ name }) => name === 'ids')) return null;
  const value = argument(node, 'ids')?.value;
  if (value?.kind === Kind.LIST) return clamp(value.values.length, MAX_IDS);
  if (value?.kind === Kind.VARIABLE) return clamp(variables.length(value.name.value) ?? 0, MAX_IDS);
  return 1;
}

/** The text that a field is given, null if none. */
export function textArgument(node: FieldNode, name: string, variables: VariableValues): string | null | undefined {
  const value = argument(node, name)?.value;
  if (value?.kind === Kind.STRING) return value.value;
  return value?.kind === Kind.VARIABLE ? variables.text(value.name.value) : null;
}

const argument = (node: FieldNode, name: string): ArgumentNode | undefined =>
  node.arguments?.find((candidate) => candidate.name.value === name);

function numberOf(node: ArgumentNode | undefined, variables: VariableValues): number | null {
  if (node?.value.kind === Kind.INT) return Number(node.value.value);
  if (node?.value.kind === Kind.VARIABLE) return variables.number(node.value.name.value);
  return null;
}

function defaultOf(operation: OperationDefinitionNode, name: string): unknown {
  const definition = operation.variableDefinitions?.find(({ variable }) => variable.name.value === name);
  const value = definition?.defaultValue;
  if (value?.kind === Kind.INT) return Number(value.value);
  if (value?.kind === Kind.STRING) return value.value;
  return value?.kind === Kind.LIST ? value.values : null;
}

const clamp = (size: number, most: number): number => Math.min(Math.max(size, 0), most);
