import { createHash } from 'node:crypto';
import type { Types } from '@graphql-codegen/plugin-helpers';
import {
  type GraphQLSchema,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  Kind,
  type OperationDefinitionNode,
  print,
  stripIgnoredCharacters,
  typeFromAST,
} from 'graphql';

/** Prints the documents of `core`: text, hash, and the types that the plugin before has printed. */
export function plugin(schema: GraphQLSchema, documents: readonly Types.DocumentFile[]): Types.PluginOutput {
  const operations = documents.flatMap(({ document }) => document?.definitions ?? []);
  return {
    prepend: ["import type { GraphDocument } from './document.ts';"],
    content: [
      `/** The failures of mutations. */\nexport type UserErrorType =${namesOfUserErrors(schema)};`,
      ...operations.flatMap((operation) =>
        operation.kind === Kind.OPERATION_DEFINITION ? [printed(schema, operation)] : [],
      ),
    ].join('\n\n'),
  };
}

function printed(schema: GraphQLSchema, operation: OperationDefinitionNode): string {
  const name = operation.name?.value ?? '';
  const kind = operation.operation;
  const [root] = operation.selectionSet.selections;
  const text = stripIgnoredCharacters(print(operation));
  const type = `${name}${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  const document = {
    name,
    field: root?.kind === Kind.FIELD ? root.name.value : '',
    hash: createHash('sha256').update(text).digest('hex'),
    takesKey: takesKey(schema, operation),
  };
  const fields = Object.entries(document).map(([key, value]) => `  ${key}: ${quoted(value)},`);
  return [
    `export const ${name}Document: GraphDocument<${type}, ${type}Variables> = {`,
    ...fields,
    `  text: ${JSON.stringify(text)},`,
    '};',
  ].join('\n');
}

const quoted = (value: string | boolean): string => (typeof value === 'string' ? `'${value}'` : String(value));

function takesKey(schema: GraphQLSchema, { variableDefinitions = [] }: OperationDefinitionNode): boolean {
  const input = variableDefinitions.find(({ variable }) => variable.name.value === 'input');
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of graphql do not accept a TypeNode of any kind
  const type = input && getNamedType(typeFromAST(schema, input.type as any));
  return isInputObjectType(type) && 'idempotencyKey' in type.getFields();
}

function namesOfUserErrors(schema: GraphQLSchema): string {
  const type = schema.getType('UserError');
  if (!isInterfaceType(type)) throw new Error('The graph has no interface UserError.');
  return schema
    .getPossibleTypes(type)
    .map(({ name }) => `\n  | '${name}'`)
    .sort()
    .join('');
}
