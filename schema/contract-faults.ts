import { type Change, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/**
 * What of the contract the printed graph does not keep, in sentences; none if front ends may rely on it. Beside
 * what breaks a query, that is a changed default, a dropped @oneOf and a description lost or reworded, none of
 * which the comparison itself calls breaking.
 */
export async function contractFaults(contract: string, printed: string): Promise<string[]> {
  const changes = await diff(buildSchema(contract), buildSchema(printed));
  return changes.filter(isFault).map(inWords);
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
