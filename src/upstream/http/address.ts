import { isSendableId } from '../../domain/common/global-id.ts';

/** A base address of the service: where to connect to, and what each path begins with. */
export interface BaseAddress {
  readonly origin: string;
  /** Without a slash at its end; empty for an address without a path. */
  readonly prefix: string;
}

/** Other parts of an address (user, query, fragment) are never sent. */
export function parseBaseAddress(url: string): BaseAddress {
  const { origin, pathname } = new URL(url);
  return { origin, prefix: pathname.replace(/\/+$/, '') };
}

/**
 * A path with each id percent-encoded. Null if one of them cannot be sent without changing the path, which makes it the
 * id of nothing (BEHAVIOUR.md, "Ids").
 */
export function pathTo(literals: readonly string[], ...ids: readonly string[]): string | null {
  if (!ids.every(isSendableId)) return null;
  return literals.map((literal, index) => literal + encodeURIComponent(ids[index] ?? '')).join('');
}
