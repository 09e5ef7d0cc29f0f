import { chunksOnce, type StreamFormat, toChunk } from '../delivery/stream-format.ts';

const BOUNDARY = 'graphql';
const TYPE = `multipart/mixed; boundary="${BOUNDARY}"; subscriptionSpec=1.0`;

const PART = Buffer.from('\r\ncontent-type: application/json\r\n\r\n');
/** It follows each part at once: a client takes a part only when it sees where it ends. */
const DELIMITER = Buffer.from(`\r\n--${BOUNDARY}`);
const PAYLOAD = Buffer.from('{"payload":');
const PAYLOAD_END = Buffer.from('}');

const part = (...content: Buffer[]): Buffer => Buffer.concat([PART, ...content, DELIMITER]);

/**
 * The multipart protocol of Apollo, version 1.0, which Apollo Client and Relay read from an ordinary HTTP answer: a
 * result is the `payload` of a part, an empty object is a heartbeat, and `errors` beside a null payload end the stream.
 */
export function createMultipartFormat(): StreamFormat {
  return {
    contentType: TYPE,
    start: toChunk(DELIMITER),
    heartbeat: toChunk(part(Buffer.from('{}'))),
    complete: toChunk('--\r\n'),
    update: chunksOnce((text) => part(PAYLOAD, text, PAYLOAD_END)),
    failure: (errors) => toChunk(part(Buffer.from(JSON.stringify({ payload: null, errors })))),
  };
}
