/** Random input for every door of the gateway: most of it nearly right, so that it comes far. */
import { schema } from '../../../schema/index.ts';
import type { Mishap } from '../../../src/sandbox/misfortune.ts';
import { randomDocument } from '../../kit/random-document.ts';

export type Random = () => number;

const pick = <Item>(random: Random, items: readonly [Item, ...Item[]]): Item =>
  items[Math.floor(random() * items.length)] ?? items[0];

const SEEDS = 2 ** 31;
const QUERIES = [
  '{ balance { minutes } dubbingProjects(first: 20) { nodes { id name state } } }',
  '{ voices(first: 50) { nodes { id key language { code voices { key } } } } }',
  'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }',
  'query ($id: ID!) { dubbingProject(id: $id) { name output { targetScript { text speaker { voice { key } } } } } }',
  'mutation ($id: ID!) { deleteDubbingProject(id: $id) { __typename } }',
  'subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind } }',
  'subscription ($id: ID!) { dubbingProjectUpdated(id: $id) { project { name } } }',
  'subscription { balanceUpdated { balance { minutes } } }',
] as const;

const documentOf = (random: Random): string =>
  random() < 0.5 ? pick(random, QUERIES) : randomDocument(schema, Math.floor(random() * SEEDS));

const LEAVES = [null, true, 0, -1, 1e308, 2 ** 53, '', 'p1', '1001', '__proto__', '\u0000', '\ud800', '../x'] as const;
const DEEPEST = 6;

/** Any value of JSON. */
function anyValue(random: Random, depth = 0): unknown {
  const kind = random();
  if (depth >= DEEPEST || kind < 0.5) return pick(random, LEAVES);
  const items = Array.from({ length: Math.floor(random() * 6) }, () => anyValue(random, depth + 1));
  if (kind < 0.6) return 'x'.repeat(Math.floor(random() * 50_000));
  return kind < 0.8 ? items : Object.fromEntries(items.map((item, index) => [`key${index}`, item]));
}

/** The parameters of an operation, as JSON, now and then broken. */
export function anyOperation(random: Random): string {
  const text = JSON.stringify({
    query: documentOf(random),
    variables: {
      id: random() < 0.5 ? '1001' : anyValue(random),
      ids: random() < 0.5 ? ['DubbingProject:1001', 'Artifact:x'] : anyValue(random),
      undefinedVariable: anyValue(random),
    },
    ...(random() < 0.1 && { operationName: anyValue(random) }),
    ...(random() < 0.1 && { extensions: anyValue(random) }),
  });
  return random() < 0.2 ? mutate(random, text) : text;
}

const MESSAGE_TYPES = ['ping', 'pong', 'complete', 'connection_init', 'next', '', '__proto__'] as const;

/** A message of graphql-transport-ws. */
export function anyMessage(random: Random): string {
  const id = String(Math.floor(random() * 20));
  if (random() < 0.7) return `{"id":"${id}","type":"subscribe","payload":${anyOperation(random)}}`;
  const text = JSON.stringify({ id, type: pick(random, MESSAGE_TYPES), payload: anyValue(random) });
  return random() < 0.2 ? mutate(random, text) : text;
}

const HEADERS = [
  'accept: text/event-stream',
  'accept: multipart/mixed',
  'accept: text/html',
  'accept: */*;q=0',
  'content-type: text/plain',
  'content-encoding: gzip',
  'expect: 100-continue',
  'origin: https://elsewhere.example',
  'x-http-method-override: DELETE',
  'x-request-id: \u00e9',
  'x-cost: 1',
  'cache-control: no-cache',
  'connection: upgrade',
  'upgrade: websocket',
  'transfer-encoding: chunked',
  'range: bytes=0-1,5-,-1',
] as const;
const TARGETS = [
  '/graphql',
  '/graphql?query={__typename}',
  '/audio/x',
  '/health',
  '//',
  '*',
  '/graphql/../health',
] as const;
const METHODS = ['POST', 'POST', 'POST', 'GET', 'HEAD', 'OPTIONS', 'PUT', 'TRACE', 'G\u0000T'] as const;

/** A request as its bytes. */
export function anyRequest(random: Random, token: string): string {
  const body = anyOperation(random);
  const own = Array.from({ length: Math.floor(random() * 4) }, () => pick(random, HEADERS));
  const length = random() < 0.8 ? Buffer.byteLength(body) : Math.floor(random() * 5_000);
  const head = [
    `${pick(random, METHODS)} ${pick(random, TARGETS)} HTTP/1.1`,
    'host: 127.0.0.1',
    'content-type: application/json',
    `authorization: Bearer ${token}`,
    `content-length: ${length}`,
    ...own,
  ].join('\r\n');
  return `${random() < 0.2 ? mutate(random, head) : head}\r\n\r\n${body}`;
}

const BOUNDARY = 'fuzz';

/** A multipart request with files, as its bytes. */
export function anyUpload(random: Random, token: string): string {
  const operations = JSON.stringify({
    query: 'mutation ($input: SynthesizeSpeechInput!) { synthesizeSpeech(input: $input) { __typename } }',
    variables: { input: { text: 'Hello.', language: 'en-US', references: [null, anyValue(random)] } },
  });
  const map = JSON.stringify(random() < 0.7 ? { 0: ['variables.input.references.0'] } : anyValue(random));
  const part = (name: string, value: string, more = '') =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${value}\r\n`;
  const file = part('0', `RIFF\0\0\0\0WAVEfmt ${'x'.repeat(Math.floor(random() * 100_000))}`, '; filename="a.wav"');
  const whole = `${part('operations', operations)}${part('map', map)}${file}--${BOUNDARY}--\r\n`;
  const body = random() < 0.5 ? mutate(random, whole) : whole;
  const head = [
    'POST /graphql HTTP/1.1',
    'host: 127.0.0.1',
    `authorization: Bearer ${token}`,
    'graphql-require-preflight: 1',
    `content-type: multipart/form-data; boundary=${BOUNDARY}`,
    `content-length: ${Buffer.byteLength(body)}`,
  ].join('\r\n');
  return `${head}\r\n\r\n${body}`;
}

const BODIES = ['', 'null', '[]', '{}', '<html>', '{"error":', '[{},{},null,1]', '{"projects":{}}', '\u0000'] as const;
const STATUSES = [200, 200, 200, 201, 204, 302, 400, 401, 404, 429, 500, 503] as const;

/** An answer of the service, or none. */
export function anyMishap(random: Random): Mishap {
  const kind = random();
  if (kind < 0.5) return { status: pick(random, STATUSES), body: pick(random, BODIES) };
  if (kind < 0.8) return { kind: 'body', edit: (body) => mutate(random, body) };
  return pick<Mishap>(random, [{ kind: 'reset' }, { kind: 'truncate' }, { kind: 'delay', ms: 200 }]);
}

/** Replaces, removes and repeats some pieces. */
function mutate(random: Random, text: string): string {
  let mutated = text;
  for (let count = 1 + Math.floor(random() * 4); count > 0; count -= 1) {
    const at = Math.floor(random() * mutated.length);
    const end = at + Math.floor(random() * 20);
    const piece = pick(random, [
      '',
      mutated.slice(at, end).repeat(3),
      '{',
      '"',
      '\u0000',
      '\u00e9',
      '\r\n',
      '9'.repeat(400),
    ]);
    mutated = mutated.slice(0, at) + piece + mutated.slice(end);
  }
  return mutated;
}
