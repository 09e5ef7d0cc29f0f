import { describe, expect, it } from 'vitest';
import { SEEDED } from '../../src/sandbox/seeded.ts';
import { KEYS, startGateway } from '../kit/gateway.ts';
import { remove, write } from '../kit/writing.ts';

const { dubbingProjects, studioProjects, videos, artifacts } = SEEDED;
const VIDEO = `${studioProjects.demo}/${videos.dubbingNew}`;
const PROJECT = {
  name: 'Brand new',
  sourceLanguage: 'en',
  targetLanguage: 'fr-FR',
  sourceVideoUrl: 'https://media.example.com/a.mp4?minutes=10',
};
const PROJECT_LITERAL =
  '{ name: "Brand new", sourceLanguage: "en", targetLanguage: "fr-FR", sourceVideoUrl: "https://media.example.com/a.mp4?minutes=10" }';

/** The short memory lasts for as long as a test takes. */
const start = () => startGateway({ env: { READ_MAX_AGE_MS: '60000' }, sandbox: { keys: [KEYS[0]] } });
const named = (data: { dubbingProjects: { nodes: readonly { name: string }[] } }): string[] =>
  data.dubbingProjects.nodes.map(({ name }) => name);

describe('after a write, the next operation reads anew', () => {
  it('a created project in the list, and the balance', async () => {
    await using gateway = await start();
    const query = '{ dubbingProjects { totalCount nodes { name } } balance { minutes } }';
    const before = (await gateway.ask(query)).data;
    await write(gateway, 'createDubbingProject', PROJECT);
    const after = (await gateway.ask(query)).data;
    expect(after.dubbingProjects.totalCount).toBe(before.dubbingProjects.totalCount + 1);
    expect(named(after)).toContain('Brand new');
    expect(after.balance.minutes).toBe(before.balance.minutes - 10);
  });

  it('a deleted project, which is gone from the list and by its id', async () => {
    await using gateway = await start();
    const { ready } = dubbingProjects;
    const query = `{ dubbingProjects { totalCount } listed: dubbingProject(id: "${ready}") { name }
      whole: dubbingProject(id: "${ready}") { output { videoUrl } } }`;
    const before = (await gateway.ask(query)).data;
    expect(before.whole.output.videoUrl).toMatch(/^http/);
    await remove(gateway, 'deleteDubbingProject', ready);
    expect((await gateway.ask(query)).data).toEqual({
      dubbingProjects: { totalCount: before.dubbingProjects.totalCount - 1 },
      listed: null,
      whole: null,
    });
  });

  it('a re-translated project, in the list and at its own address', async () => {
    await using gateway = await start();
    const { ready } = dubbingProjects;
    const listed = `{ dubbingProject(id: "${ready}") { status } }`;
    const whole = `{ dubbingProject(id: "${ready}") { status mixingMode } }`;
    for (const query of [listed, whole]) expect((await gateway.ask(query)).data.dubbingProject.status).toBe('READY');
    await write(gateway, 'retranslateDubbingProject', {
      id: ready,
      targetScript: [{ startMs: 0, endMs: 900, text: 'Bonjour.', speakerId: 1 }],
      targetSpeakers: [{ speakerId: 1, voiceKey: 'soundalike', style: 'feminine' }],
      mixingMode: 'VOICEOVER_ONLY',
    });
    expect((await gateway.ask(listed)).data.dubbingProject).toEqual({ status: 'IN_PROGRESS' });
    expect((await gateway.ask(whole)).data.dubbingProject).toEqual({
      status: 'IN_PROGRESS',
      mixingMode: 'VOICEOVER_ONLY',
    });
  });

  it('an updated video and its progress, then the deleted one', async () => {
    await using gateway = await start();
    const query = `{ video(id: "${VIDEO}") { name progress { languages { language { code } } } } }`;
    await gateway.ask(query);
    await write(gateway, 'updateVideo', { id: VIDEO, name: 'Renamed', targetLanguages: ['it-IT'] });
    expect((await gateway.ask(query)).data.video).toEqual({
      name: 'Renamed',
      progress: { languages: [{ language: { code: 'it-IT' } }] },
    });
    await remove(gateway, 'deleteVideo', VIDEO);
    expect((await gateway.ask(query)).data.video).toBeNull();
  });

  it('the videos of a deleted studio project, and no others', async () => {
    await using gateway = await start();
    const [episode] = SEEDED.episodes;
    const other = `${studioProjects.series}/${episode}`;
    const query = `{ mine: video(id: "${VIDEO}") { name } other: video(id: "${other}") { name } }`;
    const before = (await gateway.ask(query)).data;
    await remove(gateway, 'deleteStudioProject', studioProjects.demo);
    gateway.upstreamRequests();
    expect((await gateway.ask(query)).data).toEqual({ mine: null, other: before.other });
    expect(gateway.upstreamRequests()).toHaveLength(1);
  });

  it('also where it is unknown whether the write was done', async () => {
    await using gateway = await start();
    const query = '{ dubbingProjects { nodes { name } } }';
    expect(named((await gateway.ask(query)).data)).not.toContain('Brand new');
    gateway.sandbox.misfortune({ on: { method: 'POST' }, times: 3, answer: { kind: 'reset-after-work' } });
    const { result } = await write(gateway, 'createDubbingProject', PROJECT);
    expect(result.__typename).toBe('OutcomeUnknownError');
    expect(named((await gateway.ask(query)).data)).toContain('Brand new');
  });

  it('what it did not touch, from memory', async () => {
    await using gateway = await start();
    const query = `{ artifact(id: "${artifacts.video}") { name } video(id: "${VIDEO}") { name } }`;
    await gateway.ask(query);
    await write(gateway, 'createDubbingProject', PROJECT);
    gateway.upstreamRequests();
    await gateway.ask(query);
    expect(gateway.upstreamRequests()).toEqual([]);
  });

  it('of its own account only', async () => {
    await using gateway = await startGateway({ env: { READ_MAX_AGE_MS: '60000', AUTH_MODE: 'passthrough' } });
    const query = '{ dubbingProjects { totalCount } }';
    for (const key of KEYS) await gateway.ask(query, { key });
    await write(gateway, 'createDubbingProject', PROJECT, { key: KEYS[0] });
    gateway.upstreamRequests();
    await gateway.ask(query, { key: KEYS[1] });
    expect(gateway.upstreamRequests()).toEqual([]);
  });
});

