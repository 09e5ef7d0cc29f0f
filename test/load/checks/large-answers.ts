import type { Check } from '../check.ts';
import { startGatewayProcess } from '../gateway-process.ts';
import { createGraphClient } from '../graph-client.ts';
import { inLanes, settled } from '../measuring.ts';
import { startService } from '../service.ts';

const LANES = 2;
const HEAP_MB = 512;
const GROWTH_MB = 250;
/** A dozen megabytes of the service's answers are remembered, which takes three times as much, and the details of some projects. */
const LIVE_MB = 60;
const SETTLING_MS = 10_000;
/** Those of a film of five hours. */
const SEGMENTS = 5_000;
/** More than an operation may read. */
const PROJECTS_OF_PAGE = 60;

/** Projects with long scripts, each read once: what is remembered of them, and what an operation reads, is bounded in bytes. */
export const largeAnswers: Check = {
  name: 'large-answers',
  async run(findings, { isShort }) {
    await using sandbox = await startService();
    await using gateway = await startGatewayProcess({
      service: sandbox,
      nodeOptions: [`--max-old-space-size=${HEAP_MB}`],
      looksInside: true,
    });
    await using client = createGraphClient(gateway.url);
    await client.ask('{ dubbingProjects { nodes { name } } options { targetLanguages { name } } }');
    sandbox.misfortune({ on: { path: /^\/api\/v1\/projects\/film-/ }, times: Infinity, answer: longProject() });
    const [before, liveBefore] = [gateway.residentMb(), await gateway.heapMb()];
    const failed: string[] = [];
    await inLanes(isShort ? 100 : 400, LANES, async (number) => {
      const { text } = await client.post(query(`p: ${project(number)}`));
      if (!text.includes('"rawStatus":"ready"')) failed.push(text.slice(0, 200));
    });
    findings.atMost(`projects that were not answered ${failed.slice(0, 1)}`, failed.length, 0, '');
    findings.atMost('RSS growth', gateway.residentMb() - before, GROWTH_MB, 'MB');
    const most = liveBefore + LIVE_MB;
    findings.atMost('heap, once it has settled', await settled(() => gateway.heapMb(), most, SETTLING_MS), most, 'MB');

    const page = Array.from({ length: PROJECTS_OF_PAGE }, (_, index) => `p${index}: ${project(`page-${index}`)}`);
    const { text } = await client.post(query(page.join(' ')));
    findings.atLeast('pages that were refused for what they read', text.includes('"limit":"readBytes"') ? 1 : 0, 1, '');
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
  },
};

const query = (fields: string): string => JSON.stringify({ query: `{ ${fields} }` });

const project = (id: number | string): string => `dubbingProject(id: "film-${id}") { rawStatus output { videoUrl } }`;

function longProject() {
  const script = Array.from({ length: SEGMENTS }, (_, index) => ({
    start_ms: index * 3_600,
    end_ms: index * 3_600 + 3_000,
    text: `Line ${index}, in which somebody says as much as one says in three seconds`,
    speaker_id: 1,
  }));
  const body = {
    ...{ project_id: 'film', name: 'A film', status: 'ready', source_lang: 'en-US', target_lang: 'fr-FR' },
    ...{ cost_minutes: 300, created_date: '2026-01-01T00:00:00Z', completion_date: '2026-01-02T00:00:00Z' },
    ...{ output_video_url: 'https://cdn.example.test/film.mp4', output_target_speakers: [] },
    ...{ output_source_script: script, output_target_script: script },
  };
  return { status: 200, body: JSON.stringify(body) };
}
