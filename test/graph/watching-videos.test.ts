import { describe, expect, it, vi } from 'vitest';
import type { TestGateway } from '../kit/gateway.ts';
import { statusEntry } from '../kit/service-bodies.ts';
import { subscribe, TRANSPORTS } from '../kit/subscribe.ts';
import { finished, PATIENCE, runningProject, startWatching, timesAsked, updatesIn, watch } from '../kit/watching.ts';

vi.setConfig({ testTimeout: 90_000 });

const ITSELF = '/api/v1/projects/proj_demo/videos/v1';
const STATUS = `${ITSELF}/status`;

/** A video whose languages stand where a test puts them. */
function putVideo({ sandbox }: TestGateway, langs: object[]) {
  const video = sandbox.account().putVideo({ projectId: 'proj_demo', id: 'v1', name: 'Harbour' });
  const stand = (entries: object[]): void => {
    video.statusOverrides = { langs: entries };
  };
  stand(langs);
  return { video, stand };
}

const at = (lang: string, phase: string, over: object = {}) => statusEntry(lang, { phase, eta: null, ...over });
const CHANGES = 'changes { language { code } before { phase pendingOn isError } after { phase pendingOn isError } }';

describe.each(TRANSPORTS)('A video over %s', (transport) => {
  it('tells language by language what has moved since the update before', async () => {
    await using gateway = await startWatching();
    const { stand } = putVideo(gateway, [at('fr-FR', 'translation'), at('de-DE', 'translation')]);
    await using stream = watch.video(gateway, 'proj_demo/v1', CHANGES, { transport });
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', changes: [] });

    stand([at('fr-FR', 'voiceover'), at('de-DE', 'translation')]);
    expect(await stream.update()).toMatchObject({
      kind: 'CHANGED',
      sequence: 1,
      changes: [
        {
          language: { code: 'fr-FR' },
          before: { phase: 'TRANSLATION', pendingOn: 'SYSTEM', isError: false },
          after: { phase: 'VOICEOVER', pendingOn: 'SYSTEM', isError: false },
        },
      ],
    });

    stand([at('fr-FR', 'voiceover', { pendingOn: null, isError: true }), at('it-IT', 'translation')]);
    const { changes } = await stream.update();
    expect(changes).toHaveLength(3);
    expect(changes).toEqual(
      expect.arrayContaining([
        {
          language: { code: 'fr-FR' },
          before: { phase: 'VOICEOVER', pendingOn: 'SYSTEM', isError: false },
          after: { phase: 'VOICEOVER', pendingOn: null, isError: true },
        },
        {
          language: { code: 'de-DE' },
          before: { phase: 'TRANSLATION', pendingOn: 'SYSTEM', isError: false },
          after: null,
        },
        {
          language: { code: 'it-IT' },
          before: null,
          after: { phase: 'TRANSLATION', pendingOn: 'SYSTEM', isError: false },
        },
      ]),
    );
  });

  it('tells nothing of what has moved unseen, nor that nothing has', async () => {
    await using gateway = await startWatching();
    const { stand } = putVideo(gateway, [at('fr-FR', 'translation')]);
    const query = `subscription { videoUpdated(id: "proj_demo/v1") { sequence video { id } ${CHANGES} } }`;
    await using stream = subscribe(gateway, query, { transport });
    await stream.update();
    const looks = async () => {
      const before = timesAsked(gateway, STATUS);
      await expect.poll(() => timesAsked(gateway, STATUS), PATIENCE).toBeGreaterThan(before + 2);
    };
    stand([at('fr-FR', 'translation', { eta: '2026-01-02T05:04:05.000Z' })]);
    await looks();
    stand([at('fr-FR', 'voiceover')]);
    expect(await stream.update()).toMatchObject({ sequence: 1, changes: [{ after: { phase: 'VOICEOVER' } }] });
    stand([at('fr-FR', 'voiceover', { eta: '2026-01-02T05:04:05.000Z' })]);
    await looks();
    stand([at('fr-FR', 'mixing')]);
    const { sequence, changes } = await stream.update();
    expect([sequence, changes]).toEqual([
      2,
      [
        {
          language: { code: 'fr-FR' },
          before: { phase: 'VOICEOVER', pendingOn: 'SYSTEM', isError: false },
          after: { phase: 'MIXING', pendingOn: 'SYSTEM', isError: false },
        },
      ],
    ]);
  });

  it('that rests is settled, and its stream lives on: it can be taken up again', async () => {
    await using gateway = await startWatching();
    const { stand } = putVideo(gateway, [at('fr-FR', 'rendering')]);
    await using stream = watch.video(gateway, 'proj_demo/v1', 'progress { isSettled }', { transport });
    expect(await stream.update()).toMatchObject({ isFinal: false, progress: { isSettled: false } });
    stand([at('fr-FR', 'rendering', { pendingOn: 'editor' })]);
    expect(await stream.update()).toMatchObject({ isFinal: false, progress: { isSettled: true } });
    stand([at('fr-FR', 'rendering')]);
    expect(await stream.update()).toMatchObject({ isFinal: false, progress: { isSettled: false } });
  });

  it('is done once every language rests, for who wants it until then', async () => {
    await using gateway = await startWatching();
    const { stand } = putVideo(gateway, [at('fr-FR', 'rendering'), at('de-DE', 'rendering')]);
    const options = { transport, untilSettled: true };
    await using stream = watch.video(gateway, 'proj_demo/v1', 'progress { isSettled }', options);
    expect(await stream.update()).toMatchObject({ isFinal: false });
    stand([at('fr-FR', 'rendering', { pendingOn: 'editor' }), at('de-DE', 'rendering')]);
    stand([
      at('fr-FR', 'rendering', { pendingOn: 'editor' }),
      at('de-DE', 'rendering', { pendingOn: null, isError: true }),
    ]);
    const { answers, end } = await stream.rest();
    expect(updatesIn(answers).at(-1)).toMatchObject({
      isFinal: true,
      nextCheckAt: null,
      progress: { isSettled: true },
    });
    expect(end).toEqual({ how: 'complete' });

    await using late = watch.video(gateway, 'proj_demo/v1', 'progress { isSettled }', options);
    const { answers: all } = await late.rest();
    expect(updatesIn(all)).toMatchObject([{ kind: 'SNAPSHOT', isFinal: true }]);
  });
});

