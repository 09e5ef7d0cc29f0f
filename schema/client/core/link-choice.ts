import type { Link, LinkEvents, OpenLink, RequestBody } from './link.ts';
import { openSocketLink } from './socket-link.ts';
import { openSseLink } from './sse-link.ts';

/** `auto`: a WebSocket, or server-sent events where none comes through. */
export type Transport = 'auto' | 'ws' | 'sse';

const LINKS = { ws: openSocketLink, sse: openSseLink } as const;
type Way = keyof typeof LINKS;

/** Each third attempt looks for the other way. */
const SEARCH = 3;
/** A WebSocket that has not opened by then does not come through. */
const SOCKET_MS = 3_000;

export function createLinkChoice(transport: Transport): (attempt: number) => OpenLink {
  if (transport !== 'auto') return () => LINKS[transport];
  if (typeof WebSocket === 'undefined') return () => openSseLink;
  let preferred: Way = 'ws';
  const search = searchLink((way) => {
    preferred = way;
  });
  return (attempt) => (attempt % SEARCH === SEARCH - 1 ? search : LINKS[preferred]);
}

/**
 * A WebSocket as soon as a gateway answers server-sent events, and these if no WebSocket opens then: one that has failed
 * in an outage says nothing of the way. Each stream of events takes one of the six connections of a browser to one origin.
 */
const searchLink =
  (choose: (way: Way) => void): OpenLink =>
  (url, token, events) => {
    const operations = new Map<string, RequestBody>();
    let link: Link | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const go = (way: Way, own: Partial<LinkEvents>) => {
      link?.close();
      link = LINKS[way](url, token, { ...events, ...own });
      for (const [id, body] of operations) link.start(id, body);
    };
    const opened = (way: Way) => () => {
      clearTimeout(timer);
      choose(way);
      events.open();
    };
    const fallBack = () => go('sse', { open: opened('sse') });
    const trySocket = () => {
      let isOpen = false;
      timer = setTimeout(fallBack, SOCKET_MS);
      go('ws', {
        open() {
          isOpen = true;
          opened('ws')();
        },
        lost(reason) {
          clearTimeout(timer);
          if (isOpen) events.lost(reason);
          else fallBack();
        },
      });
    };
    go('sse', { open: trySocket });
    return {
      start(id, body) {
        operations.set(id, body);
        link?.start(id, body);
      },
      stop(id) {
        operations.delete(id);
        link?.stop(id);
      },
      ping: () => link?.ping(),
      close() {
        clearTimeout(timer);
        link?.close();
      },
    };
  };
