/** The operations of callers of all kinds, each for a moment; and the check of their answers. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { TRANSPORTS } from '../kit/subscribe.ts';
import { BOMBS, numbered } from './checks/bombs-documents.ts';
import type { GraphClient } from './graph-client.ts';
import { openRawSocket } from './raw-socket.ts';
import { openReader } from './reader.ts';
import { isTroubled, type Tenant } from './tenants.ts';
import { sendUpload } from './upload.ts';

/** One of a tenant's callers, at one time. */
interface Visit {
  readonly port: number;
  readonly url: string;
  readonly tenant: Tenant;
  readonly token: string;
  readonly mayWrite: boolean;
  readonly client: GraphClient;
  /** In [0, 1). */
  readonly random: () => number;
  /** Another one each time. */
  readonly number: number;
  /** For how long whoever stays does so. */
  readonly stayMs: number;
  readonly book: Book;
  /** The circumstances of this moment, for whoever looks for the cause of a wrong answer. */
  readonly circumstances: () => string;
}

/** The observations. */
export interface Book {
  /** How often, by what it was. */
  readonly counts: Map<string, number>;
  /** Answers that should not have been, by kind. */
  readonly wrong: Map<string, Wrong>;
}

interface Wrong {
  times: number;
  /** The first of them. */
  readonly examples: string[];
}

const MOST_EXAMPLES = 3;

export function countWrong(
  { book, circumstances }: Pick<Visit, 'book' | 'circumstances'>,
  kind: string,
  example = '',
): void {
  const wrong = book.wrong.get(kind) ?? { times: 0, examples: [] };
  book.wrong.set(kind, wrong);
  wrong.times += 1;
  if (wrong.examples.length < MOST_EXAMPLES) wrong.examples.push(`${circumstances()}; ${example}`);
}

export type Activity = (visit: Visit) => Promise<void>;

/** The codes of an operation where the service fails. */
const TROUBLE = ['UPSTREAM_UNAVAILABLE', 'UPSTREAM_TIMEOUT', 'UPSTREAM_MALFORMED', 'RATE_LIMITED', 'OUTCOME_UNKNOWN'];
const REFUSALS = [
  'LIMIT_EXCEEDED',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_PARSE_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
];

const count = (counts: Map<string, number>, what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
const pick = <Item>(items: readonly Item[], random: () => number): Item => items[Math.floor(random() * items.length)]!;

/** Looks at an answer. `codes`: the errors that belong there. */
function look(visit: Visit, what: string, text: string, { query, codes = [] }: Expected): void {
  const { tenant, book } = visit;
  const example = `asked ${query.replaceAll(/\s+/g, ' ').slice(0, 120)}; answered ${text.slice(0, 300)}`;
  count(book.counts, what);
  if (tenant.foreign.test(text)) countWrong(visit, `${what}: a thing of another tenant`, example);
  for (const [, code = ''] of text.matchAll(/"code":"([A-Z_]+)"/g)) {
    const isExpected = codes.includes(code) || (TROUBLE.includes(code) && isTroubled(tenant));
    if (isExpected) count(book.counts, `${what}: ${code}`);
    else countWrong(visit, `${what}: ${code}`, example);
  }
}

interface Expected {
  readonly query: string;
  readonly codes?: readonly string[];
}

const QUERIES: readonly ((visit: Visit) => { readonly query: string; readonly variables?: object })[] = [
  () => ({ query: '{ balance { minutes } requestBudget { remainingToday } }' }),
  ({ number }) => ({
    query: 'query ($id: ID!) { dubbingProject(id: $id) { id name status output { targetScript { text } } } }',
    variables: { id: pick(Object.values(SEEDED.dubbingProjects), () => (number % 97) / 97) },
  }),
  ({ random }) => ({
    query: 'query ($first: Int) { dubbingProjects(first: $first) { totalCount nodes { id name status } } }',
    variables: { first: Math.floor(random() * 50) },
  }),
  ({ random }) => ({
    query: 'query ($id: ID!) { video(id: $id) { id name state progress { languages { phase eta } } } }',
    variables: { id: `${SEEDED.studioProjects.demo}/${pick(Object.values(SEEDED.videos), random)}` },
  }),
  ({ random }) => ({
    query: 'query ($id: ID!) { artifact(id: $id) { id name status } }',
    variables: { id: pick(Object.values(SEEDED.artifacts), random) },
  }),
  ({ random }) => ({
    query: 'query ($search: String) { voices(first: 20, filter: { search: $search }) { totalCount nodes { name } } }',
    variables: { search: pick([...'abcdefgh'], random) },
  }),
  () => ({
    query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Job { name state } } }',
    variables: { ids: ['DubbingProject:p1', 'DubbingProject:p2', `DubbingProject:${SEEDED.dubbingProjects.ready}`] },
  }),
];

