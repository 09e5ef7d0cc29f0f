/** The queries of many different callers, in turn, and the expected answer of each. */
import { SEEDED } from '../../src/sandbox/seeded.ts';

export interface Question {
  /** The body of the request. */
  readonly body: string;
  /** The code of the error, null for an answer without one. */
  readonly code: string | null;
  /** The caller leaves before it is answered. */
  readonly isAborted: boolean;
}

const { dubbingProjects, studioProjects, videos, artifacts } = SEEDED;
const PROJECT_IDS = Object.values(dubbingProjects);
const VIDEO_IDS = Object.values(videos).map((id) => `${studioProjects.demo}/${id}`);
const ARTIFACT_IDS = Object.values(artifacts);
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
/** A body may have 1,048,576 bytes. */
const LARGEST_TEXT = 'a'.repeat(1_048_000);

const PROJECT = `query ($id: ID!) {
  dubbingProject(id: $id) { id name state output { targetScript { startMs text speaker { voice { name } } } } }
}`;
const PROJECTS = `query ($first: Int, $search: String) {
  dubbingProjects(first: $first, filter: { search: $search }) { totalCount nodes { id name status createdAt } }
}`;
const NODES = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Job { name state } } }';
const VIDEO = 'query ($id: ID!) { video(id: $id) { id state progress { languages { phase eta } } } }';
const ARTIFACT = 'query ($id: ID!) { artifact(id: $id) { id name status sizeBytes } }';
const VOICES = `query ($search: String, $first: Int) {
  voices(first: $first, filter: { search: $search }) { totalCount nodes { id name language { name } } }
}`;

const one = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;
const asks = (query: string, variables: unknown, code: string | null = null): Question => ({
  body: JSON.stringify({ query, variables }),
  code,
  isAborted: false,
});

/** Each of them is asked as often as each other. */
const KNOWN_DOCUMENTS: readonly ((number: number) => Question)[] = [
  () => asks('{ balance { minutes } requestBudget { remainingToday } }', undefined),
  (number) => asks(PROJECT, { id: one(PROJECT_IDS, number) }),
  (number) => asks(PROJECT, { id: `missing-${number}` }),
  (number) => asks(PROJECTS, { first: number % 50, search: one([...LETTERS], number) }),
  (number) => asks(NODES, { ids: [0, 1, 2, 3].map((step) => `DubbingProject:${one(PROJECT_IDS, number + step)}`) }),
  (number) => asks(VIDEO, { id: one(VIDEO_IDS, number) }),
  (number) => asks(VIDEO, { id: `${studioProjects.demo}/missing-${number}` }),
  (number) => asks(ARTIFACT, { id: one(ARTIFACT_IDS, number) }),
  (number) => asks(VOICES, { search: one([...LETTERS], number), first: number % 100 }),
  (number) => asks(VOICES, { search: `no voice ${number}` }),
];

const FAULTS: readonly ((number: number) => Question)[] = [
  (number) => asks(`{ balance { minutes${number} } }`, undefined, 'GRAPHQL_VALIDATION_FAILED'),
  (number) => asks(`{ balance { # ${number}`, undefined, 'GRAPHQL_PARSE_FAILED'),
  (number) => asks(NODES, { ids: [number, { no: 'id' }] }, 'BAD_USER_INPUT'),
  (number) => asks(PROJECTS, { first: -number }, 'BAD_USER_INPUT'),
  (number) =>
    asks(`{ ${'a:balance { minutes }'.repeat(101).replaceAll('a:', () => `a${number}:`)} }`, null, 'LIMIT_EXCEEDED'),
  (number) => ({ body: `{"query": ${number}`, code: 'BAD_REQUEST', isAborted: false }),
];

export const questionOf = (number: number): Question => {
  if (number % 1000 === 999) return asks(VOICES, { search: LARGEST_TEXT }, 'BAD_USER_INPUT');
  if (number % 1000 === 499) return asks(VOICES, { search: LARGEST_TEXT.repeat(2) }, 'BAD_REQUEST');
  if (number % 50 === 49) return asks(`query Number${number} { balance { minutes } }`, undefined);
  if (number % 20 === 19) return one(FAULTS, Math.floor(number / 20))(number);
  const question = one(KNOWN_DOCUMENTS, number)(Math.floor(number / KNOWN_DOCUMENTS.length));
  return number % 25 === 24 ? { ...question, isAborted: true } : question;
};
