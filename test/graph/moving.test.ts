import { describe, expect, it } from 'vitest';
import { schema } from '../../schema/index.ts';
import { startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/index.ts';
import { createLog } from '../../src/observability/log.ts';
import { post } from '../kit/gateway.ts';
import { createMovingWorld } from '../kit/moving-world.ts';
import { createPlainGateway } from '../kit/plain-gateway.ts';
import { type RandomQuery, randomQuery } from '../kit/random-query.ts';
import { hasFullVolume } from '../kit/runs.ts';
import { startFakeService } from '../upstream/fake-service.ts';

const KEY = 'key-of-the-account';
const STEPS = 16;
const QUERIES = 8;

/** The gateway, and the same service asked in the plain way. */
async function start(seed: number) {
  await using started = new AsyncDisposableStack();
  const world = createMovingWorld(seed);
  const service = started.use(await startFakeService(({ path }) => world.answer(path)));
  const config = readConfig({
    PORT: '0',
    AUTH_MODE: 'open',
    DUBBING_API_URL: service.url,
    STUDIO_API_URL: service.url,
    DUBBING_API_KEY: KEY,
    READ_MAX_AGE_MS: '0',
    QUOTA_PER_MINUTE: '0',
    QUOTA_PER_DAY: '0',
    SHUTDOWN_GRACE_MS: '1000',
  });
  const log = createLog({ level: 'silent', destination: { write: () => true }, secrets: [] });
  const app = started.use(await startApp(config, { log }));
  const plain = started.use(createPlainGateway(service.url, KEY));
  const running = started.move();
  return { world, service, app, plain, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

/** Some random queries conflict with themselves, or are too large. */
async function answerableQueries(url: string, seed: number): Promise<RandomQuery[]> {
  const queries: RandomQuery[] = [];
  for (let next = seed; queries.length < QUERIES; next += 1) {
    const query = randomQuery(schema, next);
    const { status } = await post(url, query.text, { variables: query.variables() });
    if (status === 200) queries.push(query);
  }
  return queries;
}

/** The answers of several requests come in any order, and with them what is wrong with them. */
function inAnyOrder(text: string): string {
  const { errors, data, extensions } = JSON.parse(text);
  const sorted = (parts: unknown[] | undefined) => parts?.map((part) => JSON.stringify(part)).sort();
  return JSON.stringify([sorted(errors), data, sorted(extensions?.warnings), Object.keys(extensions ?? {})]);
}

describe('A query of a service where something always moves', () => {
  it('is answered byte for byte as in the plain way', { timeout: 600_000 }, async () => {
    const comparisons = hasFullVolume ? 20_000 : 300;
    let done = 0;
    for (let seed = 1; done < comparisons; seed += 1) {
      await using compared = await start(seed);
      const { world, service, app, plain } = compared;
      const queries = await answerableQueries(app.url, seed * 1000);
      for (let step = 0; step < STEPS; step += 1) {
        for (const query of queries) {
          const { text } = query;
          const variables = query.variables();
          const headers = { 'x-request-id': 'r1' };
          service.forgetRequests();
          const answer = await post(app.url, text, { variables, headers });
          // With these variables it may cost more than an operation may.
          if (answer.status !== 200) continue;
          const requests = service.requests.length;
          const expected = await plain.ask(text, variables, 'r1');
          const context = `seed ${seed}, step ${step}: ${text}`;
          if (requests <= 1) expect(answer.text, context).toBe(expected.text);
          else expect(inAnyOrder(answer.text), context).toBe(inAnyOrder(expected.text));
          done += 1;
        }
        world.move();
      }
    }
  });
});