const SUBSCRIPTIONS: readonly ((visit: Visit) => { readonly query: string; readonly variables?: object })[] = [
  ({ random }) => ({
    query: 'subscription ($id: ID!) { dubbingProjectUpdated(id: $id) { kind freshness project { id name } } }',
    variables: { id: `p${Math.floor(random() * 10)}` },
  }),
  ({ random }) => ({
    query: `subscription ($id: ID!) {
      dubbingProjectUpdated(id: $id) { kind isFinal project { name mixingMode estimatedCompletionAt } }
    }`,
    variables: { id: pick(Object.values(SEEDED.dubbingProjects), random) },
  }),
  () => ({ query: 'subscription { dubbingProjectsUpdated { kind freshness projects { id name status } } }' }),
  ({ random }) => ({
    query: 'subscription ($id: ID!) { videoUpdated(id: $id) { kind video { name } progress { languages { phase } } } }',
    variables: { id: `${SEEDED.studioProjects.demo}/${pick(Object.values(SEEDED.videos), random)}` },
  }),
  ({ random }) => ({
    query: 'subscription ($id: ID!) { artifactUpdated(id: $id) { kind artifact { name status } } }',
    variables: { id: pick(Object.values(SEEDED.artifacts), random) },
  }),
  () => ({ query: 'subscription { balanceUpdated { kind balance { minutes } } }' }),
  () => ({
    query: 'subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind job { id name state } } }',
    variables: { ids: ['DubbingProject:p3', 'Artifact:art_uploading', 'Video:proj_demo/vid_dub_running'] },
  }),
];

const queries: Activity = async (visit) => {
  for (let time = 0; time < 3; time += 1) {
    const { query, variables } = pick(QUERIES, visit.random)(visit);
    const { text } = await visit.client.ask(query, variables);
    look(visit, 'query', text, { query });
  }
};

const CREATE = `mutation ($input: CreateDubbingProjectInput!) {
  createDubbingProject(input: $input) {
    __typename
    ... on CreateDubbingProjectPayload { project { id name } }
    ... on UserError { code message }
  }
}`;
const DELETE = `mutation ($id: ID!) {
  deleteDubbingProject(id: $id) { __typename ... on DeletePayload { deletedId } ... on UserError { code message } }
}`;

const writes: Activity = async (visit) => {
  const { tenant, client, number } = visit;
  const refused = visit.mayWrite ? [] : ['FORBIDDEN'];
  const name = `Made ${number} ${tenant.mark}`;
  const sourceVideoUrl = 'https://media.example.com/a.mp4?minutes=0.1';
  const input = { name, sourceLanguage: 'en', targetLanguage: 'fr-FR', sourceVideoUrl };
  const { text } = await client.ask(CREATE, { input });
  look(visit, 'write', text, { query: CREATE, codes: refused });
  const id = `made-${number}`;
  tenant.store.putDubbingProject({ id, name });
  const deletion = await client.ask(DELETE, { id });
  // It may have been swept away.
  look(visit, 'write', deletion.text, { query: DELETE, codes: [...refused, 'NOT_FOUND'] });
};

const uploads: Activity = async (visit) => {
  const { url, token, number, random } = visit;
  const sizes = [1_000 + Math.floor(random() * 200_000)];
  const answer = await sendUpload(url, { text: `Speech ${number}.`, sizes, number, token });
  // All places may be taken.
  const codes = visit.mayWrite ? ['RATE_LIMITED'] : ['FORBIDDEN'];
  const text = JSON.stringify({ result: answer.result, codes: answer.codes.map((code) => ({ code })) });
  look(visit, 'upload', text, { query: 'synthesizeSpeech', codes });
};

