/**
 * Global ids (`contract.graphql`, "Conventions"): `<Type>:<key>`, each part of the key percent-encoded.
 * A video's key is `<projectId>/<videoId>`, a voice's `<language>/<voiceKey>`.
 */

const NODE_TYPES = ['DubbingProject', 'StudioProject', 'Video', 'Artifact', 'Voice'] as const;
export type NodeType = (typeof NODE_TYPES)[number];

/** The number of parts in the key of each type. */
const PARTS: Readonly<Record<NodeType, 1 | 2>> = {
  DubbingProject: 1,
  StudioProject: 1,
  Video: 2,
  Artifact: 1,
  Voice: 2,
};

function isNodeType(name: string): name is NodeType {
  return NODE_TYPES.some((type) => type === name);
}

export function formatGlobalId(type: NodeType, ...parts: readonly string[]): string {
  return `${type}:${parts.map(encodePart).join('/')}`;
}

/** The type and the decoded parts of a global id, or null if the text is not a global id. */
export function parseGlobalId(id: string): { readonly type: NodeType; readonly parts: readonly string[] } | null {
  const colon = id.indexOf(':');
  const type = id.slice(0, Math.max(colon, 0));
  if (!isNodeType(type)) return null;
  const parts = id.slice(colon + 1).split('/');
  if (parts.length !== PARTS[type]) return null;
  const decoded = parts.map(decodePart);
  return decoded.every((part) => part !== null) ? { type, parts: decoded } : null;
}

/** The service's ids are some dozens of characters long. Memories count ids by pieces, so each has to be short. */
const LONGEST_ID = 1_024;
const UNSENDABLE = /^\.{0,2}$|[\p{Cc}\p{Cs}]/u;

/**
 * Whether an id can stand in a path of the service without changing the path (BEHAVIOUR.md, "Ids"): not empty, no dot
 * segment (`encodeURIComponent` leaves dots alone), no control character, no lone surrogate, and not longer than any id is.
 */
export function isSendableId(id: string): boolean {
  return id.length <= LONGEST_ID && !UNSENDABLE.test(id);
}

/** A lone surrogate cannot be percent-encoded. No object has such an id, so any stable text serves. */
function encodePart(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}

function decodePart(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
