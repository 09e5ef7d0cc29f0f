/** What a caller will take, by its Accept header. */
export interface Acceptable {
  /** In which form a single result is answered; null if it takes none of them. */
  readonly json: 'application/json' | 'application/graphql-response+json' | null;
  /** It asks, by name, for server-sent events. */
  readonly eventStream: boolean;
}

const JSON_TYPE = 'application/json';
const GRAPHQL_TYPE = 'application/graphql-response+json';
const EVENT_STREAM_TYPE = 'text/event-stream';

/** The media ranges that a single result satisfies, and how it is then answered (GraphQL over HTTP, "Accept"). */
const ANSWERED_AS: Readonly<Record<string, Exclude<Acceptable['json'], null>>> = {
  '*/*': JSON_TYPE,
  'application/*': JSON_TYPE,
  [JSON_TYPE]: JSON_TYPE,
  [GRAPHQL_TYPE]: GRAPHQL_TYPE,
};

/** Reads an Accept header. Of several acceptable forms the one with the highest weight is taken, then the first. */
export function readAccept(header: string | undefined): Acceptable {
  if (header === undefined || header === '*/*' || header === JSON_TYPE) return { json: JSON_TYPE, eventStream: false };
  const ranges = header.split(',').map(toRange);
  const acceptable = ranges.filter(({ weight, charset }) => weight > 0 && charset === 'utf-8');
  const [best] = acceptable
    .filter(({ type }) => Object.hasOwn(ANSWERED_AS, type))
    .toSorted((a, b) => b.weight - a.weight);
  const takes = (wanted: string) => acceptable.some(({ type }) => type === wanted);
  // Clients that know @defer may ask for multipart alone. Nothing here is ever deferred, and they read JSON as well.
  const fallback = takes('multipart/mixed') ? GRAPHQL_TYPE : null;
  return { json: (best && ANSWERED_AS[best.type]) ?? fallback, eventStream: takes(EVENT_STREAM_TYPE) };
}

function toRange(text: string) {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameter = (name: string) =>
    parameters
      .find((text) => text.startsWith(`${name}=`))
      ?.slice(name.length + 1)
      .replaceAll('"', '');
  const weight = Number(parameter('q') ?? 1);
  return { type, weight: Number.isFinite(weight) ? weight : 0, charset: parameter('charset') ?? 'utf-8' };
}

/** A single result comes as the one event of a stream, for those who take nothing else. */
export const takesEventsOnly = ({ json, eventStream }: Acceptable): boolean => json === null && eventStream;

/** How a single result is labelled. */
export const contentType = ({ json }: Acceptable): string => `${json ?? JSON_TYPE}; charset=utf-8`;

/**
 * The header that makes Yoga choose what `readAccept` chose. Where that is nothing, the refusal comes as JSON; and so
 * does one to those who take events only, with its status.
 */
export function toYogaAccept({ json, eventStream }: Acceptable): string {
  return json ?? (eventStream ? GRAPHQL_TYPE : JSON_TYPE);
}
