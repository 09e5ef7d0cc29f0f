import { readFile } from 'node:fs/promises';
import { type DocumentNode, Kind, OperationTypeNode, parse, print, type ValueNode, visit } from 'graphql';
import type { GraphiqlTab } from './page.ts';

const FOLDER = new URL('../../../schema/operations/', import.meta.url);

/**
 * The tasks that people come for, one tab each: no more than fit side by side on a screen of 1440 pixels. All other root fields are
 * listed in the documentation of their root types.
 */
const TASKS: readonly string[] = [
  'dubbing-projects',
  'dubbing-project',
  'jobs-updated',
  'video-updated',
  'create-dubbing-project',
  'request-artifact-upload',
  'synthesize-speech',
];

/** The example operations that GraphiQL opens with. */
export function readExamples(): Promise<GraphiqlTab[]> {
  return Promise.all(TASKS.map(async (task) => toTab(await readFile(new URL(`${task}.graphql`, FOLDER), 'utf8'))));
}

/**
 * An example as a tab. A mutation has no default values there: run as it is, it only says which variable is missing.
 * Its values stand beside it, as comments.
 */
export function toTab(query: string): GraphiqlTab {
  const document = parse(query);
  const defaults = isMutation(document) ? defaultsOf(document) : [];
  if (defaults.length === 0) return { query };
  const comment = /^(?:#.*\n)*/.exec(query)?.[0] ?? '';
  return { query: `${comment}${print(withoutDefaults(document))}\n`, variables: commentedOut(defaults) };
}

function isMutation({ definitions }: DocumentNode): boolean {
  return definitions.some(
    (one) => one.kind === Kind.OPERATION_DEFINITION && one.operation === OperationTypeNode.MUTATION,
  );
}

type Default = readonly [name: string, value: unknown];

function defaultsOf(document: DocumentNode): readonly Default[] {
  const defaults: Default[] = [];
  visit(document, {
    VariableDefinition({ variable, defaultValue }) {
      if (defaultValue !== undefined) defaults.push([variable.name.value, toJson(defaultValue)]);
    },
  });
  return defaults;
}

const withoutDefaults = (document: DocumentNode): DocumentNode =>
  visit(document, {
    VariableDefinition: ({ defaultValue: _, ...definition }) => definition,
  });

/** A constant as JSON: an enum value becomes a text, as it is in variables. */
function toJson(node: ValueNode): unknown {
  switch (node.kind) {
    case Kind.LIST:
      return node.values.map(toJson);
    case Kind.OBJECT:
      return Object.fromEntries(node.fields.map(({ name, value }) => [name.value, toJson(value)]));
    case Kind.INT:
    case Kind.FLOAT:
      return Number(node.value);
    case Kind.NULL:
    case Kind.VARIABLE:
      return null;
    default:
      return node.value;
  }
}

function commentedOut(defaults: readonly Default[]): string {
  const lines = JSON.stringify(Object.fromEntries(defaults), null, 2).split('\n').slice(1, -1);
  return ['{', '  // To run it, take the slashes out.', ...lines.map((line) => `  // ${line.slice(2)}`), '}'].join(
    '\n',
  );
}