/** Stays for a while, and leaves in one way or another. */
const streams: Activity = async (visit) => {
  const { port, token, random, stayMs } = visit;
  const transport = pick(TRANSPORTS, random);
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const asked = pick(SUBSCRIPTIONS, random)(visit);
  const reader = await openReader({
    port,
    transport,
    token,
    ...asked,
    onResult: (result) => look(visit, `update by ${transport}`, result.toString(), asked),
    onEnd: (how) => {
      if (how.startsWith('error')) look(visit, `end by ${transport}`, how, asked);
      else if (how === 'complete' || how === 'broken') count(visit.book.counts, `end: ${how}`);
      else countWrong(visit, `end: ${how}`, asked.query);
      end();
    },
  });
  await Promise.race([pause(random() * stayMs), ended]);
  if (random() < 0.3) reader.connection.resetAndDestroy();
  else reader.tear();
};

/** A page: several subscriptions and queries over one socket, which come and go. */
const sockets: Activity = async (visit) => {
  const { port, token, random, stayMs, book } = visit;
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const queries = new Map<string, string>();
  const socket = await openRawSocket({
    port,
    token,
    onMessage: (message) => look(visit, 'message', message.toString(), { query: queries.get(idOf(message)) ?? '' }),
    onClosed: (how) => {
      if (how.startsWith('1000') || how === 'broken') count(book.counts, `socket closed: ${how}`);
      else countWrong(visit, `socket closed: ${how}`);
      end();
    },
  });
  const until = performance.now() + random() * stayMs;
  for (let id = 0; performance.now() < until && socket.isOpen; id += 1) {
    const asked = pick(random() < 0.5 ? SUBSCRIPTIONS : QUERIES, random)(visit);
    queries.set(String(id), asked.query);
    socket.send({ id: String(id), type: 'subscribe', payload: asked });
    if (id > 3) socket.send({ id: String(id - 3), type: 'complete' });
    await pause(random() * 8_000);
  }
  if (random() < 0.5) socket.connection.destroy();
  else socket.close();
  await Promise.race([ended, pause(10_000)]);
};

const idOf = (message: Buffer): string => /"id":"(\d+)"/.exec(message.toString('latin1', 0, 100))?.[1] ?? '';

/** Subscribes, and reads nothing of it. */
const stopped: Activity = async ({ port, token, random, stayMs, ...visit }) => {
  const asked = pick(SUBSCRIPTIONS, random)({ port, token, random, stayMs, ...visit });
  const reader = await openReader({ port, token, transport: pick(TRANSPORTS, random), ...asked });
  reader.connection.pause();
  await pause(random() * stayMs);
  reader.tear();
};

/** Breaks off somewhere in a request. */
const torn: Activity = async ({ port, token, random }) => {
  const connection = connect(port, '127.0.0.1');
  connection.on('error', () => {});
  const body = JSON.stringify({ query: '{ balance { minutes } }' });
  const request = `POST /graphql HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  await once(connection, 'connect');
  connection.write(request.slice(0, Math.ceil(random() * request.length)));
  await pause(random() * 100);
  connection.destroy();
};

const bombs: Activity = async (visit) => {
  const bomb = numbered(pick(Object.values(BOMBS), visit.random));
  const { text, codes } = await visit.client.post(bomb);
  look(visit, 'bomb', text, { query: bomb, codes: REFUSALS });
  if (codes.length === 0) countWrong(visit, 'a bomb was obeyed', bomb.slice(0, 100));
};

/** Fills what is remembered of documents up to its bound, so that it does not grow any more. */
export async function fillMemory(client: GraphClient): Promise<void> {
  for (let time = 0; time < 20; time += 1) {
    for (const bomb of Object.values(BOMBS)) await client.post(numbered(bomb));
  }
}

const strangers: Activity = async (visit) => {
  const token = `${visit.token.slice(0, -1)}?`;
  const isRefused = await openRawSocket({ port: visit.port, token, onMessage: () => {} }).then(
    () => false,
    () => true,
  );
  if (isRefused) count(visit.book.counts, 'a stranger by WebSocket');
  else countWrong(visit, 'a stranger by WebSocket');
};

/** How often each is done, beside the others. */
const ACTIVITIES: readonly (readonly [number, Activity])[] = [
  [40, queries],
  [8, writes],
  [2, uploads],
  [22, streams],
  [18, sockets],
  [3, stopped],
  [3, torn],
  [3, bombs],
  [1, strangers],
];
const ALL = ACTIVITIES.flatMap(([weight, activity]) => Array<Activity>(weight).fill(activity));

export const anyActivity = (random: () => number): Activity => pick(ALL, random);
