import { readdirSync, readFileSync } from 'node:fs';
import type { Check, Findings } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../../graph-client.ts';
import { inLanes } from '../../measuring.ts';
import { openRawSocket, type RawSocket } from '../../raw-socket.ts';
import { startService } from '../../service.ts';
import { sendUpload } from '../../upload.ts';
import { everyMs, PROJECT, putArtifacts, putProjects, until } from '../../watched.ts';

const OPERATIONS = new URL('../../../../schema/operations/', import.meta.url);
const PAGES = 500;
const SHORT_PAGES = 50;
const COMPONENTS = 40;
const JOBS = 200;
const MIB = 1024 * 1024;

const EVERYTHING = `query ($after: String) { dubbingProjects(first: 500, after: $after) { totalCount pageInfo { hasNextPage endCursor } edges { cursor node {
  id name state status rawStatus sourceLanguage { code name } targetLanguage { code name } costMinutes createdAt
  mixingMode estimatedCompletionAt completedAt errorMessage output { videoUrl audioUrl } } } } }`;
const ALL_JOBS = `subscription ($ids: [ID!]!) { jobsUpdated(ids: $ids) { kind sequence isFinal freshness job { id name state } } }`;

/** Large, but nothing that a front end would not ask for: none of it is refused. */
export const honestClients: Check = {
  name: 'honest-clients',
  async run(findings, { isShort }) {
    await using sandbox = await startService();
    putProjects(sandbox, JOBS);
    putArtifacts(sandbox, JOBS);
    for (let number = 0; number < 500; number += 1)
      sandbox.account().putDubbingProject({ id: `done${number}`, name: `Done ${number}` });
    await using gateway = await startGatewayProcess({ service: sandbox, env: everyMs(5_000) });
    await using client = createGraphClient(gateway.url);
    await askExamples(findings, client);
    const { codes, data } = await client.ask(EVERYTHING);
    findings.atMost(`errors of a page of 500 with everything ${codes.slice(0, 3)}`, codes.length, 0, '');
    findings.atLeast('projects in it', data?.dubbingProjects?.edges?.length ?? 0, 500, '');
    await watchPages(findings, gateway, isShort ? SHORT_PAGES : PAGES);
    await upload(findings, gateway, isShort ? 1 : 49);
    findings.note('RSS at its highest', `${gateway.peakResidentMb().toFixed(0)} MB`);
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

/** Files come as multipart, and each deletion needs something to delete. */
const LEFT_OUT = /^(synthesize-speech|delete-)|-updated\./;

async function askExamples(findings: Findings, client: GraphClient): Promise<void> {
  const refused: string[] = [];
  const files = readdirSync(OPERATIONS).filter((file) => file.endsWith('.graphql') && !LEFT_OUT.test(file));
  for (const file of files) {
    const { codes } = await client.ask(readFileSync(new URL(file, OPERATIONS), 'utf8'));
    if (codes.length > 0) refused.push(`${file}: ${codes}`);
  }
  findings.atMost(`of ${files.length} examples refused ${refused.slice(0, 3)}`, refused.length, 0, '');
}

/** Pages of one user: each has a socket, forty components with a subscription each, and one of all jobs. */
async function watchPages(findings: Findings, { port }: GatewayProcess, count: number): Promise<void> {
  const sockets: RawSocket[] = [];
  const refused: string[] = [];
  let snapshots = 0;
  const onMessage = (message: Buffer): void => {
    const start = message.toString('latin1', 0, 400);
    if (start.includes('"type":"error"') || start.includes('"errors"')) refused.push(start);
    if (start.includes('"SNAPSHOT"')) snapshots += 1;
  };
  const ids = [
    ...Array.from({ length: JOBS / 2 }, (_, index) => `DubbingProject:p${index}`),
    ...Array.from({ length: JOBS / 2 }, (_, index) => `Artifact:a${index}`),
  ];
  await inLanes(count, 20, async () => {
    const socket = await openRawSocket({ port, onMessage, onClosed: (how) => refused.push(how) });
    sockets.push(socket);
    for (let component = 0; component < COMPONENTS - 1; component += 1) {
      const id = `p${component}`;
      socket.send({ id: String(component), type: 'subscribe', payload: { query: PROJECT, variables: { id } } });
    }
    socket.send({ id: 'jobs', type: 'subscribe', payload: { query: ALL_JOBS, variables: { ids } } });
  });
  const wanted = count * (COMPONENTS - 1 + JOBS);
  await until(
    () => snapshots >= wanted || refused.length > 0,
    'each component of each page has its first update',
    180_000,
  );
  findings.atMost(
    `refusals of ${count} pages with ${COMPONENTS} components and ${JOBS} jobs ${refused.slice(0, 2)}`,
    refused.length,
    0,
    '',
  );
  findings.atLeast('first updates', snapshots, wanted, '');
  for (const socket of sockets) socket.connection.destroy();
}

/** Ten files of nearly the most, in one operation. */
async function upload(findings: Findings, { url }: GatewayProcess, mib: number): Promise<void> {
  const { codes, result } = await sendUpload(url, { number: 1, text: 'Said once.', sizes: Array(10).fill(mib * MIB) });
  findings.atMost(`errors of an upload of 10 × ${mib} MB ${codes}`, codes.length, 0, '');
  findings.note('its answer', String(result?.__typename));
}
