import { describe, expect, it, vi } from 'vitest';
import { MISHAP_WORDS } from '../../src/sandbox/faults.ts';
import { KEYS } from '../kit/gateway.ts';
import { createHandClock } from '../kit/hand-clock.ts';
import { type Stream, subscribe, TRANSPORTS } from '../kit/subscribe.ts';
import {
  finished,
  PATIENCE,
  running,
  runningProject,
  SPEED,
  STILL,
  startWatching,
  timesAsked,
  watch,
} from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

/** The words of the sandbox's misfortunes, and what only the gateway may know: none of it may reach a client. */
const SERVICES_WORDS =
  /worker\.js|lb\.js|balancer|Bad Gateway|<html|Internal Server Error|ECONN|127\.0\.0\.1|key-of|Refused by/;

const QUICK = { UPSTREAM_TIMEOUT_MS: '15000' };
/** Only these fail by the time limit of a request. */
const NEVER_ANSWERED = ['timeout', 'stalled'];
/** Those that say something of the key, or that only delay. */
const REFUSALS = ['unauthorized', 'bad-token', 'forbidden', 'not-enabled', 'rate-limited', 'slow-answer'];
const FAILURES = MISHAP_WORDS.map(({ word }) => word).filter((word) => !REFUSALS.includes(word));

