import { SEEDED } from '../../../src/sandbox/seeded.ts';

const body = (query: string, variables?: unknown): string => JSON.stringify({ query, variables });
const list = (count: number, part: (number: number) => string): string =>
  Array.from({ length: count }, (_, number) => part(number)).join(' ');
const aliases = (count: number, field: string): string => list(count, (n) => `a${n}: ${field}`);
const nested = (open: string, close: string, depth: number, core: string): string =>
  open.repeat(depth) + core + close.repeat(depth);

let count = 0;

/** The same as a document that was never seen before: of one that was, it is remembered what is wrong with it. */
export function numbered(body: string): string {
  count += 1;
  return body.replace('"query":"', `"query":"# ${count}\\n`);
}

/** Fragments that each spread the next one twice. */
function doubling(root: string, type: string, levels: number, twice: (spread: string) => string): string {
  const fragments = list(levels, (level) => {
    const next = level + 1 < levels ? twice(`...F${level + 1}`) : '__typename';
    return `fragment F${level} on ${type} { ${next} }`;
  });
  return body(`{ ${root} { ...F0 } } ${fragments}`);
}

const doublingLanguages = (levels: number): string =>
  doubling('language(code: "en-US")', 'Language', levels, (spread) => {
    const voices = `voices { language { ${spread} } }`;
    return `x: ${voices} y: ${voices}`;
  });
const doublingTypes = (levels: number): string =>
  doubling('__type(name: "Query")', '__Type', levels, (spread) => `x: ofType { ${spread} } y: ofType { ${spread} }`);

const PROJECT = `{ name: "a", sourceLanguage: "en", targetLanguage: "fr-FR", sourceVideoUrl: "https://media.example.com/a.mp4" }`;
const READ = 'query ($id: ID!) { dubbingProject(id: $id) { name } }';
const READ_MANY = 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }';
const LEVELS = [8, 16, 22, 60];

const FRAGMENTS = {
  ...Object.fromEntries(LEVELS.map((levels) => [`${levels} doubling levels`, doublingLanguages(levels)])),
  ...Object.fromEntries(LEVELS.map((levels) => [`${levels} doubling levels of introspection`, doublingTypes(levels)])),
  'a fragment named __schema': body(
    `{ ...__schema } fragment __schema on Query { ${nested('language(code: "en") { voices { language { ', '} } }', 12, 'code')} }`,
  ),
  'a fragment spread shallow, then deep': body(
    `{ language(code: "en") { ...Deep } voices { nodes { ${nested('language { voices { ', '} }', 6, 'language { ...Deep }')} } } }
     fragment Deep on Language { ${nested('voices { language { ', '} }', 5, 'code')} }`,
  ),
  'a fragment that spreads itself': body('{ ...A } fragment A on Query { balance { minutes } ...A }'),
  'a circle of 100 fragments': body(
    `{ ...F0 } ${list(100, (n) => `fragment F${n} on Query { balance { minutes } ...F${(n + 1) % 100} }`)}`,
  ),
  '12 fragments that all spread each other': body(
    `{ ...F0 } ${list(12, (n) => `fragment F${n} on Query { ${list(12, (m) => `...F${m}`)} }`)}`,
  ),
  '390 fragments side by side': body(
    `{ ${list(390, (n) => `...F${n}`)} } ${list(390, (n) => `fragment F${n} on Query { __typename }`)}`,
  ),
  '100 fragments side by side, in conflict': body(
    `{ language(code: "en") { ${list(100, (n) => `...F${n}`)} } }
     ${list(100, (n) => `fragment F${n} on Language { name(in: "${n}") }`)}`,
  ),
};

const REPETITIONS = {
  '101 aliases of __typename': body(`{ ${aliases(101, '__typename')} }`),
  '10,000 aliases of __typename': body(`{ ${aliases(10_000, '__typename')} }`),
  '101 aliases spread over fragments': body(
    `{ ...A ...B } fragment A on Query { ${aliases(50, '__typename')} } fragment B on Query { ${aliases(51, 'balance { minutes }')} }`,
  ),
  '100 creations in one document': body(
    `mutation { ${aliases(100, `createDubbingProject(input: ${PROJECT}) { __typename }`)} }`,
  ),
  '5,000 repeated fields with arguments': body(
    `{ ${`dubbingProject(id: "${SEEDED.dubbingProjects.ready}") { id } `.repeat(5_000)} }`,
  ),
  'as many repeated fields in conflict as a document may have': body(
    `{ language(code: "en") { ${list(170, (n) => `name(in: "${n}")`)} } }`,
  ),
  '900 repeated fields with arguments that differ': body(`{ ${list(900, (n) => `language(code: "${n}") { code }`)} }`),
  'parents and children in conflict': body(
    `{ ${list(54, (n) => `language(code: "en") { ${list(3, (m) => `name(in: "${n}-${m}")`)} }`)} }`,
  ),
  '400 operations': body(`${list(400, (n) => `query Q${n} { ...F }`)} fragment F on Query { balance { minutes } }`),
  '900 declared variables': body(`query (${list(900, (n) => `$v${n}: Int`)}) { balance { minutes } }`),
  '60,000 directives': body(`{ __typename ${'@x '.repeat(60_000)} }`),
  '200 times @skip': body(`{ balance { minutes ${'@skip(if: true) '.repeat(200)} } }`),
  '1,200 times one argument': body(`{ language(${'code: "en" '.repeat(1200)}) { code } }`),
  '1,900 ids that are none': body(`{ nodes(ids: [${'{} '.repeat(1900)}]) { id } }`),
  '90 times the whole schema': body(
    `{ ${list(90, (n) => `s${n}: __schema { types { fields { type { fields { args { name } } } } } }`)} }`,
  ),
  'the schema in a circle': body(`{ __schema { types { ${nested('fields { type { ', '} }', 5, 'name')} } } }`),
};

