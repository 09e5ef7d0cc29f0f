/**
 * Many accounts by `passthrough`, of whose projects one moves between two questions. Each lane asks for accounts of its own:
 * questions of one account that come together share a request to the service and its answer, which is not what is compared.
 */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'undici';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { quantile } from '../measuring.ts';
import { GATEWAYS_PROCESSOR, keepApart } from '../processor.ts';

/** A multiple of the lanes. */
const ACCOUNTS = 200;
const PROJECTS = 50;
const LANES = 20;
const ROUNDS = 3;
const QUERY =
  '{ dubbingProjects(first: 500) { nodes { __typename projectId name state sourceLanguage { code } costMinutes createdAt } } }';
const MOST_TIMES = 1.5;
/** Of the live heap: answers and texts of all accounts are bounded in the whole process. */
const MOST_GROWTH_MB = 64;

const keyOf = (account: number): string => `key-of-account-${account}`;
const markOf = (account: number): string => `owned-by-${account}-`;

export const moving: Check = {
  name: 'moving',
  async run(findings, { isShort }) {
    const questions = isShort ? 1_000 : 4_000;
    await using service = await startMovingService();
    await using gateway = await startGatewayProcess({
      service: { dubbingUrl: service.url, studioUrl: service.url },
      env: { AUTH_MODE: 'passthrough', READ_MAX_AGE_MS: '0' },
      cpu: GATEWAYS_PROCESSOR,
      looksInside: true,
    });
    using _apart = keepApart();
    const pool = new Pool(gateway.url, { connections: LANES });
    await using started = new AsyncDisposableStack();
    started.defer(() => pool.destroy());
    let foreign = 0;
    let wrong = 0;
    const ask = async (account: number): Promise<void> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${keyOf(account)}` };
      const body = JSON.stringify({ query: QUERY });
      const answer = await (await pool.request({ path: '/graphql', method: 'POST', headers, body })).body.text();
      const owners = new Set(answer.match(/owned-by-\d+-/g));
      if (owners.size !== 1 || !owners.has(markOf(account))) foreign += 1;
      if (answer.includes('"errors"') || answer.split('"projectId"').length !== PROJECTS + 1) wrong += 1;
    };
    /** Microseconds of the gateway's processor for each question; the accounts take turns. */
    const cost = async (accounts: number): Promise<number> => {
      const cpuMs = gateway.cpuMs();
      await Promise.all(
        Array.from({ length: LANES }, async (_, lane) => {
          for (let n = 0; n < questions / LANES; n += 1) await ask((lane + n * LANES) % accounts);
        }),
      );
      return ((gateway.cpuMs() - cpuMs) * 1000) / questions;
    };
    await cost(LANES);
    const heapMb = await gateway.heapMb();
    await cost(ACCOUNTS);
    const [few, many]: [number[], number[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      few.push(await cost(LANES));
      many.push(await cost(ACCOUNTS));
    }
    const [costOfFew, costOfMany] = [quantile(few, 0.5), quantile(many, 0.5)];
    findings.note(`CPU a question, ${LANES} accounts`, `${costOfFew.toFixed(0)} µs`);
    findings.note(`CPU a question, ${ACCOUNTS} accounts`, `${costOfMany.toFixed(0)} µs`);
    if (isShort) findings.note('times as much', (costOfMany / costOfFew).toFixed(2));
    else
      findings.atMost('times as much CPU for a question among many accounts', costOfMany / costOfFew, MOST_TIMES, '');
    findings.note('RSS', `${gateway.residentMb().toFixed(0)} MB`);
    findings.atMost('live heap that the accounts add', (await gateway.heapMb()) - heapMb, MOST_GROWTH_MB, 'MB');
    findings.atMost('answers with what is of another account', foreign, 0, '');
    findings.atMost('answers that are not whole', wrong, 0, '');
    findings.atLeast('answers of the service that have moved', service.moved(), questions, '');
  },
};

interface MovingService extends AsyncDisposable {
  readonly url: string;
  /** How many projects have moved so far. */
  moved(): number;
}

/** The lists of all accounts. With each answer one project of the account has moved. */
async function startMovingService(): Promise<MovingService> {
  const lists = new Map<string, object[]>();
  let moved = 0;
  const server = createServer((request, response) => {
    const key = request.headers.authorization?.replace('Bearer ', '') ?? '';
    const account = Number(key.slice(keyOf(0).length - 1));
    const list = lists.get(key) ?? Array.from({ length: PROJECTS }, (_, n) => project(account, n, 0));
    lists.set(key, list);
    moved += 1;
    const at = Math.floor(Math.random() * PROJECTS);
    list[at] = project(account, at, moved);
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ projects: list }));
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    moved: () => moved,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function project(account: number, n: number, moved: number): object {
  return {
    project_id: `p${n}`,
    name: `${markOf(account)}Episode ${n}`,
    status: moved % 3 === 0 ? 'in_progress' : 'ready',
    source_lang: 'en',
    target_lang: 'fr-FR',
    cost_minutes: n + moved / 8,
    created_date: `2026-01-02T03:04:${String(n).padStart(2, '0')}Z`,
  };
}
