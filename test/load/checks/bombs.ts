import { SEEDED } from '../../../src/sandbox/seeded.ts';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import { inLanes, quantile } from '../measuring.ts';
import { startService } from '../service.ts';

const CPU_MS = 100;
const P95_MS = 250;
const BOMBERS = 4;
const TRIES = 3;

/** Documents and variables that are small to write and ruinous to obey: each is refused at once, with a code. */
export const bombs: Check = {
  name: 'bombs',
  async run(findings, { isShort }) {
    // Whoever measures has a machine to himself; the short form runs wherever tests run, and only tells.
    const time = (what: string, ms: number, mostMs: number): void => {
      if (isShort) findings.note(what, `${ms.toFixed(1)} ms`);
      else findings.atMost(what, ms, mostMs, 'ms');
    };
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({ service: sandbox });
    await using client = createGraphClient(gateway.url);
    await warmUp(client);
    sandbox.clearRequests();
    for (const [name, bomb] of Object.entries(BOMBS)) {
      const { spentMs, code } = await defuse(gateway, client, bomb);
      time(`${name}, refused as ${code}: CPU`, spentMs, CPU_MS);
    }
    findings.atMost('requests to the service for any of them', sandbox.requestCount, 0, '');

    const bodies = Object.values(BOMBS);
    const waitsMs: number[] = [];
    let isOver = false;
    const asking = (async () => {
      while (!isOver) {
        const askedAt = performance.now();
        const { codes } = await client.ask('{ balance { minutes } }');
        waitsMs.push(codes.length > 0 ? Number.POSITIVE_INFINITY : performance.now() - askedAt);
      }
    })();
    await inLanes(bodies.length * (isShort ? 5 : 50), BOMBERS, async (number) => {
      await client.post(numbered(bodies[number % bodies.length] ?? '', number));
    });
    isOver = true;
    await asking;
    findings.atMost(
      'plain queries among them that failed',
      waitsMs.filter((ms) => ms === Number.POSITIVE_INFINITY).length,
      0,
      '',
    );
    time(`p95 of ${waitsMs.length} plain queries among them`, quantile(waitsMs, 0.95), P95_MS);
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

/** What a bomb costs: the least of some tries, since the first of its kind is compiled, and others use the machine as well. */
async function defuse(gateway: GatewayProcess, client: GraphClient, bomb: string) {
  let spentMs = Number.POSITIVE_INFINITY;
  let code = 'nothing';
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const before = gateway.cpuMs();
    const { status, codes } = await client.post(numbered(bomb, -attempt));
    spentMs = Math.min(spentMs, gateway.cpuMs() - before);
    const strange = codes.find((one) => !CODES.has(one));
    if (status >= 500 || strange !== undefined || codes.length === 0)
      throw new Error(`${status} ${strange}: ${bomb.slice(0, 200)}`);
    [code = code] = codes;
  }
  return { spentMs, code };
}

/** As a document that was never seen before: of one that was, it is remembered what is wrong with it. */
const numbered = (bomb: string, number: number): string => bomb.replace('"query":"', `"query":"# ${number}\\n`);

const CODES = new Set([
  'LIMIT_EXCEEDED',
  'GRAPHQL_VALIDATION_FAILED',
  'GRAPHQL_PARSE_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
]);

/** What is loaded and compiled at the first query and the first refusals is no cost of a bomb. */
async function warmUp(client: GraphClient): Promise<void> {
  for (let time = 0; time < 50; time += 1) {
    await client.ask('{ balance { minutes } options { targetLanguages { code } } }');
    await client.ask(`query Q${time} { balance { minutes } ${'a: balance { minutes }'.repeat(time)} nothing }`);
  }
}

const body = (query: string, variables?: unknown): string => JSON.stringify({ query, variables });
const nested = (open: string, close: string, depth: number, core: string): string =>
  open.repeat(depth) + core + close.repeat(depth);

/** Fragments that each spread the next one twice. */
function doubling(root: string, type: string, levels: number, twice: (spread: string) => string): string {
  const fragments = Array.from({ length: levels }, (_, level) => {
    const next = level + 1 < levels ? twice(`...F${level + 1}`) : '__typename';
    return `fragment F${level} on ${type} { ${next} }`;
  });
  return body(`{ ${root} { ...F0 } } ${fragments.join(' ')}`);
}

const doublingLanguages = (levels: number): string =>
  doubling('language(code: "en-US")', 'Language', levels, (spread) => {
    const voices = `voices { language { ${spread} } }`;
    return `x: ${voices} y: ${voices}`;
  });
const doublingTypes = (levels: number): string =>
  doubling('__type(name: "Query")', '__Type', levels, (spread) => `x: ofType { ${spread} } y: ofType { ${spread} }`);

const project = `{ name: "a", sourceLanguage: "en", targetLanguage: "fr-FR", sourceVideoUrl: "https://media.example.com/a.mp4" }`;
const READ = 'query ($id: ID!) { dubbingProject(id: $id) { name } }';

const BOMBS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([8, 16, 22, 60].map((levels) => [`${levels} doubling levels`, doublingLanguages(levels)])),
  ...Object.fromEntries(
    [8, 16, 22, 60].map((levels) => [`${levels} doubling levels of introspection`, doublingTypes(levels)]),
  ),
  '101 aliases of __typename': body(`{ ${aliases(101, '__typename')} }`),
  '10,000 aliases of __typename': body(`{ ${aliases(10_000, '__typename')} }`),
  '101 aliases spread over fragments': body(
    `{ ...A ...B } fragment A on Query { ${aliases(50, '__typename')} } fragment B on Query { ${aliases(51, 'balance { minutes }')} }`,
  ),
  '100 creations in one document': body(
    `mutation { ${aliases(100, `createDubbingProject(input: ${project}) { __typename }`)} }`,
  ),
  'a fragment named __schema': body(
    `{ ...__schema } fragment __schema on Query { ${nested('language(code: "en") { voices { language { ', '} } }', 12, 'code')} }`,
  ),
  'a fragment spread shallow, then deep': body(
    `{ language(code: "en") { ...Deep } voices { nodes { ${nested('language { voices { ', '} }', 6, 'language { ...Deep }')} } } }
     fragment Deep on Language { ${nested('voices { language { ', '} }', 5, 'code')} }`,
  ),
  'a fragment that spreads itself': body('{ ...A } fragment A on Query { balance { minutes } ...A }'),
  '20,000 nested selections': body(nested('{ a ', '}', 20_000, '')),
  '20,000 nested lists': body(`{ nodes(ids: ${nested('[', ']', 20_000, '')}) { id } }`),
  '20,000 nested objects': body(`{ voices(filter: ${nested('{ a: ', '}', 20_000, '1')}) { totalCount } }`),
  '100,000 nested lists in variables': `{"query":${JSON.stringify(READ)},"variables":{"id":${nested('[', ']', 100_000, '')}}}`,
  '20,000 nested objects in variables': `{"query":${JSON.stringify(READ)},"variables":{"id":${nested('{"a":', '}', 20_000, '1')}}}`,
  '100,000 nested lists in a variable that nothing declares': `{"query":"{ balance { minuten } }","variables":{"x":${nested('[', ']', 100_000, '')}}}`,
  '5,000 repeated fields with arguments': body(
    `{ ${`dubbingProject(id: "${SEEDED.dubbingProjects.ready}") { id } `.repeat(5_000)} }`,
  ),
  'repeated fields with arguments that differ, as many as a document may have': body(
    `{ ${Array.from({ length: 440 }, (_, n) => `language(code: "${n}") { code }`).join(' ')} }`,
  ),
  '900 repeated fields with arguments that differ': body(
    `{ ${Array.from({ length: 900 }, (_, n) => `language(code: "${n}") { code }`).join(' ')} }`,
  ),
  '1 MB of spaces and commas': body(`{ balance { minuten } } ${' ,'.repeat(500_000)}`),
  'a name of 1 MB': body(`{ ${'a'.repeat(1_000_000)} }`),
  '60,000 unknown variables': body(
    '{ balance { minuten } }',
    Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [n, n])),
  ),
};

function aliases(count: number, field: string): string {
  return Array.from({ length: count }, (_, n) => `a${n}: ${field}`).join(' ');
}
