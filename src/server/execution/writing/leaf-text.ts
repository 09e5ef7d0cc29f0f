import {
  GraphQLBoolean,
  GraphQLError,
  GraphQLFloat,
  GraphQLID,
  GraphQLInt,
  type GraphQLLeafType,
  GraphQLString,
} from 'graphql';

/** Writes a value of a leaf type as JSON. @throws what the type throws of a value that it does not have */
export type WriteLeaf = (value: unknown) => string;

const MAX_INT = 2 ** 31;

/** Values that a built-in type has are written at once; all others are serialized by their type, which may refuse them. */
export function leafWriter(type: GraphQLLeafType): WriteLeaf {
  const serialize: WriteLeaf = (value) => writeSerialized(type, value);
  if (type === GraphQLString || type === GraphQLID) {
    return (value) => (typeof value === 'string' ? JSON.stringify(value) : serialize(value));
  }
  if (type === GraphQLFloat) return (value) => (Number.isFinite(value) ? String(value) : serialize(value));
  if (type === GraphQLInt) return (value) => (isInt(value) ? String(value) : serialize(value));
  if (type === GraphQLBoolean) return (value) => (typeof value === 'boolean' ? String(value) : serialize(value));
  return serialize;
}

function isInt(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= -MAX_INT && Number(value) < MAX_INT;
}

function writeSerialized(type: GraphQLLeafType, value: unknown): string {
  const serialized: unknown = type.serialize(value);
  if (serialized === null || serialized === undefined) throw new Error(`${type.name} serialized a value as null.`);
  const text = JSON.stringify(serialized);
  if (text === undefined) throw new GraphQLError(`${type.name} serialized a value that JSON does not have.`);
  return text;
}
