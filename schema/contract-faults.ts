import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema } from 'graphql';
import { has, pruneContract } from './prune-contract.ts';

/**
 * What of the contract the printed graph does not keep, in sentences; none if front ends may rely on it. Beside
 * what breaks a query, that is a changed default, a dropped @oneOf and a description lost or reworded, none of
 * which the comparison itself calls breaking.
 *
 * @param notBuiltYet roots (`Mutation`) and fields (`Query.retranslationCheck`) of the contract that are not
 *   compared. What is built must not be on the list, so that the list can only shrink.
 */
export async function contractFaults(
  contract: string,
  printed: string,
  notBuiltYet: readonly string[],
): Promise<string[]> {
  const [promised, built] = [buildSchema(contract), buildSchema(printed)];
  const changes = await diff(pruneContract(contract, notBuiltYet), built);
  return [...listFaults(notBuiltYet, promised, built), ...changes.filter(isFault).map(inWords)];
}

function listFaults(notBuiltYet: readonly string[], promised: GraphQLSchema, built: GraphQLSchema): string[] {
  return notBuiltYet.flatMap((name) => {
    if (!has(promised, name)) return [`${name} is on the list of what is not built yet, but not in the contract.`];
    return has(built, name) ? [`${name} is built: take it off the list of what is not built yet.`] : [];
  });
}

function inWords({ type, message }: Change): string {
  return `${type}: ${message}`;
}

function isFault({ type, criticality, meta }: Change): boolean {
  if (criticality.level === CriticalityLevel.Breaking) return true;
  if (/_DEFAULT_(VALUE_)?CHANGED$|^DIRECTIVE_USAGE_.*_REMOVED$/.test(type)) return true;
  return /_DESCRIPTION_(REMOVED|CHANGED)$/.test(type) && hadDescription(meta);
}

/** A description where the contract has none comes as a change too, of an old one that is null. */
function hadDescription(meta: object): boolean {
  return Object.entries(meta).every(([name, value]) => !/^old.*Description$/.test(name) || Boolean(value));
}
