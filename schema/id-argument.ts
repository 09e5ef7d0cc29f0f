import type { GraphQLResolveInfo } from 'graphql';
import type { NodeType } from '../src/domain/global-id.ts';
import { canExist, type IdReading, readId } from '../src/domain/id-argument.ts';
import { BadUserInputError } from '../src/errors.ts';

type InGraph = Pick<GraphQLResolveInfo, 'schema'>;

/** Which names are names of types of the graph: what a global id begins with. */
export function isTypeNameOf({ schema }: InGraph): (name: string) => boolean {
  return (name) => schema.getType(name) !== undefined;
}

/** The key that an `id` argument tells; null if there can be no such thing. @throws BadUserInputError */
export function keyOfId(type: NodeType, id: string, info: InGraph): readonly string[] | null {
  return keyOfReading(type, readId(type, id, isTypeNameOf(info)), 'id');
}

/** The key that was read; null if there can be no such thing. @throws BadUserInputError naming the argument */
export function keyOfReading(type: NodeType, reading: IdReading, argument: string): readonly string[] | null {
  if (reading.fault !== undefined) throw new BadUserInputError(`\`${argument}\` ${reading.fault}.`);
  return canExist(type, reading.key) ? reading.key : null;
}
