import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { inLanes } from '../measuring.ts';
import { startService } from '../service.ts';

/** Each is asked with its cost, so that it is executed each time: an answer that serves again makes hardly any objects. */
const QUESTIONS = [
  { name: 'one value', query: '{ balance { minutes } }', kb: 0.5 },
  { name: 'a list', query: '{ dubbingProjects(first: 200) { nodes { projectId name state } } }', kb: 2 },
] as const;
const PROJECTS = 200;
const AT_ONCE = 16;
const WARM_UP = 2_000;

/**
 * Objects of an answered query are garbage for the collector of young objects: the whole heap is collected seldom, which is
 * what the slowest answers wait for.
 */
export const shortLived: Check = {
  name: 'short-lived',
  async run(findings, { isShort }) {
    const queries = isShort ? 4_000 : 20_000;
    await using sandbox = await startService();
    for (let number = 0; number < PROJECTS; number += 1) {
      sandbox.account().putDubbingProject({ id: `done${number}`, name: `Done ${number}` });
    }
    const promotions: number[] = [];
    await using gateway = await startGatewayProcess({
      service: sandbox,
      env: { READ_MAX_AGE_MS: '0' },
      nodeOptions: ['--trace-gc-nvp'],
      onLine(line) {
        const [, bytes] = /gc=s .* promoted=(\d+)/.exec(line) ?? [];
        if (bytes !== undefined) promotions.push(Number(bytes));
      },
    });
    await using client = createGraphClient(gateway.url);
    for (const { name, query, kb } of QUESTIONS) {
      const body = JSON.stringify({ query, extensions: { cost: true } });
      const ask = async () => {
        const { status, codes } = await client.post(body);
        if (status !== 200 || codes.length > 0) throw new Error(`A query was answered with ${status} ${codes}.`);
      };
      await inLanes(WARM_UP, AT_ONCE, ask);
      promotions.length = 0;
      await inLanes(queries, AT_ONCE, ask);
      const promoted = promotions.reduce((sum, bytes) => sum + bytes, 0);
      findings.atLeast(`${name}: collections of young objects`, promotions.length, 3, '');
      findings.atMost(
        `${name}: what a query leaves to the collection of the whole heap`,
        promoted / 1024 / queries,
        kb,
        'KB',
      );
    }
  },
};
