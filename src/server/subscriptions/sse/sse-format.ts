import { chunksOnce, type StreamFormat, toChunk } from '../delivery/stream-format.ts';

export const EVENT_STREAM_TYPE = 'text/event-stream; charset=utf-8';

const COMMENT = ':\n\n';
const START = Buffer.from('event: next\ndata: ');
const END = Buffer.from('\n\n');
const COMPLETE = 'event: complete\ndata:\n\n';

/** Server-sent events, as graphql-sse's "distinct connections mode" has them. */
export function createSseFormat(): StreamFormat {
  const update = chunksOnce((text) => Buffer.concat([START, text, END]));
  const comment = toChunk(COMMENT);
  return {
    contentType: EVENT_STREAM_TYPE,
    start: comment,
    heartbeat: comment,
    complete: toChunk(COMPLETE),
    update,
    failure: (errors) => update(Buffer.from(JSON.stringify({ errors }))),
  };
}

/** A single result, for those who take nothing but a stream. */
export const toEvents = (text: string | Buffer): string => `${COMMENT}${START}${text}${END}${COMPLETE}`;
