import type { Sandbox } from '../../../../src/sandbox/index.ts';
import type { Check } from '../../check.ts';
import { type GatewayProcess, startGatewayProcess } from '../../gateway-process.ts';
import { createGraphClient, type GraphClient } from '../../graph-client.ts';
import { startService } from '../../service.ts';
import { HEAVY } from '../bombs-documents.ts';

const KEYS = ['heavy', 'light'] as const;
const [HEAVY_KEY, LIGHT_KEY] = KEYS;
const ENV = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
const YIELD_MS = 200;
const CPU_MS = 1_000;
const ANSWER_MB = 64;
/** Whoever comes between is answered, and garbage is collected. */
const BESIDE_MS = 500;
const VOICES = 120;
const SEGMENTS = 5_000;
const MIB = 1024 * 1024;

const body = (query: string): string => JSON.stringify({ query });
const aliases = (count: number, field: string): string =>
  Array.from({ length: count }, (_, number) => `a${number}: ${field}`).join(' ');
const SCRIPT = 'targetScript { startMs endMs text speaker { voice { key name } style } }';

/** Lists that multiply, whose lengths nobody can know beforehand. */
const MULTIPLYING: Readonly<Record<string, string>> = {
  'voices of languages of voices': body(
    '{ language(code: "fr-FR") { voices { language { voices { language { voices { key } } } } } } }',
  ),
  'voices of the speakers of a long script': body(
    '{ dubbingProject(id: "long") { output { targetScript { speaker { voice { language { voices { language { voices { key } } } } } } } } } }',
  ),
  '99 times a long script': body(`{ dubbingProject(id: "long") { output { ${aliases(99, SCRIPT)} } } }`),
  '99 times the subtitles of a long script': body(
    `{ dubbingProject(id: "long") { output { ${aliases(99, 'subtitles(format: VTT)')} } } }`,
  ),
  'a page of 500 with every script': body(`{ dubbingProjects(first: 500) { nodes { name output { ${SCRIPT} } } } }`),
};

/** One operation at a time, as heavy as one may be: others have their turns between, and it ends. */
export const singleOperations: Check = {
  name: 'single-operations',
  async run(findings, { isShort }) {
    await using sandbox = await startService({ keys: [...KEYS] });
    furnish(sandbox);
    await using gateway = await startGatewayProcess({ service: sandbox, env: ENV });
    await using heavy = createGraphClient(gateway.url, HEAVY_KEY);
    await using light = createGraphClient(gateway.url, LIGHT_KEY);
    await warmUp(heavy, light);
    for (const [name, operation] of Object.entries({ ...HEAVY, ...MULTIPLYING })) {
      const { turnMs, cpuMs, bytes, end } = await watch(gateway, { heavy, light }, operation);
      findings.note(name, end);
      // The full form has a quiet machine; the short form runs wherever tests run.
      if (isShort)
        findings.note(
          '  computed before another had its turn, and in all',
          `${turnMs.toFixed(0)}, ${cpuMs.toFixed(0)} ms`,
        );
      else {
        findings.atMost('  computed before another had its turn', turnMs, YIELD_MS, 'ms');
        findings.atMost('  computed in all', cpuMs, CPU_MS + BESIDE_MS, 'ms');
      }
      findings.atMost('  its answer', bytes / MIB, ANSWER_MB, 'MB');
    }
    findings.atMost(`warnings and errors ${gateway.complaints.slice(0, 3)}`, gateway.complaints.length, 0, '');
    findings.atLeast('processes alive', gateway.isAlive() ? 1 : 0, 1, '');
  },
};

function furnish(sandbox: Sandbox): void {
  const account = sandbox.account(HEAVY_KEY);
  const script = Array.from({ length: SEGMENTS }, (_, number) => ({
    start_ms: number * 2_000,
    end_ms: number * 2_000 + 1_500,
    text: `Line ${number}, said by somebody.`,
    speaker_id: number % 6,
  }));
  const speakers = Array.from({ length: 6 }, (_, id) => ({
    speaker_id: id,
    voice_key: `voice-${id}`,
    style: 'feminine',
  }));
  account.putDubbingProject({
    id: 'long',
    name: 'Long',
    sourceScript: script,
    targetScript: script,
    targetSpeakers: speakers,
  });
  for (let number = 0; number < 500; number += 1)
    account.putDubbingProject({ id: `p${number}`, name: `Episode ${number}` });
  const voices = Array.from({ length: VOICES }, (_, id) => ({
    voice_key: `voice-${id}`,
    name: `Voice ${id}`,
    style: 'warm',
  }));
  const answer = {
    status: 200,
    contentType: 'application/json',
    body: JSON.stringify({ voices: { 'fr-FR': voices, 'en-US': voices } }),
  };
  sandbox.misfortune({ on: { path: '/api/v1/voices' }, times: Number.POSITIVE_INFINITY, answer });
}

/** Loading and compiling, and what is read once, are no cost of an operation. */
async function warmUp(...clients: readonly GraphClient[]): Promise<void> {
  for (const client of clients) {
    await client.ask(
      '{ balance { minutes } voices(first: 500) { nodes { key language { name } } } options { targetLanguages { code } } }',
    );
    await client.ask('{ dubbingProjects(first: 100) { nodes { name status } } }');
  }
}

interface Cost {
  /** The most that was computed while somebody else waited. */
  readonly turnMs: number;
  readonly cpuMs: number;
  readonly bytes: number;
  readonly end: string;
}

async function watch(
  gateway: GatewayProcess,
  { heavy, light }: Readonly<Record<'heavy' | 'light', GraphClient>>,
  operation: string,
): Promise<Cost> {
  const startedAt = gateway.cpuMs();
  let isOver = false;
  const answer = heavy.post(operation).finally(() => {
    isOver = true;
  });
  let turnMs = 0;
  do {
    const cpuAt = gateway.cpuMs();
    await light.ask('{ __typename }');
    turnMs = Math.max(turnMs, gateway.cpuMs() - cpuAt);
  } while (!isOver);
  const { text, codes } = await answer;
  return {
    turnMs,
    cpuMs: gateway.cpuMs() - startedAt,
    bytes: text.length,
    end: [...new Set(codes)].join() || 'answered',
  };
}
