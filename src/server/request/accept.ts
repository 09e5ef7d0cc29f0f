/** The forms of an answer that a caller accepts, by its Accept header. */
export interface Acceptable {
  /** In which form a single result is answered; null if it takes none of them. */
  readonly json: 'application/json' | 'application/graphql-response+json' | null;
  /** The forms of a stream that it asks for by name, the preferred one first. */
  readonly streams: readonly StreamType[];
}

/** A subscription as the answer of one request: server-sent events, or the parts of Apollo's protocol. */
export type StreamType = (typeof STREAM_TYPES)[number];
const STREAM_TYPES = ['text/event-stream', 'multipart/mixed'] as const;

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';

/** The media ranges that a single result satisfies, and how it is then answered (GraphQL over HTTP, "Accept"). */
const ANSWERED_AS: Readonly<Record<string, Exclude<Acceptable['json'], null>>> = {
  '*/*': JSON_TYPE,
  'application/*': JSON_TYPE,
  [JSON_TYPE]: JSON_TYPE,
  [GRAPHQL_TYPE]: GRAPHQL_TYPE,
};

/** Reads an Accept header. The acceptable form with the highest weight wins, then the first. */
export function readAccept(header: string | undefined): Acceptable {
  if (header === undefined || header === '*/*' || header === JSON_TYPE) return { json: JSON_TYPE, streams: [] };
  const ranges = header.split(',').map(toRange);
  const acceptable = ranges
    .filter(({ weight, charset }) => weight > 0 && charset === 'utf-8')
    .toSorted((a, b) => b.weight - a.weight);
  const best = acceptable.find(({ type }) => Object.hasOwn(ANSWERED_AS, type));
  const takes = (wanted: string) => acceptable.some(({ type }) => type === wanted);
  // Clients that know @defer may ask for multipart alone. Nothing here is ever deferred, and they read JSON as well.
  const fallback = takes('multipart/mixed') ? GRAPHQL_TYPE : null;
  return { json: (best && ANSWERED_AS[best.type]) ?? fallback, streams: acceptable.flatMap(streamType) };
}

/** An EventSource of a browser can only GET. */
const STREAM_METHODS: Readonly<Record<StreamType, readonly string[]>> = {
  'text/event-stream': ['GET', 'POST'],
  'multipart/mixed': ['POST'],
};

/** How a subscription of such a request is streamed; null if it cannot be. */
export function streamTypeFor(method: string | undefined, { streams }: Acceptable): StreamType | null {
  return streams.find((type) => STREAM_METHODS[type].includes(method ?? '')) ?? null;
}

/** Without `subscriptionSpec`, a client that names multipart means the parts of a deferred answer. */
function streamType({ type, subscriptionSpec }: ReturnType<typeof toRange>): StreamType[] {
  return STREAM_TYPES.filter((name) => name === type && (name !== 'multipart/mixed' || subscriptionSpec === '1.0'));
}

function toRange(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameter = (name: string) =>
    parameters
      .find((text) => text.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '');
  const weight = Number(parameter('q') ?? 1);
  return {
    type,
    weight: Number.isFinite(weight) ? weight : 0,
    charset: parameter('charset') ?? 'utf-8',
    subscriptionSpec: parameter('subscriptionspec'),
  };
}

/** A single result comes as the one event of a stream, for those who take nothing else. */
export const takesEventsOnly = ({ json, streams }: Acceptable): boolean =>
  json === null && streams.includes('text/event-stream');

/** How a single result is labelled. */
export const contentType = ({ json }: Acceptable): string => `${json ?? JSON_TYPE}; charset=utf-8`;

/**
 * The header that makes Yoga choose what `readAccept` chose. Where that is nothing, the refusal comes as JSON; and so
 * does one to those who take events only, with its status.
 */
export function toYogaAccept({ json, streams }: Acceptable): string {
  return json ?? (streams.length > 0 ? GRAPHQL_TYPE : JSON_TYPE);
}

/** For the refusal of a subscription that is asked for in a form that has no stream. */
export const STREAMS_IN_WORDS =
  'text/event-stream, multipart/mixed;subscriptionSpec=1.0 (by POST), or a WebSocket (graphql-transport-ws)';