describe('Watching a video asks for the video itself', () => {
  const query = (selection: string) => `subscription ($yes: Boolean = true, $no: Boolean = false) {
    videoUpdated(id: "proj_demo/v1") { kind ${selection} }
  } fragment Title on Video { title: name } fragment Progress on Node { ... on Video { progress { isSettled } } }
    fragment Used on VideoUpdate { video { ...Title @skip(if: $yes) ...Progress } job { ...Title @include(if: $no) ...Progress } }`;

  it.each([
    ['the progress', '...Used progress { eta } changes { language { name } }'],
    ['the key', '...Used video { __typename id videoId project { id } }'],
    ['the key and the progress as any job', '...Used job { __typename id ... on Video { progress { hasError } } }'],
    ['what @skip and @include take out', '...Used job { name @skip(if: $yes) ... @include(if: $no) { state } }'],
    ['what is said of other types', '...Used job { ... on Artifact { name } ... on DubbingProject { name } }'],
  ])('not for %s', async (_title, selection) => {
    await using gateway = await startWatching();
    putVideo(gateway, [at('fr-FR', 'translation')]);
    await using stream = subscribe(gateway, query(selection));
    await stream.update();
    await expect.poll(() => timesAsked(gateway, STATUS), PATIENCE).toBeGreaterThan(8);
    expect(timesAsked(gateway, ITSELF)).toBe(0);
  });

  it.each([
    ['its name', '...Used video { name }', { video: { name: 'Harbour' } }],
    ['its name by another', '...Used video { ...Title @include(if: $yes) }', { video: { title: 'Harbour' } }],
    ['the name of any job', '...Used job { name }', { job: { name: 'Harbour' } }],
    ['the state of any job', '...Used job { ... on Job { state } }', { job: { state: 'RUNNING' } }],
    ['what an update of any job tells', '...Used ... on JobUpdate { job { name } }', { job: { name: 'Harbour' } }],
  ])('for %s, which it tells at first', async (_title, selection, told) => {
    await using gateway = await startWatching();
    putVideo(gateway, [at('fr-FR', 'translation')]);
    await using stream = subscribe(gateway, query(selection));
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', ...told });
    expect(timesAsked(gateway, ITSELF)).toBe(1);
  });

  it('when it has moved, so that its status is that of now', async () => {
    await using gateway = await startWatching();
    const { video, stand } = putVideo(gateway, [at('fr-FR', 'translation')]);
    video.status = 'new';
    await using stream = subscribe(gateway, query('...Used video { status } progress { languages { phase } }'));
    expect(await stream.update()).toMatchObject({ video: { status: 'NEW' } });
    video.status = 'completed';
    stand([at('fr-FR', 'rendering', { pendingOn: 'editor' })]);
    const update = await stream.updateWhere(({ video: { status } }) => status === 'COMPLETED');
    expect(update).toMatchObject({ progress: { languages: [{ phase: 'RENDERING' }] } });
  });
});

describe('Watching any of what a video tells of itself', () => {
  it('tells when that has changed, though no language has moved', async () => {
    await using gateway = await startWatching();
    const { video } = putVideo(gateway, [at('fr-FR', 'translation')]);
    await using stream = subscribe(gateway, 'subscription { videoUpdated(id: "proj_demo/v1") { kind job { name } } }');
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', job: { name: 'Harbour' } });
    video.name = 'Quay';
    expect(await stream.update()).toMatchObject({ kind: 'CHANGED', job: { name: 'Quay' } });
  });
});

describe('Watching a dubbing project', () => {
  const [LIST, ITSELF] = ['/api/v1/projects', '/api/v1/projects/p1'];
  const query = (selection: string) => `subscription { dubbingProjectUpdated(id: "p1") { kind ${selection} } }`;

  it.each([
    ['what the list has', 'previousStatus project { name status state costMinutes createdAt targetLanguage { name } }'],
    ['what the list has, as any job', 'job { id name state ... on DubbingProject { rawStatus } }'],
  ])('asks for the list alone for %s', async (_title, selection) => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1', { work: finished() });
    await using stream = subscribe(gateway, query(selection));
    await stream.rest();
    expect(gateway.upstreamRequests()).toEqual([`GET ${LIST}`]);
  });

  it.each([
    ['project { estimatedCompletionAt }', { project: { estimatedCompletionAt: expect.any(String) } }],
    ['job { ... on DubbingProject { mixingMode } }', { job: { mixingMode: 'VOICEOVER_WITH_ORIGINAL_TRACK' } }],
  ])('asks for the project itself for `%s`, once as long as nothing moves', async (selection, told) => {
    await using gateway = await startWatching();
    runningProject(gateway, 'p1');
    await using stream = subscribe(gateway, query(selection));
    expect(await stream.update()).toMatchObject({ kind: 'SNAPSHOT', ...told });
    await expect.poll(() => timesAsked(gateway, LIST), PATIENCE).toBeGreaterThan(8);
    expect(timesAsked(gateway, ITSELF)).toBe(1);
  });
});
