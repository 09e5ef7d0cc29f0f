import { type GraphQLField, type GraphQLNamedType, isInterfaceType, isObjectType } from 'graphql';

/** The field of a type by its name; undefined for one that it does not have, such as `__typename`. */
export function fieldOf(
  parent: GraphQLNamedType | undefined,
  name: string,
): GraphQLField<unknown, unknown> | undefined {
  return isObjectType(parent) || isInterfaceType(parent) ? parent.getFields()[name] : undefined;
}