const TEXTS = {
  '20,000 nested selections': body(nested('{ a ', '}', 20_000, '')),
  '20,000 nested lists': body(`{ nodes(ids: ${nested('[', ']', 20_000, '')}) { id } }`),
  '20,000 nested objects': body(`{ voices(filter: ${nested('{ a: ', '}', 20_000, '1')}) { totalCount } }`),
  '1 MB of spaces and commas': body(`{ balance { minuten } } ${' ,'.repeat(500_000)}`),
  'a name of 1 MB': body(`{ ${'a'.repeat(1_000_000)} }`),
  'a name of 99 KB': body(`{ ${'a'.repeat(99_000)} }`),
  'a comment of 99 KB': body(`#${'x'.repeat(99_000)}\n{ balance { minuten } }`),
  '4,900 empty lines before 20 faults': body(`${'\n'.repeat(4_900)}{ ${list(20, (n) => `nothing${n}`)} }`),
  '99,000 empty lines before 20 faults': body(`${'\n'.repeat(99_000)}{ ${list(20, (n) => `nothing${n}`)} }`),
  'a block string of 49,000 lines': body(`{ nothing(code: """${'x\n'.repeat(49_000)}""") { code } }`),
  'a block string of 4,900 lines': body(`{ nothing(code: """\n${'    x\n'.repeat(4_900)}""") }`),
  '48,000 letters that are written as numbers': body(`{ nothing(code: "${'\\u00e9'.repeat(16_000)}") { code } }`),
};

const VARIABLES = {
  '100,000 nested lists in variables': `{"query":${JSON.stringify(READ)},"variables":{"id":${nested('[', ']', 100_000, '')}}}`,
  '20,000 nested objects in variables': `{"query":${JSON.stringify(READ)},"variables":{"id":${nested('{"a":', '}', 20_000, '1')}}}`,
  '100,000 nested lists in a variable that nothing declares': `{"query":"{ balance { minuten } }","variables":{"x":${nested('[', ']', 100_000, '')}}}`,
  '60,000 unknown variables': body(
    '{ balance { minuten } }',
    Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n, n])),
  ),
  '50,000 ids in a variable': body(READ_MANY, { ids: Array(50_000).fill('DubbingProject:1') }),
  '90,000 ids in a variable that are none': body(READ_MANY, { ids: Array(90_000).fill({}) }),
  '400,000 ids in a variable': body(READ_MANY, { ids: Array(400_000).fill(1) }),
};

/** Each refused at once: bodies of requests, by what they are. */
export const BOMBS: Readonly<Record<string, string>> = { ...FRAGMENTS, ...REPETITIONS, ...TEXTS, ...VARIABLES };

/** Within the limits, if barely: answered, and all that work is done. */
export const HEAVY: Readonly<Record<string, string>> = {
  '500 voices with 70 languages each': body(`{ voices(first: 500) { nodes { ${aliases(70, 'language { code }')} } } }`),
  'the languages of 500 voices, named in 99 locales that are invented': body(
    `{ voices(first: 500) { nodes { language { ${list(99, (n) => `a${n}: name(in: "${['en', 'fr', 'ja'][n % 3]}-x-${n}")`)} } } } }`,
  ),
  '80 times the first 450 voices': body(`{ ${aliases(80, 'voices(first: 450) { nodes { key } }')} }`),
  'the types of the fields of all types': body(
    `{ __schema { types { fields { name type { fields { ${aliases(12, 'name')} } } } } } }`,
  ),
  '150 repeated fields with arguments': body(`{ language(code: "en") { ${'name(in: "de") '.repeat(150)} } }`),
  '95 fragments side by side': body(
    `{ language(code: "en") { ${list(95, (n) => `...F${n}`)} } } ${list(95, (n) => `fragment F${n} on Language { code }`)}`,
  ),
};
