import { isSendableId, type NodeType, parseGlobalId } from './global-id.ts';

/** The maximum length of a list of ids (BEHAVIOUR.md, "Lists"). */
export const MAX_IDS = 200;

/** The parts of a key, or the fault of the text, worded to follow the argument's name. */
export type IdReading = { readonly key: readonly string[]; readonly fault?: undefined } | { readonly fault: string };

/**
 * Reads an ID argument whose type is implied (`contract.graphql`, "Conventions"): a global id of that type, or the bare
 * key, literally. An id is global if the text before its first colon is the name of a type of the graph; a service's id
 * may have a colon too.
 */
export function readId(type: NodeType, id: string, isTypeName: (name: string) => boolean): IdReading {
  if (!isGlobal(id, isTypeName)) return readBareKey(type, id);
  const global = parseGlobalId(id);
  if (global === null) return { fault: 'is not a valid global id' };
  if (global.type !== type) return { fault: `is a global id of type ${global.type}, but type ${type} is expected` };
  return { key: global.parts };
}

/** Reads the id of a video inside a studio project: the video's own id, or its global id. */
export function readVideoIdWithin(projectId: string, id: string, isTypeName: (name: string) => boolean): IdReading {
  if (!isGlobal(id, isTypeName)) return { key: [projectId, id] };
  const reading = readId('Video', id, isTypeName);
  if (reading.fault !== undefined || reading.key[0] === projectId) return reading;
  return { fault: 'is the global id of a video in another studio project' };
}

/** Whether an object can have this key. A key that cannot be sent safely belongs to none (BEHAVIOUR.md, "Ids"). */
export function canExist(type: NodeType, key: readonly string[]): boolean {
  // `GET /api/v1/artifacts/create` is another endpoint (INTERFACE.md, "GET /api/v1/artifacts/{artifactId}").
  if (type === 'Artifact' && key[0] === 'create') return false;
  return key.every(isSendableId);
}

function isGlobal(id: string, isTypeName: (name: string) => boolean): boolean {
  const colon = id.indexOf(':');
  return colon > 0 && isTypeName(id.slice(0, colon));
}

/** Only a video's bare key has two parts; it is split at its first slash. */
function readBareKey(type: NodeType, id: string): IdReading {
  if (type !== 'Video') return { key: [id] };
  const slash = id.indexOf('/');
  if (slash === -1) return { fault: 'is neither a global id nor "<projectId>/<videoId>"' };
  return { key: [id.slice(0, slash), id.slice(slash + 1)] };
}
