import { buildASTSchema, type DefinitionNode, type GraphQLSchema, isObjectType, Kind, parse, visit } from 'graphql';

const ROOTS = ['Query', 'Mutation', 'Subscription'];

/** The contract without some types (`Mutation`) and fields (`Query.node`), and without what only they lead to. */
export function pruneContract(contract: string, without: readonly string[]): GraphQLSchema {
  const { definitions } = parse(contract);
  const kept = definitions.filter((definition) => !without.includes(nameOf(definition))).map(withoutFields(without));
  const reached = reachable(kept);
  return buildASTSchema({
    kind: Kind.DOCUMENT,
    definitions: kept.filter((definition) => reached.has(nameOf(definition))),
  });
}

/** Whether a graph has a type (`Mutation`) or a field (`Query.node`). */
export function has(schema: GraphQLSchema, name: string): boolean {
  const [typeName = '', fieldName] = name.split('.');
  const type = schema.getType(typeName);
  return fieldName === undefined ? type !== undefined : isObjectType(type) && fieldName in type.getFields();
}

function withoutFields(without: readonly string[]) {
  return (definition: DefinitionNode): DefinitionNode =>
    visit(definition, {
      FieldDefinition: ({ name }) => (without.includes(`${nameOf(definition)}.${name.value}`) ? null : undefined),
    });
}

/** The names of all types that the roots lead to. An interface leads to whatever implements it. */
function reachable(definitions: readonly DefinitionNode[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const reach = (name: string): void => {
    if (reached.has(name)) return;
    reached.add(name);
    for (const definition of definitions) {
      if (nameOf(definition) === name) for (const mentioned of mentions(definition)) reach(mentioned);
      else if (implementsInterface(definition, name)) reach(nameOf(definition));
    }
  };
  for (const root of ROOTS) if (definitions.some((definition) => nameOf(definition) === root)) reach(root);
  return reached;
}

function mentions(definition: DefinitionNode): readonly string[] {
  const names: string[] = [];
  visit(definition, { NamedType: ({ name }) => void names.push(name.value) });
  return names;
}

function implementsInterface(definition: DefinitionNode, name: string): boolean {
  return 'interfaces' in definition && (definition.interfaces?.some((node) => node.name.value === name) ?? false);
}

function nameOf(definition: DefinitionNode): string {
  return 'name' in definition ? (definition.name?.value ?? '') : '';
}
