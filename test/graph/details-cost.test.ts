import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { listed, readyProject } from '../kit/service-bodies.ts';
import { subscribe } from '../kit/subscribe.ts';
import { write } from '../kit/writing.ts';

const PAGE = '{ dubbingProjects { nodes { id name status completedAt output { videoUrl } } } }';
/** So long that the response cache holds nothing any more, and so short that nothing else has changed. */
const A_MOMENT_MS = 3000;
const MINUTE_MS = 60_000;
const IDS = Array.from({ length: 50 }, (_, index) => `p${index}`);

interface Paged {
  readonly gateway: TestGateway;
  readonly clock: HandClock;
  /** How many requests the page costs a moment later. */
  cost(headers?: Record<string, string>): Promise<number>;
}

/** A gateway whose service has 50 finished projects, and a clock that a test moves. */
async function startPaged() {
  const clock = createHandClock();
  const gateway = await startGateway({ clock, env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0' } });
  putList(gateway);
  for (const id of IDS) gateway.serviceAnswers(`/api/v1/projects/${id}`, readyProject());
  const cost = async (headers = {}) => {
    clock.skip(A_MOMENT_MS);
    const { errors, data } = await gateway.ask(PAGE, { headers });
    expect(errors).toEqual([]);
    expect(data.dubbingProjects.nodes).toHaveLength(IDS.length);
    return gateway.upstreamRequests().length;
  };
  const paged: Paged & AsyncDisposable = {
    gateway,
    clock,
    cost,
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
  return paged;
}

/** The list of the service, where some entries may differ. */
function putList({ serviceAnswers }: TestGateway, changes: Readonly<Record<string, object>> = {}) {
  serviceAnswers('/api/v1/projects', { projects: IDS.map((id) => listed(id, changes[id])) });
}

describe('a page of 50 finished projects with details', () => {
  it('costs 51 requests once, and 1 after that', async () => {
    await using paged = await startPaged();
    expect(await paged.cost()).toBe(51);
    expect(await paged.cost()).toBe(1);
    expect(await paged.cost()).toBe(1);
  });

  it('asks again for a project whose entry in the list has changed', async () => {
    await using paged = await startPaged();
    await paged.cost();
    putList(paged.gateway, { p7: { cost_minutes: 99 } });
    expect(await paged.cost()).toBe(2);
    expect(await paged.cost()).toBe(1);
  });

  it('is an hour old at most, and as new as can be with no-cache', async () => {
    await using paged = await startPaged();
    await paged.cost();
    paged.clock.skip(58 * MINUTE_MS);
    expect(await paged.cost()).toBe(1);
    paged.clock.skip(2 * MINUTE_MS);
    expect(await paged.cost()).toBe(51);
    expect(await paged.cost({ 'cache-control': 'no-cache' })).toBe(51);
  });

  it('asks again for a project that was re-translated through the gateway, whatever the list says', async () => {
    await using paged = await startPaged();
    await paged.cost();
    const receipt = { project_id: 'p3', cost_minutes: 0, balance_minutes: 1, translations_count: 1 };
    paged.gateway.serviceAnswers('/api/v1/projects/p3/translations', receipt);
    await write(paged.gateway, 'retranslateDubbingProject', {
      id: 'p3',
      targetScript: [{ startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 1 }],
      targetSpeakers: [{ speakerId: 1, voiceKey: 'soundalike', style: 'feminine' }],
    });
    paged.clock.skip(2 * MINUTE_MS);
    paged.gateway.upstreamRequests();
    expect(await paged.cost()).toBe(2);
  });

  it('costs nothing while the list is watched, running projects included, until an estimate has passed', async () => {
    await using paged = await startPaged();
    const { gateway, clock } = paged;
    const estimateAt = clock.now() + 5 * MINUTE_MS;
    putList(gateway, { p1: { status: 'in_progress' } });
    const running = { status: 'in_progress', estimated_completion_date: new Date(estimateAt).toISOString() };
    gateway.serviceAnswers('/api/v1/projects/p1', readyProject(running));
    await using stream = subscribe(gateway, 'subscription { dubbingProjectsUpdated { kind projects { id } } }');
    await stream.update();
    gateway.upstreamRequests();
    const page = '{ dubbingProjects { nodes { completedAt estimatedCompletionAt } } }';
    const costOf = async () => {
      await gateway.ask(page);
      return gateway.upstreamRequests().filter((line) => line !== 'GET /api/v1/projects').length;
    };
    expect(await costOf()).toBe(50);
    await clock.pass(A_MOMENT_MS);
    expect(await costOf()).toBe(0);
    await clock.pass(5 * MINUTE_MS);
    expect(await costOf()).toBeLessThanOrEqual(1);
  });

  it('is not kept where READ_MAX_AGE_MS=0 forbids keeping anything', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '0', QUOTA_PER_MINUTE: '0' } });
    putList(gateway);
    for (const id of IDS) gateway.serviceAnswers(`/api/v1/projects/${id}`, readyProject());
    for (const _ of [1, 2]) {
      await gateway.ask(PAGE);
      expect(gateway.upstreamRequests()).toHaveLength(51);
    }
  });
});
