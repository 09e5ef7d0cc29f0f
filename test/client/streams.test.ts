import { describe, expect, it } from 'vitest';
import { createDubbing } from '../../schema/client/core/index.ts';
import { RetranslateDubbingProjectDocument } from '../../schema/client/core/operations.generated.ts';
import { afterWrite } from '../../schema/client/react/after-write.ts';
import { createPageStreams, type PageStreams } from '../../schema/client/react/page-streams.ts';
import { codeOf } from '../../schema/client/screen/index.ts';
import { startSandbox } from '../../src/sandbox/index.ts';
import { makeToken, startTokensGateway } from '../auth/tokens-gateway.ts';
import { freePort } from '../kit/free-port.ts';
import { KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { finished, PATIENCE, running, startWatching } from '../kit/watching.ts';

/** The streams of a page without a cache. */
function openPage({ url }: Pick<TestGateway, 'url'>, getToken: () => string | null = () => null) {
  const dubbing = createDubbing({ url: `${url}/graphql`, getToken });
  const streams = createPageStreams(dubbing, dubbing.subscribe);
  return Object.assign(streams, { dubbing, [Symbol.dispose]: () => dubbing.close() });
}

const stateOf = (streams: PageStreams, id: string) => streams.jobs.get().get(id)?.update?.job.state;

const subscriptionsOf = (gateway: TestGateway) =>
  gateway.logLines.filter(({ msg }) => msg === 'subscription').map(({ operation }) => operation);

describe('The jobs of a page', () => {
  it('are one subscription, whoever asks for them, and another one only for an id that is new', async () => {
    await using gateway = await startWatching();
    for (const id of ['1', '2', '3']) gateway.sandbox.account().putDubbingProject({ id, name: id, work: running() });
    using page = openPage(gateway);
    page.jobs.watch(['DubbingProject:1']);
    page.jobs.watch(['DubbingProject:1', 'DubbingProject:2']);
    await expect.poll(() => stateOf(page, 'DubbingProject:2'), PATIENCE).toBe('RUNNING');
    page.jobs.watch(['DubbingProject:2'])();
    expect(subscriptionsOf(gateway)).toEqual(['WatchJobs']);
    page.jobs.watch(['DubbingProject:3']);
    await expect.poll(() => stateOf(page, 'DubbingProject:3'), PATIENCE).toBe('RUNNING');
    expect(subscriptionsOf(gateway)).toEqual(['WatchJobs', 'WatchJobs']);
  });

  it('have the error of an id that does not exist, or is none, at that id alone', async () => {
    await using gateway = await startWatching();
    gateway.sandbox.account().putDubbingProject({ id: '1', name: 'One', work: running() });
    using page = openPage(gateway);
    page.jobs.watch(['DubbingProject:1', 'Video:proj_1/none', '1004']);
    await expect.poll(() => page.jobs.get().get('Video:proj_1/none')?.error?.message, PATIENCE).toMatch(/\w+/);
    expect(codeOf(page.jobs.get().get('Video:proj_1/none')?.error)).toBe('NOT_FOUND');
    await expect.poll(() => stateOf(page, 'DubbingProject:1'), PATIENCE).toBe('RUNNING');
    expect(page.jobs.get().get('1004')?.error?.message).toBe('"1004" is not the global id of a job.');
    expect(codeOf(page.jobs.get().get('1004')?.error)).toBe('BAD_USER_INPUT');
  });

  it('are watched again after a re-translation', async () => {
    await using gateway = await startGateway({ env: { WATCH_MIN_INTERVAL_MS: '100', QUOTA_PER_MINUTE: '0' } });
    using page = openPage(gateway);
    page.jobs.watch(['DubbingProject:1001']);
    await expect.poll(() => stateOf(page, 'DubbingProject:1001'), PATIENCE).toBe('DONE');
    const outcome = await page.dubbing.write(RetranslateDubbingProjectDocument, {
      input: {
        id: '1001',
        targetScript: [{ startMs: 0, endMs: 2400, text: 'Bonjour.', speakerId: 1 }],
        targetSpeakers: [{ speakerId: 1, voiceKey: 'soundalike', style: 'feminine' }],
      },
    });
    afterWrite(outcome, page, () => undefined);
    await expect.poll(() => stateOf(page, 'DubbingProject:1001'), PATIENCE).toBe('RUNNING');
  });
});

describe('The jobs of a page that lost its connection', () => {
  it('are watched again, because a re-translation may have begun', async () => {
    await using sandbox = await startSandbox({ keys: KEYS, populate: false });
    const project = sandbox.account().putDubbingProject({ id: '1', name: 'One', work: finished() });
    const service = { DUBBING_API_URL: sandbox.dubbingUrl, STUDIO_API_URL: sandbox.studioUrl };
    const options = { env: { ...service, PORT: String(await freePort()) }, sandbox: { populate: false } };
    const first = await startGateway(options);
    using page = openPage(first);
    page.jobs.watch(['DubbingProject:1']);
    await expect.poll(() => stateOf(page, 'DubbingProject:1'), PATIENCE).toBe('DONE');
    // The subscription of the job has completed: the page needs another one to have a connection.
    page.budget.read(() => undefined);
    await expect.poll(() => page.dubbing.status.get().connection, PATIENCE).toBe('open');
    await first[Symbol.asyncDispose]();
    await expect.poll(() => page.dubbing.status.get().connection, PATIENCE).toBe('lost');
    expect(stateOf(page, 'DubbingProject:1')).toBe('DONE');
    project.work = running();
    await using _second = await startGateway(options);
    await expect.poll(() => stateOf(page, 'DubbingProject:1'), PATIENCE).toBe('RUNNING');
  });
});

describe('The streams of a page', () => {
  it('begin again by themselves after a sign-in', async () => {
    const [gone, next] = [makeToken('gone', ['read']), makeToken('next', ['read', 'write'])];
    await using gateway = await startTokensGateway([gone, next], {
      env: { WATCH_MIN_INTERVAL_MS: '100', WATCH_MAX_INTERVAL_MS: '200', QUOTA_PER_MINUTE: '0', QUOTA_PER_DAY: '0' },
      sandbox: { populate: false },
    });
    const project = gateway.sandbox.account().putDubbingProject({ id: '1', name: 'One', work: running() });
    let { token } = gone;
    using page = openPage(gateway, () => token);
    page.jobs.watch(['DubbingProject:1']);
    page.balance.read(() => undefined);
    page.viewer.read(() => undefined);
    const scopes = () => page.viewer.get().update?.viewer?.scopes;
    await expect.poll(() => stateOf(page, 'DubbingProject:1'), PATIENCE).toBe('RUNNING');
    await expect.poll(scopes, PATIENCE).toEqual(['read']);
    await gateway.writeTokens([next.entry]);
    await expect.poll(() => page.dubbing.status.get().connection, PATIENCE).toBe('refused');
    expect(page.balance.get().error?.message).toBe('The gateway does not accept the token.');
    project.work = finished();
    token = next.token;
    page.dubbing.reconnect();
    await expect.poll(() => stateOf(page, 'DubbingProject:1'), PATIENCE).toBe('DONE');
    await expect.poll(() => page.balance.get(), PATIENCE).toMatchObject({ error: null, update: { kind: 'SNAPSHOT' } });
    await expect.poll(scopes, PATIENCE).toEqual(['read', 'write']);
  });

  it('that were opened while the token was refused begin again once the same token is accepted', async () => {
    const [token, other] = [makeToken('web', ['read']), makeToken('other', ['read'])];
    await using gateway = await startTokensGateway([token, other], { sandbox: { populate: false } });
    gateway.sandbox.account().putDubbingProject({ id: '1', name: 'One', work: finished() });
    using page = openPage(gateway, () => token.token);
    const leave = page.balance.read(() => undefined);
    await expect.poll(() => page.dubbing.status.get().connection, PATIENCE).toBe('open');
    await gateway.writeTokens([other.entry]);
    await expect.poll(() => page.dubbing.status.get().connection, PATIENCE).toBe('refused');
    leave();
    page.jobs.watch(['DubbingProject:1']);
    const entry = () => page.jobs.get().get('DubbingProject:1');
    await expect.poll(() => entry()?.error?.message, PATIENCE).toBe('The gateway does not accept the token.');
    await gateway.writeTokens([token.entry, other.entry]);
    // That the file counts takes a moment, in which the token may be refused again.
    const signIn = () => {
      page.dubbing.reconnect();
      return entry()?.update?.job.state;
    };
    await expect.poll(signIn, { ...PATIENCE, interval: 1_000 }).toBe('DONE');
    expect(entry()?.error).toBeNull();
  });
});
