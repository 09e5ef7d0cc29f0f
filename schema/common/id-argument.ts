import type { GraphQLResolveInfo } from 'graphql';
import type { NodeType, parseGlobalId } from '../../src/domain/common/global-id.ts';
import { canExist, type IdReading, MAX_IDS, readId } from '../../src/domain/common/id-argument.ts';
import type { VideoKey } from '../../src/domain/video/video.ts';
import { BadUserInputError } from '../../src/errors.ts';

type InGraph = Pick<GraphQLResolveInfo, 'schema'>;

/** Whether a name is that of a type of the graph, as a global id begins with. */
export function isTypeNameOf({ schema }: InGraph): (name: string) => boolean {
  return (name) => schema.getType(name) !== undefined;
}

/** The key in an `id` argument. Null if no object can have it. @throws BadUserInputError */
export function keyOfId(type: NodeType, id: string, info: InGraph): readonly string[] | null {
  return keyOfReading(type, readId(type, id, isTypeNameOf(info)), 'id');
}

/** The key. Null if no object can have it. @throws BadUserInputError naming the argument */
export function keyOfReading(type: NodeType, reading: IdReading, argument: string): readonly string[] | null {
  const key = keyIn(reading, argument);
  return canExist(type, key) ? key : null;
}

/**
 * The service's own id of a write's object. The write judges whether an object can have it. `argument` is the id's
 * place: "id", "input.sourceArtifactId". @throws BadUserInputError naming it
 */
export function idToWrite(type: Exclude<NodeType, 'Video' | 'Voice'>, id: string, info: InGraph, argument: string) {
  const [ownId = ''] = keyIn(readId(type, id, isTypeNameOf(info)), argument);
  return ownId;
}

/** The same for a video, whose key has two parts. @throws BadUserInputError naming the argument */
export function videoToWrite(id: string, info: InGraph, argument: string): VideoKey {
  const [projectId = '', videoId = ''] = keyIn(readId('Video', id, isTypeNameOf(info)), argument);
  return { projectId, videoId };
}

export type GlobalId = NonNullable<ReturnType<typeof parseGlobalId>>;

/** The error for an argument that accepts only global ids. */
export function notGlobal(argument: string): BadUserInputError {
  return new BadUserInputError(`\`${argument}\` is not a global id, "<Type>:<key>".`);
}

export const globalIdsDescription = `Global ids, "<Type>:<key>": 1 to ${MAX_IDS} of them.`;

/** @throws BadUserInputError if a list of ids is empty or too long */
export function checkIdCount(ids: readonly string[]): void {
  if (ids.length >= 1 && ids.length <= MAX_IDS) return;
  throw new BadUserInputError(`\`ids\` must have 1 to ${MAX_IDS} ids, but has ${ids.length}.`);
}

function keyIn(reading: IdReading, argument: string): readonly string[] {
  if (reading.fault !== undefined) throw new BadUserInputError(`\`${argument}\` ${reading.fault}.`);
  return reading.key;
}