describe('several mutations in one document', () => {
  it('are done one after the other, and each payload is of its own moment', async () => {
    await using gateway = await start();
    const before = gateway.sandbox.account().balanceMinutes;
    const create = `createDubbingProject(input: ${PROJECT_LITERAL}) {
      ... on CreateDubbingProjectPayload { project { projectId createdAt } balance { minutes } } }`;
    const { data, errors } = await gateway.ask(`mutation { first: ${create} second: ${create} third: ${create} }`);
    expect(errors).toEqual([]);
    expect([data.first, data.second, data.third].map(({ balance }) => balance.minutes)).toEqual([
      before - 10,
      before - 20,
      before - 30,
    ]);
    // Each was found in a list that was asked for after it.
    for (const { project } of [data.first, data.second, data.third]) expect(project.createdAt).toMatch(/^\d{4}-/);
    expect(new Set([data.first, data.second, data.third].map(({ project }) => project.projectId)).size).toBe(3);
  });

  it('see what those before them have done', async () => {
    await using gateway = await start();
    const video = `video { name project { video(videoId: "${videos.dubbingNew}") { name remark progress { languages { language { code } } } } } }`;
    const { data, errors } = await gateway.ask(`mutation {
      one: updateVideo(input: { id: "${VIDEO}", name: "One" }) { ... on UpdateVideoPayload { ${video} } }
      two: updateVideo(input: { id: "${VIDEO}", remark: "Two", targetLanguages: ["it-IT"] }) { ... on UpdateVideoPayload { ${video} } }
      gone: deleteVideo(id: "${VIDEO}") { __typename }
      after: updateVideo(input: { id: "${VIDEO}", name: "Late" }) { __typename }
    }`);
    expect(errors).toEqual([]);
    expect(data.one.video.project.video).toMatchObject({ name: 'One' });
    expect(data.two.video).toEqual({
      name: 'One',
      project: { video: { name: 'One', remark: 'Two', progress: { languages: [{ language: { code: 'it-IT' } }] } } },
    });
    expect(data.gone.__typename).toBe('DeletePayload');
    expect(data.after.__typename).toBe('NotFoundError');
  });

  it('fail by themselves', async () => {
    await using gateway = await start();
    const { data, errors } = await gateway.ask(`mutation {
      wrong: deleteVideo(id: "Artifact:1") { __typename }
      missing: deleteVideo(id: "a/b") { __typename }
      right: deleteVideo(id: "${VIDEO}") { __typename }
    }`);
    expect(data).toEqual({
      wrong: null,
      missing: { __typename: 'NotFoundError' },
      right: { __typename: 'DeletePayload' },
    });
    expect(errors).toMatchObject([{ path: ['wrong'] }]);
  });
});
