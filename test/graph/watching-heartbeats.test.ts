import { describe, expect, it } from 'vitest';
import { startGateway, type TestGateway } from '../kit/gateway.ts';
import { createHandClock, type HandClock } from '../kit/hand-clock.ts';
import { artifact, listed } from '../kit/service-bodies.ts';
import { type Stream, subscribe } from '../kit/subscribe.ts';
import { STILL } from '../kit/watching.ts';

const SECOND_MS = 1000;
const ABOUT = 'kind sequence checkedAt freshness';

/** Every subscription, with its other arguments. */
const FIELDS = [
  ['dubbingProjectUpdated', 'id: "p1"'],
  ['dubbingProjectsUpdated', 'snapshot: true'],
  ['videoUpdated', 'id: "proj_demo/v1"'],
  ['artifactUpdated', 'id: "a1"'],
  ['jobsUpdated', 'ids: ["Artifact:a1"]'],
  ['balanceUpdated', ''],
  ['requestBudgetUpdated', ''],
] as const;

interface Started extends AsyncDisposable {
  readonly gateway: TestGateway;
  readonly clock: HandClock;
  /** Lets time pass, a second at a time, each with the answers of the service to what it is asked then. */
  pass(seconds: number): Promise<void>;
}

/** How many requests to the service have ended. */
const answered = ({ logLines }: TestGateway) => logLines.filter(({ msg }) => msg === 'upstream request').length;

/** @param askEverySeconds how long a look is awaited at the most */
async function start({ askEverySeconds = 4 } = {}): Promise<Started> {
  const clock = createHandClock();
  const interval = String(askEverySeconds * SECOND_MS);
  const gateway = await startGateway({
    clock,
    sandbox: { speed: STILL },
    env: {
      QUOTA_PER_MINUTE: '0',
      QUOTA_PER_DAY: '0',
      WATCH_MIN_INTERVAL_MS: interval,
      WATCH_MAX_INTERVAL_MS: interval,
      UPSTREAM_TIMEOUT_MS: '60000',
    },
  });
  gateway.serviceAnswers('/api/v1/projects', { projects: [listed('p1', { status: 'in_progress' })] });
  gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { status: 'UPLOADING' }));
  gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
  return {
    gateway,
    clock,
    async pass(seconds) {
      for (let second = 0; second < seconds; second += 1) {
        await clock.pass(SECOND_MS);
        // Round trips to the gateway: a request of the gateway to the service is sent meanwhile.
        for (let trip = 0; trip < 6; trip += 1) await gateway.ask('{ __typename }');
        while (answered(gateway) < gateway.sandbox.requests.length) await gateway.ask('{ __typename }');
      }
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  };
}

const watchArtifact = (gateway: TestGateway, selection: string, heartbeatSeconds: number): Stream =>
  subscribe(
    gateway,
    `subscription { artifactUpdated(id: "a1", heartbeatSeconds: ${heartbeatSeconds}) { ${ABOUT} artifact { ${selection} } } }`,
  );

const untaken = ({ untaken: answers }: Stream) => answers.map(({ data }) => Object.values(data)[0] as { kind: string });

