import {
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isCompositeType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

const isOfGraph = ({ name }: GraphQLNamedType): boolean => !name.startsWith('__');

const objectTypes = (schema: GraphQLSchema): GraphQLObjectType[] =>
  Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(isOfGraph)
    .sort((a, b) => (a.name < b.name ? -1 : 1));

/** The members of each interface and union. */
export function possibleTypes(schema: GraphQLSchema): Record<string, string[]> {
  const types = Object.values(schema.getTypeMap())
    .filter(isAbstractType)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    types.map((type) => [
      type.name,
      schema
        .getPossibleTypes(type)
        .map(({ name }) => name)
        .sort(),
    ]),
  );
}

const isRoot = (schema: GraphQLSchema, type: GraphQLObjectType): boolean =>
  [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type);

const hasGlobalId = (type: GraphQLObjectType): boolean => type.getInterfaces().some(({ name }) => name === 'Node');

/** The types of which an account has one object each: root fields without arguments return them. */
export function singletons(schema: GraphQLSchema): string[] {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  return fields
    .filter(({ args }) => args.length === 0)
    .map(({ type }) => getNamedType(type).name)
    .sort();
}

/** The types whose objects have no global id: they belong to the object around them. */
export function embeddedTypes(schema: GraphQLSchema): string[] {
  const alone = singletons(schema);
  return objectTypes(schema)
    .filter((type) => !isRoot(schema, type) && !hasGlobalId(type) && !alone.includes(type.name))
    .map(({ name }) => name);
}

/** The fields of a type that are lists of objects. */
export function listFields(schema: GraphQLSchema, name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => {
      const inner = isNonNullType(field.type) ? field.type.ofType : field.type;
      return isListType(inner) && isCompositeType(getNamedType(inner));
    })
    .map((field) => field.name);
}

/** The root fields that are lists in pages, each with the arguments that make it another list. */
export function connections(schema: GraphQLSchema): Record<string, string[]> {
  const fields = Object.values(schema.getQueryType()?.getFields() ?? {});
  const paging = ['first', 'after', 'last', 'before'];
  return Object.fromEntries(
    fields
      .filter(({ type }) => getNamedType(type).name.endsWith('Connection'))
      .map(({ name, args }) => [name, args.map((argument) => argument.name).filter((arg) => !paging.includes(arg))]),
  );
}

export const objectTypeNames = (schema: GraphQLSchema): string[] =>
  objectTypes(schema)
    .filter((type) => !isRoot(schema, type))
    .map(({ name }) => name);

export const subscriptionFields = (schema: GraphQLSchema): string[] =>
  Object.keys(schema.getSubscriptionType()?.getFields() ?? {});
