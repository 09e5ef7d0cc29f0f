import type { OpenLink } from './link.ts';
import { openSocketLink } from './socket-link.ts';
import { openSseLink } from './sse-link.ts';

/** `auto`: a WebSocket, or server-sent events where none comes through. */
export type Transport = 'auto' | 'ws' | 'sse';

const LINKS = { ws: openSocketLink, sse: openSseLink } as const;

/** Each third attempt goes the other way, until one has opened. */
const OTHER_WAY = 3;

export function createLinkChoice(transport: Transport): (attempt: number) => OpenLink {
  if (transport !== 'auto') return () => LINKS[transport];
  let preferred: keyof typeof LINKS = typeof WebSocket === 'undefined' ? 'sse' : 'ws';
  return (attempt) => {
    const other = preferred === 'ws' ? 'sse' : 'ws';
    const chosen = attempt % OTHER_WAY === OTHER_WAY - 1 ? other : preferred;
    return (url, token, events) =>
      LINKS[chosen](url, token, {
        ...events,
        open() {
          preferred = chosen;
          events.open();
        },
      });
  };
}
