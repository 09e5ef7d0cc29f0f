import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Mishap } from '../../src/sandbox/misfortune.ts';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { KEYS, startGateway, type TestGateway } from '../kit/gateway.ts';
import { remove, write } from '../kit/writing.ts';

const { dubbingProjects, studioProjects, videos, artifacts } = SEEDED;
const VIDEO = `${studioProjects.demo}/${videos.dubbingNew}`;
const PROJECT = {
  name: 'Counted',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://media.example.com/a.mp4?minutes=10',
};

let gateway: TestGateway;
beforeEach(async () => {
  gateway = await startGateway({ sandbox: { keys: [KEYS[0]] } });
});
afterEach(() => gateway[Symbol.asyncDispose]());

/** The work is done and charged; then the answer is edited. */
const spoil = (method: string, edit: (receipt: Record<string, unknown>) => unknown) =>
  gateway.sandbox.misfortune({
    on: { method },
    answer: { kind: 'body', edit: (body) => JSON.stringify(edit(JSON.parse(body))) ?? '' },
  });
const created = () =>
  [...gateway.sandbox.account().dubbingProjects.values()].filter(({ name }) => name === PROJECT.name);

describe('A creation whose receipt is sloppy', () => {
  it('is paid out, with numbers that are texts', async () => {
    spoil('POST', (receipt) => ({ ...receipt, cost_minutes: '10', balance_minutes: '90.5', translations_count: '0' }));
    const { result, answer } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result).toMatchObject({ costMinutes: 10, balance: { minutes: 90.5 }, translationsCount: 0 });
    expect(answer.errors).toEqual([]);
    expect(answer.extensions).toBeUndefined();
  });

  it('is paid out without its balance, which is asked for', async () => {
    const before = gateway.sandbox.account().balanceMinutes;
    spoil('POST', ({ project_id }) => ({ project_id }));
    const { result, answer } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result).toMatchObject({
      project: { id: `DubbingProject:${created()[0]?.id}` },
      costMinutes: 0,
      balance: { minutes: before - 10 },
      estimatedCompletionAt: null,
      translationsCount: 0,
    });
    expect(answer.errors).toEqual([]);
    expect(answer.extensions.warnings).toEqual([
      { path: ['createDubbingProject', 'costMinutes'], message: 'The receipt of the service lacks this.' },
    ]);
  });

  it('is paid out where not even the balance can be asked for', async () => {
    spoil('POST', ({ project_id }) => ({ project_id, balance_minutes: 'much' }));
    gateway.serviceAnswers('/api/v1/balance', '<html>');
    const { result, answer } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result).toMatchObject({ project: { id: expect.any(String) }, balance: { minutes: 0 } });
    expect(answer.errors).toEqual([]);
    expect(answer.extensions.warnings).toContainEqual({
      path: ['createDubbingProject', 'balance', 'minutes'].slice(0, 2),
      message: 'The receipt of the service lacks this.',
    });
  });

  it('of a re-translation is paid out', async () => {
    spoil('POST', () => ({ balance_minutes: '3' }));
    const { result, answer } = await write(gateway, 'retranslateDubbingProject', {
      id: dubbingProjects.ready,
      targetScript: [{ startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 1 }],
      targetSpeakers: [{ speakerId: 1, voiceKey: 'soundalike', style: 'feminine' }],
    });
    expect(answer.errors).toEqual([]);
    expect(result).toMatchObject({ costMinutes: 0, balance: { minutes: 3 }, translationsCount: 1 });
  });

  it('of an artifact or a video is paid out by its id alone', async () => {
    spoil('POST', ({ id }) => ({ id }));
    const artifact = await write(
      gateway,
      'createArtifact',
      { name: 'A', type: 'VIDEO', source: { url: 'https://media.example.com/a.mp4' } },
      { payload: 'artifact { artifactId status name type sizeBytes createdAt company { id } }' },
    );
    expect(artifact.result.artifact).toMatchObject({ artifactId: expect.any(String), status: 'CREATED', name: null });
    spoil('POST', ({ id }) => ({ id, dstLangs: 'fr-FR', videoDuration: 'long', stringVariables: 5 }));
    const video = await write(
      gateway,
      'createVideo',
      {
        projectId: studioProjects.demo,
        name: 'V',
        workflowType: 'DUBBING',
        sourceArtifactId: artifacts.video,
        sourceLanguage: 'en',
        targetLanguages: ['fr-FR'],
      },
      { payload: 'video { videoId name durationSeconds targetLanguages { code } stringVariables { key } }' },
    );
    expect(video.answer.errors).toEqual([]);
    expect(video.result.video).toMatchObject({ videoId: expect.any(String), durationSeconds: null });
  });
});

describe('A creation that is done, and whose answer is spoilt', () => {
  it.each<[string, Mishap]>([
    ['a page', { kind: 'body', edit: () => '<html>' }],
    ['nothing', { kind: 'body', edit: () => '' }],
    ['null', { kind: 'body', edit: () => 'null' }],
    ['a list', { kind: 'body', edit: () => '[]' }],
    ['cut JSON', { kind: 'body', edit: (body) => body.slice(0, -5) }],
    ['JSON without an id', { kind: 'body', edit: () => '{"cost_minutes": 10}' }],
    ['204', { kind: 'transform', status: 204, body: () => Buffer.alloc(0) }],
    ['302', { kind: 'transform', status: 302, headers: { location: '/sign-in' } }],
    ['423 for its first try', { kind: 'transform', status: 423, body: () => Buffer.from('{"error":"Locked"}') }],
  ])('is told with the key: %s', async (_, answer) => {
    gateway.sandbox.misfortune({ on: { method: 'POST' }, answer });
    const { result } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result).toMatchObject({
      __typename: 'OutcomeUnknownError',
      idempotencyKey: expect.stringMatching(/.{16,}/),
    });
    expect(created()).toHaveLength(1);
    const again = await write(gateway, 'createDubbingProject', { ...PROJECT, idempotencyKey: result.idempotencyKey });
    expect(again.result).toMatchObject({ project: { id: `DubbingProject:${created()[0]?.id}` } });
    expect(created()).toHaveLength(1);
  });
});

describe('A success without a body', () => {
  it.each([200, 202, 204])('of a deletion is one (%i)', async (status) => {
    const answer: Mishap = { kind: 'transform', status, body: () => Buffer.alloc(0) };
    gateway.sandbox.misfortune({ on: { method: 'DELETE' }, times: 3, answer });
    for (const [deletion, id] of [
      ['deleteDubbingProject', dubbingProjects.ready],
      ['deleteVideo', VIDEO],
      ['deleteStudioProject', studioProjects.demo],
    ] as const) {
      expect((await remove(gateway, deletion, id)).result.__typename).toBe('DeletePayload');
    }
  });

  it('of an update is one: the video is asked for', async () => {
    const answer: Mishap = { kind: 'transform', status: 204, body: () => Buffer.alloc(0) };
    gateway.sandbox.misfortune({ on: { method: 'PATCH' }, answer });
    const { result, answer: whole } = await write(gateway, 'updateVideo', { id: VIDEO, name: 'New' });
    expect(whole.errors).toEqual([]);
    expect(result.video).toMatchObject({ id: `Video:${VIDEO}`, name: 'New', status: 'NEW' });
  });
});
