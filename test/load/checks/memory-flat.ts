import type { Check, Findings } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import { inLanes, quantile, settled } from '../measuring.ts';
import { type Question, questionOf } from '../query-mix.ts';
import { startService } from '../service.ts';

const LANES = 16;
/** Before anything is measured: until then the heap and the compiled code grow to their size. */
const WARM_UP = 5_000;
const FIFTHS = 5;
const SAMPLES_A_FIFTH = 10;
/** Growth of the median from the second fifth to the last. */
const GROWTH_PERCENT = 10;
const ABORTED_AFTER_MS = 1;
/** After the last answer the gateway keeps its connections to the service for some seconds. */
const CLOSING_MS = 20_000;

/** Callers of all kinds, and memory that does not grow with how many they were. */
export const memoryFlat: Check = {
  name: 'memory-flat',
  run: (findings, { isShort }) => staysFlat(findings, { queries: isShort ? 5_000 : 100_000 }),
};

/** Asks so many queries of the mix, and looks at what they leave behind. */
export async function staysFlat(
  findings: Findings,
  load: { readonly queries: number; readonly env?: Readonly<Record<string, string>> },
): Promise<void> {
  await using sandbox = await startService();
  await using gateway = await startGatewayProcess({ service: sandbox, env: load.env ?? {} });
  const filesBefore = gateway.openFiles();
  const wrong = new Set<string>();
  const medians: number[] = [];
  {
    await using client = createGraphClient(gateway.url);
    const ask = async (number: number): Promise<void> => {
      const fault = await judge(client, questionOf(number));
      if (fault !== null) wrong.add(fault);
    };
    await inLanes(WARM_UP, LANES, ask);
    for (let fifth = 0; fifth < FIFTHS; fifth += 1) {
      medians.push(await medianMb(gateway, load.queries / FIFTHS, WARM_UP + fifth * (load.queries / FIFTHS), ask));
    }
  }
  const [, second = Number.NaN] = medians;
  const last = medians.at(-1) ?? Number.NaN;
  findings.note('RSS, median of each fifth', `${medians.map((mb) => mb.toFixed(0)).join(', ')} MB`);
  findings.atMost('RSS growth from the second fifth to the last', (last / second - 1) * 100, GROWTH_PERCENT, '%');
  findings.atMost(`answers of ${load.queries} not as they should be ${[...wrong].slice(0, 3)}`, wrong.size, 0, '');
  const filesLeft = await settled(() => gateway.openFiles() - filesBefore, 0, CLOSING_MS);
  findings.atMost('files and sockets left open', filesLeft, 0, '');
  findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
}

/** The resident memory while so many queries from a number on are asked. */
async function medianMb(
  gateway: GatewayProcess,
  queries: number,
  from: number,
  ask: (number: number) => Promise<void>,
): Promise<number> {
  const samples: number[] = [];
  const sampleEvery = Math.ceil(queries / SAMPLES_A_FIFTH);
  await inLanes(queries, LANES, async (number) => {
    await ask(from + number);
    if (number % sampleEvery === 0) samples.push(gateway.residentMb());
  });
  return quantile(samples, 0.5);
}

/** The fault of the answer; null if it has none. */
async function judge(client: GraphClient, { body, code, isAborted }: Question): Promise<string | null> {
  if (isAborted) {
    await client.post(body, { signal: AbortSignal.timeout(ABORTED_AFTER_MS) }).catch(() => {});
    return null;
  }
  const { codes } = await client.post(body);
  const [found = null] = codes;
  return found === code ? null : `${body.slice(0, 100)} → ${found}`;
}
