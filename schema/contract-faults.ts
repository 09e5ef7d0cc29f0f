import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import {
  buildSchema,
  type GraphQLInterfaceType,
  type GraphQLNamedType,
  type GraphQLObjectType,
  type GraphQLSchema,
  type GraphQLType,
  isInterfaceType,
  isObjectType,
  isTypeSubTypeOf,
  parseType,
  typeFromAST,
} from 'graphql';

/**
 * The ways in which the printed graph breaks the contract, one sentence each. Beside changes that break a query, these
 * are a changed default, a dropped @oneOf, and a lost or changed description, which the comparison itself does not call
 * breaking.
 */
export async function contractFaults(contract: string, printed: string): Promise<string[]> {
  const [promised, kept] = [buildSchema(contract), buildSchema(printed)];
  const changes = await diff(promised, kept);
  return [...changes.filter(isFault).map(inWords), ...tighterFields(promised, kept)];
}

/**
 * Fields that have become non-null. No query breaks by it, so that the comparison calls it safe; but a failure of such a
 * field takes along what stands beside it, which the contract excludes.
 */
function tighterFields(promised: GraphQLSchema, kept: GraphQLSchema): string[] {
  return Object.values(promised.getTypeMap()).flatMap((type) => {
    const counterpart = kept.getType(type.name);
    if (!hasFields(type) || type.name.startsWith('__') || !hasFields(counterpart)) return [];
    const fields = counterpart.getFields();
    return Object.values(type.getFields()).flatMap(({ name, type: wanted }) => {
      const found = fields[name]?.type;
      const isTighter =
        found !== undefined && String(found) !== String(wanted) && isTypeSubTypeOf(kept, found, typeIn(kept, wanted));
      return isTighter ? [`FIELD_BECAME_NON_NULL: Field ${type.name}.${name} is ${found}, not ${wanted}`] : [];
    });
  });
}

const hasFields = (type: GraphQLNamedType | undefined): type is GraphQLObjectType | GraphQLInterfaceType =>
  isObjectType(type) || isInterfaceType(type);

/** A type of the one schema, as the other has it. */
function typeIn(schema: GraphQLSchema, type: GraphQLType): GraphQLType {
  return typeFromAST(schema, parseType(String(type))) ?? type;
}

function inWords({ type, message }: Change): string {
  return `${type}: ${message}`;
}

function isFault({ type, criticality, meta }: Change): boolean {
  if (criticality.level === CriticalityLevel.Breaking) return true;
  if (/_DEFAULT_(VALUE_)?CHANGED$|^DIRECTIVE_USAGE_.*_REMOVED$/.test(type)) return true;
  return /_DESCRIPTION_(REMOVED|CHANGED)$/.test(type) && hadDescription(meta);
}

/** A description that the contract does not have is also reported as a change, with a null before. */
function hadDescription(meta: object): boolean {
  return Object.entries(meta).every(([name, value]) => !/^old.*Description$/.test(name) || Boolean(value));
}
