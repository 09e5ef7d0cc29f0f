import { describe, expect, it } from 'vitest';
import { startGateway } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { artifact, listed, readyProject, video } from '../kit/service-bodies.ts';
import { subscribe } from '../kit/subscribe.ts';

const ALL = `{ balance { checkedAt } dubbingProjects { checkedAt nodes { checkedAt } } dubbingProject(id: "p1") { mixingMode checkedAt }
  video(id: "s1/v1") { name checkedAt } artifact(id: "a1") { checkedAt } }`;
const REQUESTS = 5;

async function start() {
  const clock = createHandClock();
  const gateway = await startGateway({ clock, env: { QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0' } });
  gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1')] });
  gateway.serviceAnswers('/api/v1/projects/p1', readyProject({ name: 'Episode p1' }));
  gateway.serviceAnswers('/api/v1/projects/s1/videos/v1', video('v1'));
  gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1'));
  return { clock, gateway };
}

const all = (at: string) => ({
  balance: { checkedAt: at },
  dubbingProjects: { checkedAt: at, nodes: [{ checkedAt: at }] },
  dubbingProject: { mixingMode: 'VOICEOVER_ONLY', checkedAt: at },
  video: { name: 'Video v1', checkedAt: at },
  artifact: { checkedAt: at },
});

describe('checkedAt', () => {
  it('is when the service was last asked, however often the same answer is read', async () => {
    const { clock, gateway } = await start();
    await using _ = gateway;
    const first = new Date(clock.now()).toISOString();
    expect((await gateway.ask(ALL)).data).toEqual(all(first));
    expect(gateway.upstreamRequests()).toHaveLength(REQUESTS);
    clock.skip(1000);
    expect((await gateway.ask(ALL)).data).toEqual(all(first));
    expect(gateway.upstreamRequests()).toEqual([]);

    clock.skip(60_000);
    const headers = { 'cache-control': 'no-cache' };
    const later = new Date(clock.now()).toISOString();
    expect((await gateway.ask(ALL, { headers })).data).toEqual(all(later));
  });

  it('costs no request, in a subscription neither', async () => {
    const { gateway } = await start();
    await using _ = gateway;
    await using stream = subscribe(
      gateway,
      'subscription { dubbingProjectsUpdated { checkedAt projects { id checkedAt } } }',
    );
    const { checkedAt, projects } = await stream.update();
    expect(projects).toEqual([{ id: 'DubbingProject:p1', checkedAt }]);
    expect(gateway.upstreamRequests()).toEqual(['GET /api/v1/projects']);
  });
});
