import { SEEDED } from '../../../src/sandbox/seeded.ts';
import type { Check } from '../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../graph-client.ts';
import { settled } from '../measuring.ts';
import { startService } from '../service.ts';

const FIRST_ANSWERS_MB = 150;
/** Of both together: how much of it is GraphiQL's depends on when the garbage of the first answers is collected. */
const WITH_GRAPHIQL_MB = FIRST_ANSWERS_MB + 40;
/** Garbage is collected, and the memory of the thread that renders the page given back, a little later. */
const SETTLING_MS = 10_000;
const VISITS = 20;

/** The gateway's memory with a real service's address, up to its first answers, and with GraphiQL. */
export const memoryFirst: Check = {
  name: 'memory-first',
  async run(findings) {
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({ service: sandbox });
    await using client = createGraphClient(gateway.url);
    const tell = (when: string) => findings.note(`RSS ${when}`, `${gateway.residentMb().toFixed(0)} MB`);

    tell('once it listens');
    await answered(client, '{ balance { minutes } }');
    tell('after the first answer');
    await answered(client, '{ options { sourceLanguages { code } targetLanguages { code name } } }');
    await answered(client, '{ voices(first: 500) { totalCount nodes { id name style language { code name } } } }');
    tell('after options and voices');
    await answered(client, '{ dubbingProjects { totalCount nodes { id name status state createdAt } } }');
    await answered(client, DUBBING_PROJECT, { id: SEEDED.dubbingProjects.ready });
    await answered(client, VIDEO, { id: `${SEEDED.studioProjects.demo}/${SEEDED.videos.dubbingRunning}` });
    const settledMb = (bound: number) => settled(() => gateway.residentMb(), bound, SETTLING_MS);
    findings.atMost('RSS after the first answers', await settledMb(FIRST_ANSWERS_MB), FIRST_ANSWERS_MB, 'MB');

    await visitGraphiql(gateway);
    tell('after the first visit of GraphiQL');
    for (let visit = 0; visit < VISITS; visit += 1) await visitGraphiql(gateway);
    tell(`after ${VISITS} more`);
    findings.atMost('RSS with GraphiQL', await settledMb(WITH_GRAPHIQL_MB), WITH_GRAPHIQL_MB, 'MB');
    findings.note('peak RSS, while its page is rendered', `${gateway.peakResidentMb().toFixed(0)} MB`);
  },
};

const DUBBING_PROJECT = `query ($id: ID!) {
  dubbingProject(id: $id) { id name output { targetScript { text speaker { voice { name } } } } }
}`;
const VIDEO = `query ($id: ID!) {
  video(id: $id) { id name state progress { languages { language { code } phase pendingOn eta } } }
}`;

async function answered(client: GraphClient, query: string, variables?: unknown): Promise<void> {
  const { data, codes } = await client.ask(query, variables);
  if (codes.length > 0 || Object.values(data).includes(null)) throw new Error(`${query} was answered with ${codes}`);
}

async function visitGraphiql({ url }: GatewayProcess): Promise<void> {
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' };
  const response = await fetch(`${url}/graphql`, { headers });
  await response.arrayBuffer();
  if (!response.ok || response.headers.get('content-encoding') !== 'gzip') throw new Error('That was not the page.');
}
