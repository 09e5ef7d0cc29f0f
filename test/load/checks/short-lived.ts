import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { inLanes } from '../measuring.ts';
import { startService } from '../service.ts';

const QUERY = '{ balance { minutes } }';
const AT_ONCE = 16;
const WARM_UP = 2_000;
/** Of a query, of the 40 KB that it takes. It had five before its objects were free of hidden classes of their own. */
const SURVIVING_KB = 2;

/** Objects of an answered query are garbage for the collector of young objects: the whole heap is collected seldom. */
export const shortLived: Check = {
  name: 'short-lived',
  async run(findings, { isShort }) {
    const queries = isShort ? 4_000 : 20_000;
    await using sandbox = await startService();
    const collections: Collection[] = [];
    await using gateway = await startGatewayProcess({
      service: sandbox,
      env: { READ_MAX_AGE_MS: '0' },
      nodeOptions: ['--trace-gc'],
      onLine(line) {
        const collection = readCollection(line);
        if (collection !== null) collections.push(collection);
      },
    });
    await using client = createGraphClient(gateway.url);
    const ask = async () => {
      const { status } = await client.ask(QUERY);
      if (status !== 200) throw new Error(`A query was answered with ${status}.`);
    };
    await inLanes(WARM_UP, AT_ONCE, ask);
    collections.length = 0;
    await inLanes(queries, AT_ONCE, ask);
    const whole = collections.filter(({ isWhole }) => isWhole).length;
    findings.note('collections of young objects, and of the whole heap', `${collections.length - whole}, ${whole}`);
    findings.atLeast('collections', collections.length, 3, '');
    findings.atMost('heap that survives a query', (survivingMb(collections) * 1024) / queries, SURVIVING_KB, 'KB');
  },
};

interface Collection {
  readonly isWhole: boolean;
  readonly leftMb: number;
}

/** A line of `--trace-gc`: its kind, then the heap before and after, in MB. */
function readCollection(line: string): Collection | null {
  const [, kind, leftMb] = /: (Scavenge|Mark-Compact).*? -> (\d+\.\d+) \(/.exec(line) ?? [];
  return leftMb === undefined ? null : { isWhole: kind === 'Mark-Compact', leftMb: Number(leftMb) };
}

/** By how much each collection of young objects has left more than the one before it. */
function survivingMb(collections: readonly Collection[]): number {
  let sum = 0;
  for (const [index, { isWhole, leftMb }] of collections.entries()) {
    const previous = collections[index - 1];
    if (!isWhole && previous !== undefined) sum += Math.max(0, leftMb - previous.leftMb);
  }
  return sum;
}
