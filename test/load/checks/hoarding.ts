import { seeded } from '../../upstream/under-fire.ts';
import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { inLanes } from '../measuring.ts';
import { startService } from '../service.ts';

const LANES = 4;
/**
 * Less than each kind of document of 1 MB comes to. Some 75 MB may be remembered, of all kinds together; the rest is the
 * bodies under way, each of them several times over, and what has not been collected yet.
 */
const GROWTH_MB = 500;
const MIB = 1024 * 1024;

/** Callers who never ask the same twice, at the greatest length: whatever the gateway remembers is bounded in bytes. */
export const hoarding: Check = {
  name: 'hoarding',
  async run(findings, { isShort }) {
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({ service: sandbox });
    await using client = createGraphClient(gateway.url);
    for (let time = 0; time < 1000; time += 1)
      await client.ask('{ balance { minutes } options { targetLanguages { name } } }');
    const random = seeded(2);
    const before = gateway.residentMb();
    for (const [what, hoard] of Object.entries(HOARDS).slice(0, isShort ? 1 : undefined)) {
      await inLanes(hoard.count, LANES, async (number) => {
        await client.post(JSON.stringify(hoard.ask(`${number}${random()}`.replaceAll('.', ''))));
      });
      findings.atMost(`RSS growth after ${what}`, gateway.residentMb() - before, GROWTH_MB, 'MB');
    }
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

interface Hoard {
  readonly count: number;
  ask(different: string): { readonly query: string; readonly variables?: unknown; readonly operationName?: string };
}

const long = (start: string, length: number): string => start + 'x'.repeat(length - start.length);

const HOARDS: Readonly<Record<string, Hoard>> = {
  'documents of 1 MB, nearly all of it a comment': {
    count: 700,
    ask: (different) => ({ query: `{ balance { minutes } } # ${long(different, MIB - 100)}` }),
  },
  'documents of 1 MB with a fault': {
    count: 700,
    ask: (different) => ({ query: `{ ${long(`a${different}`, MIB - 100)} }` }),
  },
  'documents of as many tokens as may be': {
    count: 500,
    ask: (different) => ({ query: `query Q${different} { __typename ${'balance { minutes } '.repeat(900)} }` }),
  },
  'variables of 1 MB': {
    count: 500,
    ask: (different) => ({
      query: 'query ($search: String) { voices(filter: { search: $search }) { totalCount } }',
      variables: { search: long(different, MIB - 200) },
    }),
  },
  'ids of 8 KB': {
    count: 10_000,
    ask: (different) => ({
      query: 'query ($id: ID!) { dubbingProject(id: $id) { mixingMode } }',
      variables: { id: long(different, 8000) },
    }),
  },
  'languages that names are asked in': {
    count: 500,
    ask: (different) => ({
      query: 'query ($in: String) { options { targetLanguages { name(in: $in) } } }',
      variables: { in: `en-x-${different.slice(0, 8)}${'-abcdefgh'.repeat(1000)}` },
    }),
  },
};