describe('heartbeatSeconds', () => {
  it.each(FIELDS)('lets %s send that the service was asked and nothing has changed', async (field, args) => {
    await using started = await start();
    const { gateway, pass } = started;
    const open = (heartbeat: string) => {
      const given = [args, heartbeat].filter((text) => text !== '').join(' ');
      return subscribe(gateway, `subscription { ${field}${given === '' ? '' : `(${given})`} { ${ABOUT} } }`);
    };
    await using stream = open('heartbeatSeconds: 10');
    await using silent = open('');
    const snapshot = await stream.update();
    expect(await silent.update()).toMatchObject({ kind: 'SNAPSHOT' });
    await pass(9);
    expect(untaken(stream)).toEqual([]);
    await pass(24);
    const updates = untaken(stream) as { kind: string; checkedAt: string; sequence: number }[];
    expect(updates).toMatchObject([1, 2, 3].map((sequence) => ({ kind: 'CHECKED', sequence, freshness: 'LIVE' })));
    const looks = [snapshot, ...updates].map(({ checkedAt }) => checkedAt);
    expect([...new Set(looks)].toSorted()).toEqual(looks);
    expect(silent.untaken).toEqual([]);
  });

  it.each(FIELDS)('of %s is refused outside of 10 to 600', async (field, args) => {
    await using gateway = await startGateway();
    for (const seconds of [-1, 0, 9, 601]) {
      await using stream = subscribe(
        gateway,
        `subscription { ${field}(${args} heartbeatSeconds: ${seconds}) { kind } }`,
      );
      const [error] = (await stream.next()).errors;
      expect(error?.extensions.code).toBe('BAD_USER_INPUT');
      expect(error?.message).toContain('heartbeatSeconds');
    }
  });

  it('sends nothing as long as the service is not asked, then one update for the look', async () => {
    await using started = await start({ askEverySeconds: 30 });
    const { gateway, pass } = started;
    await using stream = watchArtifact(gateway, 'name', 10);
    await stream.update();
    gateway.upstreamRequests();
    await pass(25);
    expect(gateway.upstreamRequests()).toEqual([]);
    expect(untaken(stream)).toEqual([]);
    await pass(15);
    expect(gateway.upstreamRequests()).toHaveLength(1);
    expect(untaken(stream)).toMatchObject([{ kind: 'CHECKED', sequence: 1 }]);
  });

  it('counts from the previous update, and not from a change that the selection does not show', async () => {
    await using started = await start();
    const { gateway, pass } = started;
    await using names = watchArtifact(gateway, 'name', 10);
    await using ids = watchArtifact(gateway, 'id', 10);
    await Promise.all([names.update(), ids.update()]);
    gateway.serviceAnswers('/api/v1/artifacts/a1', artifact('a1', { status: 'UPLOADING', name: 'Harbour' }));
    await pass(9);
    expect(await names.update()).toMatchObject({ kind: 'CHANGED', sequence: 1, artifact: { name: 'Harbour' } });
    await pass(3);
    expect(untaken(names)).toEqual([]);
    expect(untaken(ids)).toMatchObject([{ kind: 'CHECKED', sequence: 1 }]);
    await pass(8);
    expect(untaken(names)).toMatchObject([{ kind: 'CHECKED', sequence: 2 }]);
  });

  it('sends nothing while the service fails', async () => {
    await using started = await start();
    const { gateway, pass } = started;
    await using stream = watchArtifact(gateway, 'name', 10);
    await stream.update();
    gateway.serviceAnswers('/api/v1/artifacts/a1', {}, 500);
    await pass(8);
    expect(await stream.updateWhere(({ kind }) => kind === 'FRESHNESS')).toMatchObject({ freshness: 'STALE' });
    await pass(30);
    expect(untaken(stream)).toEqual([]);
  });

  it('is one for each job of jobsUpdated', async () => {
    await using started = await start();
    const { gateway, pass } = started;
    await using stream = subscribe(
      gateway,
      `subscription { jobsUpdated(ids: ["Artifact:a1", "Video:proj_demo/v1"], heartbeatSeconds: 10) { ${ABOUT} job { id } } }`,
    );
    await Promise.all([stream.update(), stream.update()]);
    await pass(13);
    expect(untaken(stream).toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b)))).toMatchObject([
      { kind: 'CHECKED', sequence: 2 },
      { kind: 'CHECKED', sequence: 3 },
    ]);
    expect(new Set(stream.untaken.map(({ data }) => data.jobsUpdated.job.id)).size).toBe(2);
  });

  it('leaves no timer behind when its readers leave', async () => {
    await using started = await start();
    const { gateway, clock, pass } = started;
    const idle = clock.timers;
    const streams = [
      watchArtifact(gateway, 'name', 600),
      ...FIELDS.slice(-2).map(([field]) =>
        subscribe(gateway, `subscription { ${field}(heartbeatSeconds: 600) { kind } }`),
      ),
    ];
    await Promise.all(streams.map((stream) => stream.update()));
    expect(clock.timers).toBeGreaterThan(idle);
    for (const stream of streams) stream.close();
    await expect
      .poll(async () => {
        await pass(1);
        return clock.timers;
      })
      .toBeLessThanOrEqual(idle);
  });
});