describe('While the service fails', () => {
  it.concurrent.for(FAILURES)(
    'by `%s`, who watches is told once that what is known is old, and once that it no longer is',
    async (word, { expect }) => {
      await using gateway = await startWatching({ env: NEVER_ANSWERED.includes(word) ? QUICK : {} });
      const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', name: 'Trailer', work: running() });
      await using stream = watch.artifact(gateway, 'a1', 'status', {});
      expect(await stream.update()).toMatchObject({ freshness: 'LIVE' });
      artifact.name = `Trailer, read-${word}`;
      const stale = await stream.update();
      expect(stale).toMatchObject({
        kind: 'FRESHNESS',
        sequence: 1,
        freshness: 'STALE',
        isFinal: false,
        artifact: { status: 'UPLOAD_STARTED' },
      });
      const before = timesAsked(gateway);
      await expect.poll(() => timesAsked(gateway), PATIENCE).toBeGreaterThan(before + 1);
      expect(stream.untaken).toEqual([]);
      artifact.name = 'Trailer';
      const live = await stream.update();
      expect(live).toMatchObject({ kind: 'FRESHNESS', sequence: 2, freshness: 'LIVE' });
      expect(Date.parse(live.checkedAt)).toBeGreaterThan(Date.parse(stale.checkedAt));
      expect(JSON.stringify([stale, live])).not.toMatch(SERVICES_WORDS);
    },
  );

  it.each(TRANSPORTS)('a change that is found afterwards comes as one update, over %s', async (transport) => {
    await using gateway = await startWatching({ env: QUICK });
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', name: 'Trailer', work: running() });
    await using stream = watch.artifact(gateway, 'a1', 'status', { transport });
    await stream.update();
    artifact.name = 'Trailer, read-error-500';
    expect(await stream.update()).toMatchObject({ kind: 'FRESHNESS', freshness: 'STALE' });
    artifact.name = 'Trailer';
    artifact.work = finished();
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      freshness: 'LIVE',
      isFinal: true,
      previousStatus: 'UPLOAD_STARTED',
      artifact: { status: 'UPLOAD_COMPLETED' },
    });
    expect(await stream.rest()).toEqual({ answers: [], end: { how: 'complete' } });
  });

  it('the list, a video and the balance are told of it like an artifact', async () => {
    await using gateway = await startWatching({ env: QUICK, sandbox: { speed: STILL } });
    runningProject(gateway, 'p1');
    gateway.sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1' });
    const streams: Stream[] = [
      watch.dubbingProject(gateway, 'p1', 'status'),
      watch.dubbingProjects(gateway, 'status'),
      watch.video(gateway, 'proj_demo/v1', 'progress { hasError }'),
      watch.balance(gateway),
    ];
    await Promise.all(streams.map((stream) => stream.update()));
    let isBroken = true;
    gateway.sandbox.misfortune({
      on: {},
      times: Number.POSITIVE_INFINITY,
      answer: { kind: 'body', edit: (body) => (isBroken ? '<html>' : body) },
    });
    for (const stream of streams)
      expect(await stream.update()).toMatchObject({ kind: 'FRESHNESS', freshness: 'STALE' });
    isBroken = false;
    for (const stream of streams) expect(await stream.update()).toMatchObject({ kind: 'FRESHNESS', freshness: 'LIVE' });
  });

  it.each(TRANSPORTS)(
    'from the start, that is told as an error, and the state as soon as there is one, over %s',
    async (transport) => {
      await using gateway = await startWatching({ env: QUICK });
      const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', name: 'read-error-500', work: running() });
      await using stream = watch.artifact(gateway, 'a1', 'status', { transport });
      const { data, errors } = await stream.next();
      expect(data).toEqual({ artifactUpdated: null });
      expect(errors).toMatchObject([{ path: ['artifactUpdated'], extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
      expect(JSON.stringify(errors)).not.toMatch(SERVICES_WORDS);
      artifact.name = 'Trailer';
      expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', sequence: 0, freshness: 'LIVE' });
    },
  );
});

describe('While the quota is used up', () => {
  it.each(TRANSPORTS)(
    'by the word of the service, nothing is sent, and who watches is told so, over %s',
    async (transport) => {
      await using gateway = await startWatching();
      runningProject(gateway, 'p1');
      await using stream = watch.dubbingProject(gateway, 'p1', 'status', { transport });
      await stream.update();
      gateway.sandbox.misfortune({
        on: { path: '/api/v1/projects' },
        answer: {
          status: 429,
          headers: { 'retry-after': '3' },
          contentType: 'application/json',
          body: '{"error":"Too Many Requests"}',
        },
      });
      expect(await stream.update()).toMatchObject({ kind: 'FRESHNESS', freshness: 'THROTTLED', isFinal: false });
      const asked = timesAsked(gateway);
      expect(await stream.update()).toMatchObject({ kind: 'FRESHNESS', freshness: 'LIVE' });
      // By the sandbox's clock: the refused request, and the next that was sent.
      const [refused, next] = gateway.sandbox.requests.slice(asked - 1).map(({ receivedAt }) => receivedAt);
      expect((next! - refused!) * SPEED).toBeGreaterThanOrEqual(2900);
    },
  );

  it('by the gateway’s own count, who watches keeps the last state known', async () => {
    await using gateway = await startWatching({ env: { QUOTA_PER_MINUTE: '60' } });
    runningProject(gateway, 'p1');
    await using stream = watch.dubbingProject(gateway, 'p1', 'status', {});
    expect(await stream.update()).toMatchObject({ freshness: 'LIVE' });
    // Interactive requests come first, and use it up.
    for (let asked = 0; asked < 62; asked += 1) await gateway.ask('{ balance { minutes } }');
    expect(await stream.update()).toMatchObject({
      kind: 'FRESHNESS',
      freshness: 'THROTTLED',
      project: { status: 'IN_PROGRESS' },
    });
    expect(timesAsked(gateway)).toBeLessThanOrEqual(60);
  });
});

describe('A key that the service refuses', () => {
  it.each(TRANSPORTS)('ends the stream with a code, over %s', async (transport) => {
    await using gateway = await startWatching();
    const artifact = gateway.sandbox.account().putArtifact({ id: 'a1', name: 'Trailer', work: running() });
    await using stream = watch.artifact(gateway, 'a1', 'status', { transport });
    await stream.update();
    artifact.name = 'Trailer, read-unauthorized';
    const { answers } = await stream.rest();
    expect(answers.at(-1)?.errors).toMatchObject([{ extensions: { code: 'SERVICE_KEY_REJECTED' } }]);
    expect(JSON.stringify(answers)).not.toMatch(SERVICES_WORDS);
  });

  it('that nobody has proven, in `passthrough`, is not watched for ever while the service fails', async () => {
    const clock = createHandClock();
    const env = { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' };
    await using gateway = await startWatching({ env, clock });
    const pass = async (seconds: number) => {
      for (let second = 0; second < seconds; second += 1) {
        await clock.pass(1000);
        for (let trip = 0; trip < 2; trip += 1) await gateway.ask('{ __typename }', { key: KEYS[0] });
      }
    };
    const proven = subscribe(gateway, 'subscription { balanceUpdated { kind } }', { key: KEYS[0] });
    await proven.update();
    gateway.serviceAnswers('/api/v1/balance', {}, 500);
    await using stream = subscribe(gateway, 'subscription { balanceUpdated { kind } }', { key: 'invented' });
    await pass(120);
    const { answers, end } = await stream.rest();
    expect(answers.at(-1)?.errors).toMatchObject([{ extensions: { code: 'UPSTREAM_UNAVAILABLE' } }]);
    expect(end).toEqual({ how: 'complete' });
    expect(gateway.sandbox.requests.filter(({ key }) => key === 'invented')).toHaveLength(5);
    gateway.serviceAnswers('/api/v1/balance', { balance_minutes: 7 });
    await pass(300);
    expect(await proven.updateWhere(({ kind }) => kind === 'CHANGED')).toMatchObject({ kind: 'CHANGED' });
    proven.close();
  });

  it.each(TRANSPORTS)('is the caller’s affair in `passthrough`, over %s', async (transport) => {
    await using gateway = await startWatching({ env: { AUTH_MODE: 'passthrough', DUBBING_API_KEY: '' } });
    await using stream = subscribe(gateway, 'subscription { balanceUpdated { kind } }', {
      transport,
      key: 'no-such-key',
    });
    const { answers } = await stream.rest();
    expect(answers.at(-1)?.errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
  });
});
